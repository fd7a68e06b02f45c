"""The dailies, the attempts at them, and the points and boards that come from these."""

from sqlalchemy import BigInteger, Column, Index, String, Text, UniqueConstraint, false

from app.core.store.metadata import characters, count, flag, foreign_key, milliseconds, reference, table, text
from app.core.store.types import IsoDay, Patience, PatienceOrAll

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
    Column("band", Text),
    count("failures", "0"),
    Column("again_at", BigInteger),
    Index(None, "likeness"),
)
"""The deals of dailies, chosen before their days. `band` is null where nobody stored it; `failures` says how often the
closing of one has failed in a row, and `again_at` when to try again."""

attempt = table(
    "attempt",
    foreign_key("session_id", by="session.id"),
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
    flag("guest", false()),
    UniqueConstraint("player_id", "day", "game", "number"),
    Index("attempt_first_ix", "day", "game", "ranked", "held", "score", "ms", "session_id"),
    Index("attempt_solved_ix", "day", "game", "first_solve", "held", "score", "ms", "session_id"),
    Index("attempt_order_ix", "day", "game", "session_id"),
    Index("attempt_bots_ix", "day", "game", "bot", "held", "score", "ms", "session_id"),
)
"""Attempts at dailies. The columns after `started_at` are filled in when an attempt ends, except for `bot` and
`guest`, which say who began it."""

bucket = table(
    "bucket",
    Column("day", IsoDay, primary_key=True),
    Column("game", Patience, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("part", BigInteger, primary_key=True),
    count("size"),
)
"""How many results on a board share the upper part of their score. This makes an exact rank cheap at any size."""

standing = table(
    "standing",
    Column("period", String(8), primary_key=True),
    Column("game", PatienceOrAll, primary_key=True, server_default=""),
    foreign_key("player_id", by="player.id"),
    count("points"),
    count("solved"),
    flag("bot", false()),
    Index(None, "period", "game", "bot", "points", "player_id"),
)
"""Points from settled dailies in a week (`2026-W47`), a month (`2026-11`) or all time (`all`). They are for one game,
or for all if `game` is empty. People and programs are ranked separately."""

story = table(
    "story",
    Column("day", IsoDay, primary_key=True),
    Column("game", Patience, primary_key=True),
    text("words"),
    count("attempts"),
    Column("due_at", BigInteger),
    Index(None, "due_at"),
)
"""How the field of a settled daily fared, as JSON, going by the games looked at so far. `due_at` is when to continue,
or when the worker at it must have died; it is null once all games have been looked at."""
