"""What the operator wants to know about races, and what a server forgets about them."""

from typing import NamedTuple

from sqlalchemy import Connection

from app.features.races.rows import races
from app.features.races.service import moderating

_DAY_MS = 24 * 3_600_000


class RaceFigures(NamedTuple):
    """The state of the races in numbers."""

    due: int
    """Races that a server still has to look after."""
    doubtful: int
    """Wins of the last thirty days that look as if a program had played."""


def read_figures(connection: Connection, now: int) -> RaceFigures:
    """Return the state of the races in numbers."""
    return RaceFigures(races.count_due(connection), moderating.count_doubtful_runs(connection, now))


def forget_networks(connection: Connection, now: int, at_most: int) -> bool:
    """Forget where some racers came from who joined more than a day ago; return whether there were any."""
    return races.forget_networks(connection, now - _DAY_MS, at_most)
