"""The dailies, the attempts at them, and what these bring."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

from app.store.schema.metadata import metadata
from app.store.schema.types import Day, Patience, PatienceOrAll

daily = Table(
    "daily",
    metadata,
    Column("day", Day, primary_key=True),
    Column("game", Patience, primary_key=True),
    Column("options", Text, nullable=False),
    Column("deal", Text, nullable=False),
    Column("deck", String(104), nullable=False),
    Column("salt", String(32), nullable=False),
    Column("lines", Text, nullable=False),
    Column("effort", Text, nullable=False),
    Column("settled", Boolean, nullable=False, server_default=false()),
    Column("chosen_at", BigInteger, nullable=False),
    Column("likeness", String(52), nullable=False, server_default=""),
    Column("bounds", Text, nullable=False, server_default="{}"),
    Column("stage", Text, nullable=False, server_default=""),
    Column("walked_to", Text, nullable=False, server_default=""),
    Column("allowed", Text, nullable=False, server_default=""),
    Index(None, "likeness"),
    sqlite_with_rowid=False,
)
"""The daily deals, chosen ahead of their days."""

attempt = Table(
    "attempt",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("day", Day, nullable=False),
    Column("game", Patience, nullable=False),
    Column("player_id", String(16), ForeignKey("player.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("ranked", Boolean, nullable=False),
    Column("started_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("solved", Boolean, nullable=False, server_default=false()),
    Column("first_solve", Boolean, nullable=False, server_default=false()),
    Column("tier", Integer, nullable=False, server_default="0"),
    Column("steps", Integer, nullable=False, server_default="0"),
    Column("home", Integer, nullable=False, server_default="0"),
    Column("ms", BigInteger, nullable=False, server_default="0"),
    Column("undos", Integer, nullable=False, server_default="0"),
    Column("hints", Integer, nullable=False, server_default="0"),
    Column("assisted", Boolean, nullable=False, server_default=false()),
    Column("held", Boolean, nullable=False, server_default=false()),
    Column("score", BigInteger, nullable=False, server_default="0"),
    UniqueConstraint("player_id", "day", "game", "number"),
    Index("attempt_first_ix", "day", "game", "ranked", "held", "score", "ms", "session_id"),
    Index("attempt_solved_ix", "day", "game", "first_solve", "held", "score", "ms", "session_id"),
    Index("attempt_order_ix", "day", "game", "session_id"),
    sqlite_with_rowid=False,
)
"""Playings of a daily. What stands after `started_at` is filled in when one ends."""

bucket = Table(
    "bucket",
    metadata,
    Column("day", Day, primary_key=True),
    Column("game", Patience, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("part", BigInteger, primary_key=True),
    Column("size", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many results of a board share the upper part of their score, so that a rank is exact at any size and cheap."""

standing = Table(
    "standing",
    metadata,
    Column("period", String(8), primary_key=True),
    Column("game", PatienceOrAll, primary_key=True, server_default=""),
    Column("player_id", String(16), ForeignKey("player.id"), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Index(None, "period", "game", "points", "player_id"),
    sqlite_with_rowid=False,
)
"""Points over a week (`2026-W47`), a month (`2026-11`) or all time (`all`), of the dailies that are settled: of one
game, or of all where `game` is empty."""
