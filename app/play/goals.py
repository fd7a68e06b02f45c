"""Small goals for a week: each feature has some, and a plan picks from them by what somebody plays.

Goals follow from what is stored anyway, so nothing counts them, and nothing is lost with a week.
"""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.slots import Slot
from app.core.words import numbered

MOST_DAYS = 6
"""The most days to ask for; a day off is part of every week."""


class TimeSpan(NamedTuple):
    """A time from its beginning to before its end, in milliseconds."""

    since: int
    until: int


class Goal(NamedTuple):
    """Something to reach in a week."""

    place: int
    """Where it stands among the goals, the gentlest first."""
    address: str
    """The page on which to begin."""
    reached: Callable[[Connection, str, TimeSpan], int]
    """Returns how far a player came in a span, as a number that grows; 0 if the player did nothing of the kind."""
    wanted: Callable[[int], int]
    """Returns how far to come in a week, given how far the player came in the weeks before."""
    words: Callable[[int], str]
    """Says what is wanted, as a request."""
    so_far: Callable[[int], str]
    """Says how far a player came who is on the way; empty if there is nothing to say."""
    fits: Callable[[Connection, str, int], bool] = lambda _connection, _player_id, _since: True
    """Returns whether the goal may be the new thing of the week of a player that begins at a time."""


GOALS = Slot[Goal]("goals for a week")


def wanted_days(usual: int) -> int:
    """Return on how many days to do something, given the number in four weeks.

    >>> [wanted_days(days) for days in (0, 3, 12, 28)]
    [1, 1, 4, 6]
    """
    return min(MOST_DAYS, usual // 4 + 1)


def days_so_far(days: int) -> str:
    """Return in words on how many days somebody did it who is on the way."""
    return numbered(days, "One day so far", "{number} days so far").capitalize()
