"""Games as they are played, and who else is at the table."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

from app.store.schema.metadata import metadata

_GIVEN_UP = text("status = 'given-up'")

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
    Column("event", Text),
    Column("sealed", Boolean, nullable=False, server_default=false()),
    Column("top", Integer),
    Column("ahead", Integer),
    Column("away_since", BigInteger),
    Column("away_ms", BigInteger, nullable=False, server_default="0"),
    CheckConstraint("status IN ('playing', 'stuck', 'won', 'given-up')", name="status"),
    Index(None, "player_id", "changed_at", "id"),
    Index("session_given_up_ix", "changed_at", "id", sqlite_where=_GIVEN_UP, postgresql_where=_GIVEN_UP),
    Index(None, "player_id", "deal"),
    Index(None, "event"),
    sqlite_with_rowid=False,
)
"""All that changes in a row but the time played and the absences follows from the deal and the entries; kept, it lets a
move cost the same at any length."""

entry = Table(
    "entry",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("do", Text, nullable=False),
    Column("move", Text),
    Column("auto", Boolean, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("request", Integer),
    Column("back", Integer),
    Column("turned", Boolean),
    CheckConstraint("\"do\" IN ('move', 'undo', 'redo', 'give-up')", name="do"),
    sqlite_with_rowid=False,
)
"""The log, only ever added to. Its key lets the database refuse what was done twice.

The last three columns follow from the others; entries from before there were any have none until they are wanted."""

help_given = Table(
    "help_given",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("sight", Text, primary_key=True),
    Column("rung", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    CheckConstraint("sight IN ('fair', 'all')", name="sight"),
    sqlite_with_rowid=False,
)
"""How far up the ladder of hints a player went at each `seq` of a session."""

shared = Table(
    "shared",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("game", Text, nullable=False),
    Column("deck", String(104), nullable=False),
    Column("shared_at", BigInteger, nullable=False),
    Index(None, "game", "deck"),
    sqlite_with_rowid=False,
)
"""The finished sessions that their players let everybody watch, to be found by their deal."""

invitation = Table(
    "invitation",
    metadata,
    Column("token", String(16), primary_key=True),
    Column("session_id", String(16), ForeignKey("session.id"), nullable=False),
    Column("purpose", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    UniqueConstraint("session_id", "purpose"),
    CheckConstraint("purpose IN ('watch', 'play')", name="purpose"),
    sqlite_with_rowid=False,
)
"""Links that a session's player has handed out."""

seat = Table(
    "seat",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("player_id", String(16), ForeignKey("player.id"), primary_key=True),
    Column("name", Text, nullable=False),
    Column("moved_seq", Integer, nullable=False, server_default="0"),
    sqlite_with_rowid=False,
)
"""Who else may move in a session. The guest with the highest `moved_seq`, if it is the session's, moved last."""

ghost = Table(
    "ghost",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("of_session_id", String(16), ForeignKey("session.id"), nullable=False),
    Index(None, "of_session_id"),
    sqlite_with_rowid=False,
)
"""Which finished game a session is raced against."""
