"""Statements about runs of races that look as if a program had played them."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, func, select

from app.store.ids import first_id
from app.store.schema import race, racer, run
from engine.games import find
from engine.rules import Game

_SINCE = (run.c.doubts.is_not(None), run.c.session_id >= bindparam("first"))
_LIST = (
    select(run.c.session_id, race.c.game, run.c.code, run.c.number, racer.c.name, run.c.steps, run.c.ms, run.c.doubts)
    .join(race, race.c.code == run.c.code)
    .outerjoin(racer, (racer.c.code == run.c.code) & (racer.c.player_id == run.c.player_id))
    .where(*_SINCE)
    .order_by(run.c.session_id.desc())
    .limit(bindparam("at_most"))
)
_COUNT = select(func.count()).select_from(run).where(*_SINCE)


class DoubtfulRun(NamedTuple):
    """A run that was won, and what about it looks as if a program had played."""

    session_id: str
    game: Game
    code: str
    heat: int
    name: str | None
    """By which its player raced."""
    steps: int
    ms: int
    doubts: str


def listed(connection: Connection, since: int, at_most: int) -> list[DoubtfulRun]:
    """List so many of the suspicious runs begun since a time, the latest first."""
    return [
        DoubtfulRun(row[0], find(row[1]), *row[2:])
        for row in connection.execute(_LIST, {"first": first_id(since), "at_most": at_most})
    ]


def count(connection: Connection, since: int) -> int:
    """Count the runs begun since a time that look so."""
    return connection.execute(_COUNT, {"first": first_id(since)}).scalar_one()
