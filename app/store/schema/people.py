"""The players, their accounts and their groups."""

from sqlalchemy import CheckConstraint, Column, Index, String, UniqueConstraint

from app.store.schema.metadata import count, milliseconds, owned, table, text

player = table(
    "player",
    Column("id", String(16), primary_key=True),
    milliseconds("made_at"),
    text("automatic", "off"),
    text("settings", "{}"),
    count("generation", "0"),
    CheckConstraint("automatic IN ('off', 'safe', 'all')", name="automatic"),
)

account = table(
    "account",
    owned("player_id", by="player.id"),
    text("name"),
    text("folded"),
    text("skeleton"),
    text("password"),
    milliseconds("made_at"),
    UniqueConstraint("folded"),
    UniqueConstraint("skeleton"),
)
"""The players who have a name. One is found by `folded`; `skeleton` alone depends on what is known of look-alikes."""

recovery_code = table(
    "recovery_code",
    owned("player_id", by="account.player_id"),
    Column("digest", String(64), primary_key=True),
)

player_group = table(
    "player_group",
    Column("code", String(10), primary_key=True),
    text("name"),
    milliseconds("made_at"),
)
"""Players who compare themselves with one another. Anybody who knows the code may join."""

member = table(
    "member",
    owned("code", by="player_group.code", length=10),
    owned("player_id", by="account.player_id"),
    milliseconds("joined_at"),
    Index(None, "player_id"),
)
