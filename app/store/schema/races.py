"""Races: rooms, racers, heats and runs."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    Text,
    false,
    text,
)

from app.store.schema.metadata import metadata

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
    Column("seeking_since", BigInteger),
    Column("resumed_at", BigInteger, nullable=False, server_default="0"),
    Column("failures", Integer, nullable=False, server_default="0"),
    Column("set_aside_at", BigInteger),
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
    Column("raced", Boolean, nullable=False, server_default=false()),
    sqlite_with_rowid=False,
)
"""Who takes part in a race, by the name that is used in it."""

_RUNNING = text("ended_at IS NULL")

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
    Index(None, "likeness"),
    Index("heat_running_ix", "code", sqlite_where=_RUNNING, postgresql_where=_RUNNING),
    sqlite_with_rowid=False,
)
"""The deals of a race. A row appears only when the deal is shown, so nobody can read it before."""

_DOUBTED = "doubts IS NOT NULL"

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
    Column("doubts", Text),
    CheckConstraint("outcome IN ('won', 'given-up', 'forfeited', 'stopped')", name="outcome"),
    ForeignKeyConstraint(["code", "number"], ["heat.code", "heat.number"], name="run_heat_fk"),
    Index(None, "session_id"),
    Index("run_doubts_ix", "session_id", sqlite_where=text(_DOUBTED), postgresql_where=text(_DOUBTED)),
    sqlite_with_rowid=False,
)
"""One racer's game in a heat. What stands after `session_id` is filled in when it ends; `doubts` are words about a win
that looks as if a program had played it."""
