"""A player's plan for the week: goals a little above what the player did in the weeks before."""

from typing import NamedTuple

from sqlalchemy import Connection

from app.play.goals import GOALS, Goal, TimeSpan

DAY_MS = 24 * 3_600_000
WEEK_MS = 7 * DAY_MS
WEEKS_BEFORE = 4
"""How many weeks say what somebody plays."""
AT_FIRST = 4
"""How many goals somebody gets who has played nothing."""


class PlannedGoal(NamedTuple):
    """A goal of somebody's week."""

    goal: Goal
    wanted: int
    reached: int

    @property
    def done(self) -> bool:
        """Return whether the player has reached it."""
        return self.reached >= self.wanted


class WeekPlan(NamedTuple):
    """The goals of somebody's week."""

    goals: list[PlannedGoal]
    ends_at: int


def week_of(now: int) -> TimeSpan:
    """Return the week of a time, from Monday to Sunday in UTC; the first day of 1970 was a Thursday.

    >>> week_of(0)
    TimeSpan(since=-259200000, until=345600000)
    """
    since = (now + 3 * DAY_MS) // WEEK_MS * WEEK_MS - 3 * DAY_MS
    return TimeSpan(since, since + WEEK_MS)


def of_player(connection: Connection, player_id: str, now: int) -> WeekPlan:
    """Return a player's plan for the week, which stays the same until the week ends."""
    week = week_of(now)
    before = TimeSpan(week.since - WEEKS_BEFORE * WEEK_MS, week.since)
    reached = [
        (goal, goal.reached(connection, player_id, before)) for goal in sorted(GOALS, key=lambda each: each.place)
    ]
    known = [(goal, usual) for goal, usual in reached if usual or goal.fits(connection, player_id, week.since)]
    planned = [
        PlannedGoal(goal, goal.wanted(usual), goal.reached(connection, player_id, week)) for goal, usual in pick(known)
    ]
    return WeekPlan(planned, week.until)


def pick(known: list[tuple[Goal, int]]) -> list[tuple[Goal, int]]:
    """Return the goals of a week, given how far the player usually comes: what the player plays, and one new thing.

    Somebody who has played nothing gets the first few of them.
    """
    new = [goal for goal, usual in known if not usual]
    left_out = new[1 if len(new) < len(known) else AT_FIRST :]
    return [(goal, usual) for goal, usual in known if goal not in left_out]
