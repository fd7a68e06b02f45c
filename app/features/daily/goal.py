"""The dailies as a goal for a week."""

from sqlalchemy import Connection

from app.core.clock import today
from app.core.words import numbered
from app.features.daily.rows import statistics
from app.play.goals import Goal, TimeSpan

_MOST = 6
"""The most days to ask for; a day off is part of every week."""


def _days(connection: Connection, player_id: str, span: TimeSpan) -> int:
    return len(statistics.days_solved(connection, player_id, today(span.since), today(span.until - 1)))


def wanted(usual: int) -> int:
    """Return on how many days to solve a daily, given the number in four weeks.

    >>> [wanted(days) for days in (0, 1, 12, 28)]
    [1, 1, 4, 6]
    """
    return min(_MOST, usual // 4 + 1)


DAYS = Goal(
    place=40,
    address="/daily",
    reached=_days,
    wanted=wanted,
    words=lambda days: numbered(days, "Solve a daily.", "Solve dailies on {number} days."),
    so_far=lambda days: numbered(days, "One day so far", "{number} days so far").capitalize(),
)
