"""The tables. A change here needs a migration beside it; a test compares the two.

Times are whole milliseconds since 1970, UTC.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "ix": "%(table_name)s_%(column_0_N_name)s_ix",
        "uq": "%(table_name)s_%(column_0_N_name)s_uq",
        "ck": "%(table_name)s_%(constraint_name)s_ck",
    }
)

player = Table(
    "player",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("made_at", BigInteger, nullable=False),
    Column("automatic", Text, nullable=False, server_default="off"),
    Column("settings", Text, nullable=False, server_default="{}"),
    CheckConstraint("automatic IN ('off', 'safe', 'all')", name="automatic"),
    sqlite_with_rowid=False,
)

session = Table(
    "session",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("player_id", String(16), ForeignKey("player.id"), nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("deal", Text),
    Column("deck", String(104), nullable=False),
    Column("snapshot", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("status", Text, nullable=False),
    Column("steps", Integer, nullable=False),
    Column("undos", Integer, nullable=False),
    Column("undoable", Integer, nullable=False),
    Column("redoable", Integer, nullable=False),
    Column("last_move", Text),
    Column("played_ms", BigInteger, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
    CheckConstraint("status IN ('playing', 'stuck', 'won', 'given-up')", name="status"),
    Index(None, "player_id", "changed_at", "id"),
    sqlite_with_rowid=False,
)
"""All that changes in a row follows from the deal and the entries; it is kept so that a move costs the same at any
length."""

entry = Table(
    "entry",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("do", Text, nullable=False),
    Column("move", Text),
    Column("auto", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("\"do\" IN ('move', 'undo', 'redo', 'give-up')", name="do"),
    sqlite_with_rowid=False,
)
"""The log, only ever added to. Its key lets the database refuse what was done twice."""
