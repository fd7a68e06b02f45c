"""Races: rooms, racers, heats and runs."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    String,
    Text,
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

_LISTED = sql("listed")

race = table(
    "race",
    Column("code", String(6), primary_key=True),
    text("game"),
    text("options"),
    flag("winnable"),
    count("best_of"),
    Column("limit_ms", BigInteger),
    reference("host_id", to="player.id"),
    milliseconds("made_at"),
    Column("starts_at", BigInteger),
    Column("due_at", BigInteger),
    Column("seeking_since", BigInteger),
    milliseconds("resumed_at", "0"),
    count("failures", "0"),
    Column("set_aside_at", BigInteger),
    flag("bots", false()),
    flag("listed", false()),
    Index(None, "due_at"),
    Index("race_listed_ix", "made_at", sqlite_where=_LISTED, postgresql_where=_LISTED),
)
"""The pages show `listed` rooms to everybody while they wait."""

racer = table(
    "racer",
    foreign_key("code", by="race.code", length=6),
    foreign_key("player_id", by="player.id"),
    text("name"),
    milliseconds("joined_at"),
    milliseconds("seen_at"),
    flag("ready"),
    flag("left"),
    flag("raced", false()),
    characters("whence", 16, ""),
    Index(None, "player_id"),
)
"""The people in a race, with the names that they use in it. `whence` marks the network that a racer came from; it is
emptied a day later."""

waiting = table(
    "waiting",
    Column("player_id", String(16), primary_key=True),
    text("game"),
    text("options"),
    text("name"),
    flag("bot"),
    Column("rating", Double),
    milliseconds("since"),
    milliseconds("seen_at"),
    Column("code", String(6)),
    Index(None, "game", "options"),
)
"""Who waits for somebody to race, and the race once there is one. A row is deleted when its player has given no sign
for some seconds. It has no foreign keys, so it never delays the deletion of anything else."""

race_request = table(
    "race_request",
    foreign_key("player_id", by="account.player_id"),
    foreign_key("asker_id", by="account.player_id"),
    Column("code", String(6), ForeignKey("race.code"), nullable=False),
    milliseconds("asked_at"),
    Index(None, "asker_id"),
)
"""Whom the host of a race has asked to come. One asks another into one room at a time: the last."""

_RUNNING = sql("ended_at IS NULL")

heat = table(
    "heat",
    foreign_key("code", by="race.code", length=6),
    numbered_key("number"),
    count("match"),
    text("deal"),
    characters("deck", 104),
    flag("proved"),
    milliseconds("began_at"),
    Column("ended_at", BigInteger),
    characters("likeness", 52, ""),
    Index(None, "likeness"),
    Index("heat_running_ix", "code", sqlite_where=_RUNNING, postgresql_where=_RUNNING),
)
"""The deals of a race. A row appears only when the deal is shown, so nobody can read it before."""

_DOUBTED = sql("doubts IS NOT NULL")

run = table(
    "run",
    Column("code", String(6), primary_key=True),
    numbered_key("number"),
    foreign_key("player_id", by="player.id"),
    reference("session_id", to="session.id"),
    Column("outcome", Text),
    count("home", "0"),
    count("steps", "0"),
    milliseconds("ms", "0"),
    Column("doubts", Text),
    flag("bot", false()),
    Column("rating", Double),
    Column("deviation", Double),
    CheckConstraint("outcome IN ('won', 'given-up', 'forfeited', 'stopped')", name="outcome"),
    ForeignKeyConstraint(["code", "number"], ["heat.code", "heat.number"], name="run_heat_fk"),
    Index(None, "session_id"),
    Index("run_doubts_ix", "session_id", sqlite_where=_DOUBTED, postgresql_where=_DOUBTED),
)
"""One racer's game in a heat. The columns from `outcome` to `doubts` are filled in when the run ends. `doubts` has
words about a win that looks as if a program had played it. The columns after it say what the racer stakes, and are
settled when the heat begins: `rating` is null for a racer who stakes nothing."""
