"""Forgiving streaks: days in a row on which a player solved a daily, with rest days for missed ones.

Only days with a daily count. Every tenth solved day in a row earns a rest day, and a player can keep three. A missed
day uses one up; without one, it ends the streak.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import date

from sqlalchemy import Connection

from app.core.clock import today
from app.features.daily.rows import dailies, statistics
from app.features.daily.service.calendar import first_open

DAYS_A_REST = 10
"""How many days solved in a row earn a rest day."""
MOST_RESTS = 3


@dataclass(frozen=True, slots=True)
class Streak:
    """A player's streak now."""

    current: int = 0
    """Days solved since the last day that was missed without a rest day."""
    best: int = 0
    rests: int = 0
    """Rest days kept."""
    rested: frozenset[date] = field(default_factory=frozenset)
    """The missed days that a rest day bridged."""


def streak(over: Iterable[date], solved: Collection[date]) -> Streak:
    """Count a streak along the days that are over and had a daily; `solved` may hold days that are not over.

    >>> from datetime import timedelta
    >>> days = [date(2026, 11, 1) + timedelta(ahead) for ahead in range(14)]
    >>> streak(days, set(days) - {days[11]})
    Streak(current=13, best=13, rests=0, rested=frozenset({datetime.date(2026, 11, 12)}))
    >>> missed_early = streak(days[:4], [days[0], days[1], days[3]])
    >>> missed_early.current, missed_early.best
    (1, 2)
    >>> streak(days[:1], days[:2]).current
    2
    """
    current = best = rests = 0
    rested: set[date] = set()
    for day in sorted({*over, *solved}):
        if day in solved:
            current += 1
            best = max(best, current)
            if current % DAYS_A_REST == 0:
                rests = min(rests + 1, MOST_RESTS)
        elif rests:
            rests -= 1
            rested.add(day)
        else:
            current = 0
    return Streak(current, best, rests, frozenset(rested))


def until_now(connection: Connection, player_id: str, now: int) -> Streak:
    """Return a player's streak over the days that have closed, which says nothing about open ones."""
    solved = {day for day in statistics.solved_by_day(connection, player_id) if day < first_open(now)}
    if not solved:
        return Streak()
    held = dailies.days_between(connection, min(solved), today(now))
    return streak([day for day in held if day < first_open(now)], solved)


def of_player(connection: Connection, player_id: str | None, now: int) -> Streak:
    """Return a player's streak; a missed day counts once nobody can end an attempt at it any more."""
    solved = statistics.solved_by_day(connection, player_id) if player_id else {}
    if not solved:
        return Streak()
    held = dailies.days_between(connection, min(solved), today(now))
    return streak([day for day in held if day < first_open(now)], solved.keys())
