"""Statements about a player's games."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection, func, select

from app.model.daily import Attempt
from app.store import attempts
from app.store.schema import attempt, daily, session
from app.store.sessions import WHOLE_GAME
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


def solved_by_day(connection: Connection, player_id: str) -> dict[date, int]:
    """Return how many dailies the player solved in time of each day, days without any left out."""
    solved = (
        select(attempt.c.day, func.count(attempt.c.game.distinct()).label("solved"))
        .where(attempt.c.player_id == player_id, attempt.c.solved.is_(True))
        .group_by(attempt.c.day)
    )
    return {row.day: row.solved for row in connection.execute(solved)}


def playings(connection: Connection, player_id: str, limit: int) -> list[Playing]:
    """List the player's sessions in which a move was made, the last played first."""
    columns = ("game", "options", "deck", "status", "steps", "played_ms")
    played = (
        select(*(session.c[name] for name in columns))
        .where(session.c.player_id == player_id, session.c.steps > 0, WHOLE_GAME)
        .order_by(session.c.changed_at.desc(), session.c.id.desc())
        .limit(limit)
    )
    return [
        Playing(variant_of(row.game, row.options), deck_of(row.deck), STATUS[row.status], row.steps, row.played_ms)
        for row in connection.execute(played)
    ]


def first_tries(connection: Connection, player_id: str, limit: int) -> list[tuple[Attempt, int]]:
    """List the player's first attempts that have ended, each with its par, the last day first."""
    ended = (
        select(attempt, daily.c.lines)
        .join(daily, (daily.c.day == attempt.c.day) & (daily.c.game == attempt.c.game))
        .where(attempt.c.player_id == player_id, attempt.c.number == 1, attempt.c.ended_at.is_not(None))
        .order_by(attempt.c.day.desc(), attempt.c.game)
        .limit(limit)
    )
    found = ((attempts.read(row[: attempts.WIDTH]), row[attempts.WIDTH]) for row in connection.execute(ended))
    return [(one, len(lines_of(one.game, lines)[one.variant])) for one, lines in found]
