"""Statements about runs of races that look as if a program had played them."""

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, func, select

from app.store.ids import first_id
from app.store.schema import race, racer, run
from engine.games import find
from engine.rules import Game


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
    doubted = (
        select(
            run.c.session_id, race.c.game, run.c.code, run.c.number, racer.c.name, run.c.steps, run.c.ms, run.c.doubts
        )
        .join(race, race.c.code == run.c.code)
        .outerjoin(racer, (racer.c.code == run.c.code) & (racer.c.player_id == run.c.player_id))
        .where(_since(since))
        .order_by(run.c.session_id.desc())
        .limit(at_most)
    )
    return [DoubtfulRun(row[0], find(row[1]), *row[2:]) for row in connection.execute(doubted)]


def count(connection: Connection, since: int) -> int:
    """Count the runs begun since a time that look so."""
    return connection.execute(select(func.count()).select_from(run).where(_since(since))).scalar_one()


def _since(time: int) -> ColumnElement[bool]:
    return and_(run.c.doubts.is_not(None), run.c.session_id >= first_id(time))
