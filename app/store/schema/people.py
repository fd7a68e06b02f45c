"""The players, their accounts and their groups."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from app.store.schema.metadata import metadata

player = Table(
    "player",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("automatic", Text, nullable=False, server_default="off"),
    Column("settings", Text, nullable=False, server_default="{}"),
    Column("generation", Integer, nullable=False, server_default="0"),
    CheckConstraint("automatic IN ('off', 'safe', 'all')", name="automatic"),
    sqlite_with_rowid=False,
)

account = Table(
    "account",
    metadata,
    Column("player_id", String(16), ForeignKey("player.id"), primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("skeleton", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    UniqueConstraint("folded"),
    UniqueConstraint("skeleton"),
    sqlite_with_rowid=False,
)
"""The players who have a name. One is found by `folded`; `skeleton` alone depends on what is known of look-alikes."""

recovery_code = Table(
    "recovery_code",
    metadata,
    Column("player_id", String(16), ForeignKey("account.player_id"), primary_key=True),
    Column("digest", String(64), primary_key=True),
    sqlite_with_rowid=False,
)

player_group = Table(
    "player_group",
    metadata,
    Column("code", String(10), primary_key=True),
    Column("name", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Players who compare themselves with one another. Anybody who knows the code may join."""

member = Table(
    "member",
    metadata,
    Column("code", String(10), ForeignKey("player_group.code"), primary_key=True),
    Column("player_id", String(16), ForeignKey("account.player_id"), primary_key=True),
    Column("joined_at", BigInteger, nullable=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)
