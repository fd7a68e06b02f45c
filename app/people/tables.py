"""The players, their accounts and their groups."""

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, String, Text, UniqueConstraint, false

from app.core.store.metadata import characters, count, flag, foreign_key, milliseconds, table, text

player = table(
    "player",
    Column("id", String(16), primary_key=True),
    milliseconds("made_at"),
    text("automatic", "off"),
    text("settings", "{}"),
    count("generation", "0"),
    flag("bot", false()),
    Column("kept_out_at", BigInteger),
    CheckConstraint("automatic IN ('off', 'safe', 'all')", name="automatic"),
)
"""`kept_out_at` is the time since which a player's games stay out of the open data; null if they do not."""

account = table(
    "account",
    foreign_key("player_id", by="player.id"),
    text("name"),
    Column("folded", Text().with_variant(Text(collation="C"), "postgresql"), nullable=False),
    text("skeleton"),
    text("password"),
    milliseconds("made_at"),
    Column("closed_at", BigInteger),
    UniqueConstraint("folded"),
    UniqueConstraint("skeleton"),
    Index(None, "made_at"),
)
"""The players who have a name. We look them up by `folded`, also by how it begins, so its order is that of the
characters on either database. Only `skeleton` depends on what we know of look-alikes. `closed_at` is
the time since which the operator lets nobody in; null while the account is open."""

resting_name = table(
    "resting_name",
    Column("digest", String(64), primary_key=True),
    characters("salt", 32),
    milliseconds("since"),
)
"""Names that nobody may take for a while, as digests of their skeletons with a salt."""

recovery_code = table(
    "recovery_code",
    foreign_key("player_id", by="account.player_id"),
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
    foreign_key("code", by="player_group.code", length=10),
    foreign_key("player_id", by="account.player_id"),
    milliseconds("joined_at"),
    Index(None, "player_id"),
)

barred = table(
    "barred",
    Column("venue", String(24), primary_key=True),
    foreign_key("player_id", by="player.id"),
)
"""Who has been removed from a venue, and may not come back."""

friendship = table(
    "friendship",
    foreign_key("player_id", by="account.player_id"),
    foreign_key("friend_id", by="account.player_id"),
    milliseconds("made_at"),
)
"""Who is whose friend: a row each way, made and deleted together."""

friend_request = table(
    "friend_request",
    foreign_key("player_id", by="account.player_id"),
    foreign_key("asker_id", by="account.player_id"),
    milliseconds("asked_at"),
    flag("declined", false()),
    Index(None, "asker_id"),
)
"""Who has asked a player to be friends. A declined request stays, so nobody can ask again and again."""

friend_link = table(
    "friend_link",
    foreign_key("player_id", by="account.player_id"),
    Column("token", String(10), nullable=False),
    milliseconds("made_at"),
    UniqueConstraint("token"),
)
"""Links with which anybody can become a player's friend."""

access_token = table(
    "access_token",
    Column("id", String(16), primary_key=True),
    Column("player_id", String(16), ForeignKey("account.player_id"), nullable=False),
    characters("digest", 64),
    text("description"),
    text("scopes"),
    milliseconds("made_at"),
    Column("expires_at", BigInteger),
    Column("revoked_at", BigInteger),
    UniqueConstraint("digest"),
    Index(None, "player_id"),
)
"""Tokens with which programs act for players. A revoked token stays for a while, so its owner can still see its
uses."""

access_token_use = table(
    "access_token_use",
    foreign_key("token_id", by="access_token.id"),
    Column("hour", BigInteger, primary_key=True),
    Column("what", Text, primary_key=True),
    milliseconds("last_at"),
    count("times"),
)
"""The requests made with a token, by the hour; only the latest uses stay."""
