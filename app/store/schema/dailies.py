"""The dailies, the attempts at them, and what these bring."""

from sqlalchemy import BigInteger, Column, Index, String, Text, UniqueConstraint, false

from app.store.schema.metadata import characters, count, flag, milliseconds, owned, reference, table, text
from app.store.schema.types import IsoDay, Patience, PatienceOrAll

daily = table(
    "daily",
    Column("day", IsoDay, primary_key=True),
    Column("game", Patience, primary_key=True),
    text("options"),
    text("deal"),
    characters("deck", 104),
    characters("salt", 32),
    text("lines"),
    text("effort"),
    flag("settled", false()),
    milliseconds("chosen_at"),
    characters("likeness", 52, ""),
    text("bounds", "{}"),
    text("stage", ""),
    text("walked_to", ""),
    text("allowed", ""),
    Index(None, "likeness"),
)
"""The daily deals, chosen ahead of their days."""

attempt = table(
    "attempt",
    owned("session_id", by="session.id"),
    Column("day", IsoDay, nullable=False),
    Column("game", Patience, nullable=False),
    reference("player_id", to="player.id"),
    count("number"),
    text("options"),
    flag("ranked"),
    milliseconds("started_at"),
    Column("ended_at", BigInteger),
    flag("solved", false()),
    flag("first_solve", false()),
    count("tier", "0"),
    count("steps", "0"),
    count("home", "0"),
    milliseconds("ms", "0"),
    count("undos", "0"),
    count("hints", "0"),
    flag("assisted", false()),
    flag("held", false()),
    Column("score", BigInteger, nullable=False, server_default="0"),
    flag("bot", false()),
    UniqueConstraint("player_id", "day", "game", "number"),
    Index("attempt_first_ix", "day", "game", "ranked", "held", "score", "ms", "session_id"),
    Index("attempt_solved_ix", "day", "game", "first_solve", "held", "score", "ms", "session_id"),
    Index("attempt_order_ix", "day", "game", "session_id"),
    Index("attempt_bots_ix", "day", "game", "bot", "held", "score", "ms", "session_id"),
)
"""Playings of a daily. What stands after `started_at` is filled in when one ends."""

bucket = table(
    "bucket",
    Column("day", IsoDay, primary_key=True),
    Column("game", Patience, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("part", BigInteger, primary_key=True),
    count("size"),
)
"""How many results of a board share the upper part of their score, so that a rank is exact at any size and cheap."""

standing = table(
    "standing",
    Column("period", String(8), primary_key=True),
    Column("game", PatienceOrAll, primary_key=True, server_default=""),
    owned("player_id", by="player.id"),
    count("points"),
    count("solved"),
    flag("bot", false()),
    Index(None, "period", "game", "bot", "points", "player_id"),
)
"""Points over a week (`2026-W47`), a month (`2026-11`) or all time (`all`), of the dailies that are settled: of one
game, or of all where `game` is empty. People and programs are ranked apart."""

story = table(
    "story",
    Column("day", IsoDay, primary_key=True),
    Column("game", Patience, primary_key=True),
    text("words"),
    count("attempts"),
    Column("due_at", BigInteger),
    Index(None, "due_at"),
)
"""How the field of a settled daily fared, JSON, as far as its games have been looked at. `due_at` is there until all of
them have been: when to go on, or when whoever goes on must have died."""
