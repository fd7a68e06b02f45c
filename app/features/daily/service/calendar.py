"""The days of the daily challenge: when a day opens and closes, and what people play on it. Days are UTC days."""

import re
from calendar import monthrange
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from app.core.clock import today
from app.core.refusals import NotFound
from app.features.daily.values.event import DAY_MS, InDaily
from app.play.values.shelf import Band
from engine.games import find
from engine.rules import Game, Variant

GENTLE_IN_TURN = ("fortress", "stalactites", "stonewall")
"""The games that take turns at having a gentle deal, one each day, so that somebody new can keep a streak: those whose
gentle deals a careful beginner wins more than two times in five."""
DAYS_AHEAD = 7
"""How many days ahead of its day a deal is chosen."""
FIRST_DAY, LAST_DAY = date(2026, 1, 1), date(2999, 12, 31)
"""The first and last day that an address may name. They are far from the ends of Python's calendar, so there is always
a week and a month around a day.
"""
_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})", re.ASCII)


class DayState(StrEnum):
    """How a daily stands."""

    COMING = "coming"
    OPEN = "open"
    CLOSING = "closing"
    """Nobody can begin any more, but players who have begun can finish."""
    CLOSED = "closed"


def read_day(text: str) -> date:
    """Read a day written like 2026-11-20; raise `NotFound`."""
    try:
        day = datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=UTC).date()
    except ValueError:
        raise NotFound("A day is written like 2026-11-20.") from None
    if day.isoformat() != text or not FIRST_DAY <= day <= LAST_DAY:
        raise NotFound("There is no daily challenge on this day.")
    return day


def read_month(text: str) -> date:
    """Read a month written like 2026-11 as its first day; raise `NotFound`."""
    written = _MONTH.fullmatch(text)
    if written is None or not 1 <= int(written[2]) <= 12:
        raise NotFound("A month is written like 2026-11.")
    if not has_month(written[0]):
        raise NotFound("There are no daily challenges in this month.")
    return date(int(written[1]), int(written[2]), 1)


def has_month(text: str) -> bool:
    """Return whether a month written like 2026-11 has days that an address may name."""
    return f"{FIRST_DAY:%Y-%m}" <= text <= f"{LAST_DAY:%Y-%m}"


def last_day(month: date) -> date:
    """Return the last day of a month; `month` is its first."""
    return month + timedelta(days=monthrange(month.year, month.month)[1] - 1)


def opens_at(day: date) -> int:
    """Return the time at which a day begins."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp() * 1000)


def ends_at(day: date) -> int:
    """Return the time from which nobody can begin."""
    return opens_at(day) + DAY_MS


def closes_at(day: date) -> int:
    """Return the time from which nothing about a day is secret."""
    return InDaily(day).closes_at


def state(day: date, now: int) -> DayState:
    """Return the state of a day's dailies at a time."""
    if now < opens_at(day):
        return DayState.COMING
    if now < ends_at(day):
        return DayState.OPEN
    return DayState.CLOSING if now < closes_at(day) else DayState.CLOSED


def first_open(now: int) -> date:
    """Return the earliest day that is not closed."""
    yesterday = today(now) - timedelta(days=1)
    return yesterday if state(yesterday, now) is not DayState.CLOSED else today(now)


def days_to_choose(now: int) -> list[date]:
    """List the days whose deals should be known by now."""
    return [today(now) + timedelta(days=ahead) for ahead in range(DAYS_AHEAD + 1)]


def settled_options(game: Game, day: date) -> dict[str, str]:
    """Return the options that the day settles, taking each value in turn. Options that attempts choose stay open."""
    turn = day.toordinal()
    return {
        option.name: list(option.values)[turn % len(option.values)]
        for option in game.options
        if option.default is not None
    }


def variants(game: Game, day: date) -> list[Variant]:
    """List the variants of a game that may be played on a day; the deal must be winnable under each."""
    return game.variants(settled_options(game, day))


def gentle_game(day: date) -> Game:
    """Return the game whose deal is gentle on a day, however hard the others are."""
    return find(GENTLE_IN_TURN[day.toordinal() % len(GENTLE_IN_TURN)])


def band(day: date, game: Game) -> Band:
    """Return how hard the deal of a game is to be on a day."""
    return Band.GENTLE if game is gentle_game(day) else band_of_week(day)


def found_band(day: date, stored: Band | None) -> Band:
    """Return how hard a deal is that was found for a day; where nobody stored it, how hard it was meant to be."""
    return stored or band_of_week(day)


def band_of_week(day: date) -> Band:
    """Return how hard the deals of a day are but for the gentle one; they get harder through the week."""
    match day.isoweekday():
        case 1 | 2:
            return Band.GENTLE
        case 3 | 4 | 5:
            return Band.STEADY
        case _:
            return Band.HARD
