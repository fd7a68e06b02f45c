"""The tables. A change here needs a migration beside it; a test compares the two.

Times are whole milliseconds since 1970, UTC.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
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
    CheckConstraint("status IN ('playing', 'stuck', 'won', 'given-up')", name="status"),
    Index(None, "player_id", "changed_at", "id"),
    Index(None, "event"),
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

question = Table(
    "question",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("kind", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("subject", Text, nullable=False),
    Column("player_id", String(16), ForeignKey("player.id"), nullable=False),
    Column("asked_at", BigInteger, nullable=False),
    Column("wanted_until", BigInteger, nullable=False),
    Column("taken_until", BigInteger, nullable=False, server_default="0"),
    Column("attempts", Integer, nullable=False, server_default="0"),
    CheckConstraint("kind IN ('judge', 'guess', 'review')", name="kind"),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)
"""What solver processes have been asked and have not answered yet."""

answer = Table(
    "answer",
    metadata,
    Column("key", String(32), primary_key=True),
    Column("words", Text, nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Index(None, "used_at"),
    sqlite_with_rowid=False,
)
"""What they answered, JSON, by the key of the question, so that nothing is solved twice; `used_at` is when it was made
or, give or take a day, last asked for."""

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

stock = Table(
    "stock",
    metadata,
    Column("game", Text, primary_key=True),
    Column("options", Text, primary_key=True),
    Column("deal", Text, primary_key=True),
    Column("band", Text, nullable=False),
    CheckConstraint("band IN ('gentle', 'steady', 'stern')", name="band"),
    Index(None, "game", "options", "band"),
    sqlite_with_rowid=False,
)
"""Deals proved winnable that nobody has been dealt yet."""

daily = Table(
    "daily",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", Text, primary_key=True),
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
    Index(None, "deck"),
    Index(None, "likeness"),
    sqlite_with_rowid=False,
)
"""The daily deals, chosen ahead of their days."""

attempt = Table(
    "attempt",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("game", Text, nullable=False),
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
    sqlite_with_rowid=False,
)
"""Playings of a daily. What stands after `started_at` is filled in when one ends."""

bucket = Table(
    "bucket",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", Text, primary_key=True),
    Column("board", Text, primary_key=True),
    Column("part", BigInteger, primary_key=True),
    Column("size", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""How many results of a board share the upper part of their score, so that a rank is exact at any size and cheap."""

player_group = Table(
    "player_group",
    metadata,
    Column("code", String(10), primary_key=True),
    Column("name", Text, nullable=False),
    Column("made_at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""Players who compare themselves with one another. Whoever knows the code may join."""

member = Table(
    "member",
    metadata,
    Column("code", String(10), ForeignKey("player_group.code"), primary_key=True),
    Column("player_id", String(16), ForeignKey("account.player_id"), primary_key=True),
    Column("joined_at", BigInteger, nullable=False),
    Index(None, "player_id"),
    sqlite_with_rowid=False,
)

standing = Table(
    "standing",
    metadata,
    Column("period", String(8), primary_key=True),
    Column("game", Text, primary_key=True, server_default=""),
    Column("player_id", String(16), ForeignKey("player.id"), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
    Index(None, "period", "game", "points", "player_id"),
    sqlite_with_rowid=False,
)
"""Points over a week (`2026-W47`), a month (`2026-11`) or all time (`all`), of the dailies that are settled: of one
game, or of all where `game` is empty."""

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

race = Table(
    "race",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("game", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("winnable", Boolean, nullable=False),
    Column("best_of", Integer, nullable=False),
    Column("limit_ms", BigInteger),
    Column("host_id", String(16), ForeignKey("player.id"), nullable=False),
    Column("made_at", BigInteger, nullable=False),
    Column("starts_at", BigInteger),
    Column("due_at", BigInteger),
    Index(None, "due_at"),
    sqlite_with_rowid=False,
)

racer = Table(
    "racer",
    metadata,
    Column("code", String(6), ForeignKey("race.code"), primary_key=True),
    Column("player_id", String(16), ForeignKey("player.id"), primary_key=True),
    Column("name", Text, nullable=False),
    Column("joined_at", BigInteger, nullable=False),
    Column("seen_at", BigInteger, nullable=False),
    Column("ready", Boolean, nullable=False),
    Column("left", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
"""Who takes part in a race, by the name that is used in it."""

heat = Table(
    "heat",
    metadata,
    Column("code", String(6), ForeignKey("race.code"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match", Integer, nullable=False),
    Column("deal", Text, nullable=False),
    Column("deck", String(104), nullable=False),
    Column("proved", Boolean, nullable=False),
    Column("began_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
    Column("likeness", String(52), nullable=False, server_default=""),
    Index(None, "deck"),
    Index(None, "likeness"),
    sqlite_with_rowid=False,
)
"""The deals of a race. A row is made at the moment when the deal is shown, so that nobody can read it before."""

run = Table(
    "run",
    metadata,
    Column("code", String(6), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("player_id", String(16), ForeignKey("player.id"), primary_key=True),
    Column("session_id", String(16), ForeignKey("session.id"), nullable=False),
    Column("outcome", Text),
    Column("home", Integer, nullable=False, server_default="0"),
    Column("steps", Integer, nullable=False, server_default="0"),
    Column("ms", BigInteger, nullable=False, server_default="0"),
    CheckConstraint("outcome IN ('won', 'given-up', 'forfeited', 'stopped')", name="outcome"),
    ForeignKeyConstraint(["code", "number"], ["heat.code", "heat.number"], name="run_heat_fk"),
    Index(None, "session_id"),
    sqlite_with_rowid=False,
)
"""One racer's game in a heat. What stands after `session_id` is filled in when it ends."""

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
"""Who else may move in a session. Whoever has the highest `moved_seq`, if it is the session's, moved last."""

ghost = Table(
    "ghost",
    metadata,
    Column("session_id", String(16), ForeignKey("session.id"), primary_key=True),
    Column("of_session_id", String(16), ForeignKey("session.id"), nullable=False),
    Index(None, "of_session_id"),
    sqlite_with_rowid=False,
)
"""Which finished game a session is raced against."""
