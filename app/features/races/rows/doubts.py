"""Statements about wins in races that look as if a program had played them."""

from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select, update

from app.core.store.ids import first_id
from app.core.store.unreadable import each, reads
from app.features.races.tables import race, racer, run
from engine.games import find as find_game
from engine.rules import Game


class DoubtfulRun(NamedTuple):
    """A run that was won, and the reasons why it looks as if a program had played it."""

    session_id: str
    game: Game
    code: str
    heat: int
    name: str | None
    """The name that its player used in the race."""
    steps: int
    ms: int
    doubts: str


def mark_run(connection: Connection, code: str, session_id: str, doubts: str) -> None:
    """Store what makes a run look as if a program had played it."""
    connection.execute(update(run).where(run.c.session_id == session_id, run.c.code == code).values(doubts=doubts))


def doubtful_runs(connection: Connection, since: int, at_most: int) -> list[DoubtfulRun]:
    """List at most `at_most` of the suspicious runs begun since a time, the latest first."""
    doubted = (
        select(
            run.c.session_id, race.c.game, run.c.code, run.c.number, racer.c.name, run.c.steps, run.c.ms, run.c.doubts
        )
        .join(race, race.c.code == run.c.code)
        .outerjoin(racer, (racer.c.code == run.c.code) & (racer.c.player_id == run.c.player_id))
        .where(_is_doubted(since))
        .order_by(run.c.session_id.desc())
        .limit(at_most)
    )
    return each(_doubtful, connection.execute(doubted))


def count_doubtful_runs(connection: Connection, since: int) -> int:
    """Count the suspicious runs begun since a time."""
    return connection.execute(select(func.count()).select_from(run).where(_is_doubted(since))).scalar_one()


def doubts_about(connection: Connection, session_id: str) -> tuple[str, str] | None:
    """Return the player of a run and what looks wrong about the run; None if nothing does."""
    found = connection.execute(select(run.c.player_id, run.c.doubts).where(run.c.session_id == session_id)).first()
    return (found.player_id, found.doubts) if found and found.doubts is not None else None


def keep_doubts(connection: Connection, session_id: str, doubts: str | None) -> None:
    """Store what looks wrong about a run; None for nothing."""
    connection.execute(update(run).where(run.c.session_id == session_id).values(doubts=doubts))


def _is_doubted(time: int) -> ColumnElement[bool]:
    return and_(run.c.doubts.is_not(None), run.c.session_id >= first_id(time))


@reads(run)
def _doubtful(row: Row[Any]) -> DoubtfulRun:
    session_id, slug, *rest = tuple(row)
    return DoubtfulRun(session_id, find_game(slug), *rest)
