"""What the operator wants to know about dailies."""

from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.features.daily.rows import attempts, dailies
from app.features.daily.service import calendar
from engine.games import GAMES


class DailyFigures(NamedTuple):
    """The state of the dailies in numbers."""

    ahead: int
    """How many days in a row, from tomorrow on, have all their deals chosen."""
    held: int
    """Held results of the last thirty days that a person has yet to look at."""


def days_ahead(connection: Connection, now: int) -> int:
    """Return how many days in a row, from tomorrow on, have all their deals chosen."""
    days = [today(now) + timedelta(days=ahead) for ahead in range(1, calendar.DAYS_AHEAD + 1)]
    known = dailies.list_known(connection, days)
    lacking = (place for place, day in enumerate(days) if any((day, game) not in known for game in GAMES.values()))
    return next(lacking, len(days))


def held_results(connection: Connection, now: int) -> int:
    """Count the held results of the last thirty days that a person has yet to look at."""
    return attempts.count_held(connection, today(now) - timedelta(days=30))


def read_figures(connection: Connection, now: int) -> DailyFigures:
    """Return the state of the dailies in numbers."""
    return DailyFigures(days_ahead(connection, now), held_results(connection, now))
