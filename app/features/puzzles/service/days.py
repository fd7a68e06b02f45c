"""Days in a row on which a player solved the puzzle of the day; nothing is lost with one that ends."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.core.refusals import NotFound
from app.features.puzzles.rows import days
from app.features.puzzles.service import choosing

DAY_MS = 24 * 3_600_000
LONGEST = 1_000
"""A longer run of days is counted as this many."""


class DaysInRow(NamedTuple):
    """A player's run of days up to today, or up to yesterday as long as today's puzzle is not solved."""

    days: int
    solved_today: bool
    next_at: int
    """When the next puzzle comes."""


def of_puzzle(connection: Connection, puzzle_id: str, at: int) -> date | None:
    """Return the day of a time if a puzzle is that day's, or else None. This is for the lane of heavy reads."""
    day = today(at)
    try:
        return day if choosing.of_day(connection, day, at).id == puzzle_id else None
    except NotFound:
        return None


def note(connection: Connection, player_id: str, day: date) -> None:
    """Store that a player solved the puzzle of a day on it."""
    days.note(connection, player_id, day)


def in_row(connection: Connection, player_id: str | None, now: int) -> DaysInRow:
    """Return a player's run of days so far."""
    day = today(now)
    # A clock that was ahead for a while may have stored days that are still to come.
    solved = [one for one in days.latest(connection, player_id, LONGEST) if one <= day] if player_id else []
    return DaysInRow(count(solved, day), day in solved[:1], (now // DAY_MS + 1) * DAY_MS)


def count(solved: Sequence[date], day: date) -> int:
    """Count the days in a row up to a day or the day before it; `solved` has the latest first.

    >>> november = [date(2026, 11, number) for number in (9, 8, 7, 5)]
    >>> [count(november, date(2026, 11, number)) for number in (9, 10, 11)]
    [3, 3, 0]
    """
    if not solved or solved[0] < day - timedelta(days=1):
        return 0
    return sum(one == solved[0] - timedelta(days=back) for back, one in enumerate(solved))
