"""Statements about a player's games."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, bindparam, func, select

from app.model.daily import Attempt
from app.store import attempts
from app.store.schema import attempt, daily, session
from app.store.texts import STATUS, deck_of, lines_of
from engine.deals import Deck
from engine.games import variant_of
from engine.record import Status
from engine.rules import Variant


@dataclass(frozen=True, slots=True)
class Playing:
    """What statistics need of a session."""

    variant: Variant
    deck: Deck
    status: Status
    steps: int
    played_ms: int


_SOLVED_BY_DAY = (
    select(attempt.c.day, func.count(attempt.c.game.distinct()).label("solved"))
    .where(attempt.c.player_id == bindparam("whose"), attempt.c.solved.is_(True))
    .group_by(attempt.c.day)
)
_PLAYINGS = (
    select(
        session.c.game,
        session.c.options,
        session.c.deck,
        session.c.status,
        session.c.steps,
        session.c.played_ms,
    )
    .where(session.c.player_id == bindparam("whose"), session.c.steps > 0)
    .order_by(session.c.changed_at.desc(), session.c.id.desc())
    .limit(bindparam("at_most"))
)
_FIRST_TRIES = (
    select(attempt, daily.c.lines)
    .join(daily, (daily.c.day == attempt.c.day) & (daily.c.game == attempt.c.game))
    .where(attempt.c.player_id == bindparam("whose"), attempt.c.number == 1, attempt.c.ended_at.is_not(None))
    .order_by(attempt.c.day.desc(), attempt.c.game)
    .limit(bindparam("at_most"))
)


def solved_by_day(connection: Connection, player_id: str) -> dict[date, int]:
    """Return how many dailies the player solved in time of each day, days without any left out."""
    return {row.day: row.solved for row in connection.execute(_SOLVED_BY_DAY, {"whose": player_id})}


def playings(connection: Connection, player_id: str, limit: int) -> list[Playing]:
    """List the player's sessions in which a move was made, the last played first."""
    rows = connection.execute(_PLAYINGS, {"whose": player_id, "at_most": limit})
    return [
        Playing(variant_of(row.game, row.options), deck_of(row.deck), STATUS[row.status], row.steps, row.played_ms)
        for row in rows
    ]


def first_tries(connection: Connection, player_id: str, limit: int) -> list[tuple[Attempt, int]]:
    """List the player's first attempts that have ended, each with its par, the last day first."""
    rows = connection.execute(_FIRST_TRIES, {"whose": player_id, "at_most": limit})
    found = ((attempts.read(row[: attempts.WIDTH]), row[attempts.WIDTH]) for row in rows)
    return [(one, len(lines_of(one.game, lines)[one.variant])) for one, lines in found]
