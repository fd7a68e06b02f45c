"""The dailies in a list for feeds and calendars: the same for everybody, so without anything of an open deal."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.features.daily.rows import dailies
from app.features.daily.rows.dailies import DailyDeal
from app.features.daily.service.calendar import DAYS_AHEAD, DayState, closes_at, opens_at, settled_options, state
from engine.games import GAMES
from engine.rules import Game

DAYS_BACK = 14
"""How many days before today are listed: programs ask far more often than that."""


class ListedDaily(NamedTuple):
    """A daily of a list that everybody may read."""

    day: date
    game: Game
    options: Mapping[str, str]
    """The options that the day settles."""
    deal: int | None
    """The number of its deal; None until the day has closed."""
    changed_at: int
    """When what everybody may know of it last changed."""


def latest(connection: Connection, game: Game | None, now: int) -> list[ListedDaily]:
    """List the dailies that have begun, of one game or of all, the latest day first."""
    last = today(now)
    known = _list_known(connection, last, now)
    days = [last - timedelta(days=back) for back in range(DAYS_BACK + 1)]
    return [known[day, one] for day in days for one in _games(game) if (day, one) in known]


def around(connection: Connection, game: Game | None, now: int) -> list[ListedDaily]:
    """List the dailies that have begun, and those to come, of one game or of all, the earliest day first."""
    ahead = [today(now) + timedelta(days=days) for days in range(1, DAYS_AHEAD + 1)]
    coming = [_coming(day, one) for day in ahead for one in _games(game)]
    return sorted([*latest(connection, game, now), *coming], key=lambda one: one.day)


def _games(game: Game | None) -> Sequence[Game]:
    return [game] if game else list(GAMES.values())


def _coming(day: date, game: Game) -> ListedDaily:
    return ListedDaily(day, game, settled_options(game, day), None, opens_at(day - timedelta(days=DAYS_AHEAD)))


def _list_known(connection: Connection, last: date, now: int) -> dict[tuple[date, Game], ListedDaily]:
    found = dailies.deals_between(connection, last - timedelta(days=DAYS_BACK), last)
    return {(one.day, one.game): _public_view(one, now) for one in found}


def _public_view(found: DailyDeal, now: int) -> ListedDaily:
    """Return a daily, with its deal only if its results are settled and its day is over by this clock as well."""
    day, closed = found.day, found.settled and state(found.day, now) is DayState.CLOSED
    changed_at = closes_at(day) if closed else opens_at(day)
    return ListedDaily(day, found.game, found.options, found.deal if closed else None, changed_at)
