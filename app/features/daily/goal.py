"""The dailies as a goal for a week."""

from sqlalchemy import Connection

from app.core.clock import today
from app.core.words import numbered
from app.features.daily.rows import statistics
from app.play.goals import Goal, TimeSpan, days_so_far, wanted_days


def _days(connection: Connection, player_id: str, span: TimeSpan) -> int:
    return len(statistics.days_solved(connection, player_id, today(span.since), today(span.until - 1)))


DAYS = Goal(
    place=40,
    address="/daily",
    reached=_days,
    wanted=wanted_days,
    words=lambda days: numbered(days, "Solve a daily.", "Solve dailies on {number} days."),
    so_far=days_so_far,
)
