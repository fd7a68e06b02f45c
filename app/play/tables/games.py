"""Games, their logs, and everybody else at the table."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
    false,
)
from sqlalchemy import text as sql

from app.core.store.metadata import (
    characters,
    count,
    flag,
    foreign_key,
    milliseconds,
    numbered_key,
    reference,
    table,
    text,
)

_GIVEN_UP, _WON, SEALED = sql("status = 'given-up'"), sql("status = 'won'"), sql("sealed")

session = table(
    "session",
    Column("id", String(16), primary_key=True),
    reference("player_id", to="player.id"),
    text("game"),
    text("options"),
    count("rules"),
    Column("deal", Text),
    characters("deck", 104),
    text("snapshot"),
    count("seq"),
    text("status"),
    count("steps"),
    count("undos"),
    count("undoable"),
    count("redoable"),
    Column("last_move", Text),
    milliseconds("played_ms"),
    milliseconds("started_at"),
    milliseconds("changed_at"),
    Column("event", Text),
    flag("sealed", false()),
    Column("top", Integer),
    Column("ahead", Integer),
    Column("away_since", BigInteger),
    milliseconds("away_ms", "0"),
    count("lead", "0"),
    CheckConstraint("status IN ('playing', 'stuck', 'won', 'given-up')", name="status"),
    Index(None, "player_id", "changed_at", "id"),
    Index("session_given_up_ix", "changed_at", "id", sqlite_where=_GIVEN_UP, postgresql_where=_GIVEN_UP),
    Index("session_won_ix", "changed_at", "id", sqlite_where=_WON, postgresql_where=_WON),
    Index("session_sealed_ix", "id", sqlite_where=SEALED, postgresql_where=SEALED),
    Index(None, "player_id", "deal"),
    Index(None, "deal", "game"),
    Index(None, "event"),
)
"""Most columns that change follow from the deal and the entries; only the time played and the absences do not. Storing
them lets a move cost the same in a log of any length."""

entry = table(
    "entry",
    foreign_key("session_id", by="session.id"),
    numbered_key("seq"),
    text("do"),
    Column("move", Text),
    flag("auto"),
    milliseconds("at"),
    Column("request", Integer),
    Column("back", Integer),
    Column("turned", Boolean),
    CheckConstraint("\"do\" IN ('move', 'undo', 'redo', 'give-up')", name="do"),
)
"""The log, or the part after its packed beginning. We only ever add to it; its key refuses an entry sent twice.

The last three columns follow from the others. In entries older than these columns they are null until a player undoes
or redoes something.
"""

packed_log = table(
    "packed_log",
    foreign_key("session_id", by="session.id"),
    Column("log", LargeBinary, nullable=False),
)
"""The beginnings of logs to which nobody has added anything for a long time; see `app/play/rows/packing.py`."""

help_given = table(
    "help_given",
    foreign_key("session_id", by="session.id"),
    numbered_key("seq"),
    Column("sight", Text, primary_key=True),
    count("rung"),
    milliseconds("at"),
    CheckConstraint("sight IN ('fair', 'all')", name="sight"),
)
"""How far up the ladder of hints a player went at each `seq` of a session."""

shared = table(
    "shared",
    foreign_key("session_id", by="session.id"),
    text("game"),
    characters("deck", 104),
    milliseconds("shared_at"),
    Index(None, "game", "deck"),
)
"""The finished sessions that their players let everybody watch, indexed by deal."""

invitation = table(
    "invitation",
    Column("token", String(16), primary_key=True),
    reference("session_id", to="session.id"),
    text("purpose"),
    milliseconds("made_at"),
    UniqueConstraint("session_id", "purpose"),
    CheckConstraint("purpose IN ('watch', 'play')", name="purpose"),
)
"""Links with which a session's player invites others to watch or to play."""

seat = table(
    "seat",
    foreign_key("session_id", by="session.id"),
    foreign_key("player_id", by="player.id"),
    text("name"),
    count("moved_seq", "0"),
)
"""Who else may move in a session. The guest with the highest `moved_seq` moved last, if that is the session's `seq`."""

ghost = table(
    "ghost",
    foreign_key("session_id", by="session.id"),
    reference("of_session_id", to="session.id"),
    Index(None, "of_session_id"),
)
"""The finished game against which a session races."""

house_ghost = table(
    "house_ghost",
    foreign_key("session_id", by="session.id"),
    count("pace_ms"),
)
"""Sessions that race against the house, and how long the house takes for a move."""

challenge = table(
    "challenge",
    Column("token", String(10), primary_key=True),
    reference("session_id", to="session.id"),
    milliseconds("made_at"),
    UniqueConstraint("session_id"),
)
"""Links with which the player of a won game challenges others to win its deal in fewer steps."""

challenge_try = table(
    "challenge_try",
    foreign_key("session_id", by="session.id"),
    Column("token", String(10), ForeignKey("challenge.token"), nullable=False),
    Index(None, "token"),
)
"""The games that players began from such a link."""
