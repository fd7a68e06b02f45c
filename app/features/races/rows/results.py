"""Statements about how the heats of a player ended."""

from collections.abc import Collection, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, or_, select

from app.core.store.unreadable import each, reads
from app.features.races.tables import heat, race, racer, run
from app.features.races.values.race import RaceRun, RunOutcome
from app.play.rows.sessions import STATUS
from app.play.tables.games import session
from engine.games import variant_of
from engine.rules import Variant

_ROOMS = 20
"""In how many of the rooms into which somebody came last we look for their last results."""


class HeatKey(NamedTuple):
    """Which heat of which race."""

    code: str
    number: int


class HeatResult(NamedTuple):
    """A heat that is over."""

    key: HeatKey
    variant: Variant
    began_at: int
    runs: tuple[RaceRun, ...]
    names: dict[str, str]
    """The names of the racers in it, by player."""


def keys_of(connection: Connection, session_ids: Sequence[str]) -> dict[str, HeatKey]:
    """Return the heats of these sessions that are over, by session."""
    raced = (
        select(run.c.session_id, run.c.code, run.c.number)
        .join(heat, and_(heat.c.code == run.c.code, heat.c.number == run.c.number))
        .where(run.c.session_id.in_(session_ids), heat.c.ended_at.is_not(None))
    )
    return {row.session_id: HeatKey(row.code, row.number) for row in connection.execute(raced)} if session_ids else {}


def latest_of(connection: Connection, player_id: str, at_most: int) -> list[HeatKey]:
    """List the last heats of a player that are over, the latest first."""
    mine = select(racer.c.code).where(racer.c.player_id == player_id, racer.c.raced)
    rooms = mine.order_by(racer.c.joined_at.desc(), racer.c.code).limit(_ROOMS)
    raced = (
        select(run.c.code, run.c.number)
        .join(heat, and_(heat.c.code == run.c.code, heat.c.number == run.c.number))
        .where(run.c.code.in_(rooms), run.c.player_id == player_id, heat.c.ended_at.is_not(None))
        .order_by(heat.c.began_at.desc(), run.c.code)
        .limit(at_most)
    )
    return [HeatKey(*row) for row in connection.execute(raced)]


def find_all(connection: Connection, keys: Collection[HeatKey]) -> dict[HeatKey, HeatResult]:
    """Return these heats with their runs; one that cannot be read is left out."""
    if not keys:
        return {}
    wanted = [and_(run.c.code == key.code, run.c.number == key.number) for key in keys]
    raced = (
        select(run, session.c.status, session.c.changed_at, racer.c.name, race.c.game, race.c.options, heat.c.began_at)
        .join(session, session.c.id == run.c.session_id)
        .join(racer, and_(racer.c.code == run.c.code, racer.c.player_id == run.c.player_id))
        .join(race, race.c.code == run.c.code)
        .join(heat, and_(heat.c.code == run.c.code, heat.c.number == run.c.number))
        .where(or_(*wanted))
        .order_by(run.c.code, run.c.number, run.c.player_id)
    )
    rows = connection.execute(raced)
    found = each(_read, (list(its) for _, its in groupby(rows, lambda row: (row.code, row.number))))
    return {one.key: one for one in found}


def _read(rows: list[Row[Any]]) -> HeatResult:
    first = rows[0]
    names = {row.player_id: row.name for row in rows}
    variant, runs = _variant(first), tuple(_run(row) for row in rows)
    return HeatResult(HeatKey(first.code, first.number), variant, first.began_at, runs, names)


@reads(race)
def _variant(row: Row[Any]) -> Variant:
    return variant_of(row.game, row.options)


@reads(run)
def _run(row: Row[Any]) -> RaceRun:
    outcome = RunOutcome(row.outcome) if row.outcome else None
    return RaceRun(
        row.player_id, row.session_id, STATUS[row.status], outcome, row.home, row.steps, row.changed_at, row.ms
    )
