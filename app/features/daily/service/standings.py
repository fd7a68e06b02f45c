"""Standings over a week, a month and all time, in each game and overall: points for every daily that is over.

A ranked first try brings points by its tier. A player who solves a daily at a later attempt, or with an account made
later, gets one point. Programs have standings of their own, by their first attempts. Nothing is estimated: a daily's
points are added when its results are final, and counted again when a result is hidden, restored or taken over from a
guest.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.daily.rows import standings
from app.features.daily.rows.standings import Standing
from app.features.daily.service.calendar import FIRST_DAY, LAST_DAY
from app.features.daily.values.daily import Daily
from app.features.profiles import rows as profiles
from app.features.ratings.values.strength import PlayerKind
from app.people.service.audiences import Audience, choose
from engine.rules import Game

SHOWN, EACH_WAY = 100, 5
"""How many of the best are shown, and how many before and after somebody who is not among them."""

_WEEK = re.compile(r"([0-9]{4})-W([0-9]{2})", re.ASCII)
_MONTH = re.compile(r"([0-9]{4})-([0-9]{2})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Period:
    """Some days in a row, including both ends."""

    key: str
    """`2026-W47`, `2026-11` or `all`."""
    first: date
    last: date


ALL_TIME = Period("all", date.min, date.max)


@dataclass(frozen=True, slots=True)
class StandingsQuery:
    """The standings that somebody asks for."""

    period: Period
    game: Game | None
    """None for all games together."""
    kind: PlayerKind


@dataclass(frozen=True, slots=True)
class Ranked:
    """Somebody's standing with its rank; standings with equal points share one."""

    rank: int
    standing: Standing
    mine: bool


@dataclass(frozen=True, slots=True)
class StandingsView:
    """The standings of a period as one visitor sees them."""

    asked: StandingsQuery
    best: list[Ranked]
    near: list[Ranked]
    """The visitor's standing with its neighbours, if it is not among the best."""
    size: int


def week_of(day: date) -> Period:
    """Return the week of a day, from Monday to Sunday.

    >>> week_of(date(2026, 11, 20)).key
    '2026-W47'
    """
    year, week, weekday = day.isocalendar()
    first = day - timedelta(weekday - 1)
    return Period(f"{year}-W{week:02}", first, first + timedelta(6))


def month_of(day: date) -> Period:
    """Return the month of a day.

    >>> month_of(date(2026, 2, 3)).last
    datetime.date(2026, 2, 28)
    """
    following = (day.replace(day=28) + timedelta(4)).replace(day=1)
    return Period(f"{day:%Y-%m}", day.replace(day=1), following - timedelta(1))


def periods_of(day: date) -> tuple[Period, ...]:
    """List the periods that a day belongs to."""
    return week_of(day), month_of(day), ALL_TIME


def read_period(text: str) -> Period:
    """Read a period's key; raise `NotFound`."""
    if text == ALL_TIME.key:
        return ALL_TIME
    first = _first_day(text)
    if first is None:
        raise NotFound("Ask for the standings of a week like 2026-W47, of a month like 2026-11, or of all time.")
    # Check this before working out a week: at the ends of Python's calendar, that fails.
    if not FIRST_DAY - timedelta(6) <= first <= LAST_DAY:
        raise NotFound("There are no standings for that time.")
    return week_of(first) if _WEEK.fullmatch(text) else month_of(first)


def _first_day(text: str) -> date | None:
    """Return the first day of a week or a month; None if the text is neither."""
    try:
        if week := _WEEK.fullmatch(text):
            return date.fromisocalendar(int(week[1]), int(week[2]), 1)
        if month := _MONTH.fullmatch(text):
            return date(int(month[1]), int(month[2]), 1)
    except ValueError:
        pass
    return None


def add_page(connection: Connection, daily: Daily, to: str) -> None:
    """Add a daily's results, from where the walk has got to, up to session `to`."""
    for period in periods_of(daily.day):
        standings.add_results(connection, period.key, daily, to)


def recount(connection: Connection, player_id: str, days: Iterable[date]) -> None:
    """Recount somebody's points in the periods of days on which a result has changed, each period once."""
    for period in {period for day in days for period in periods_of(day)}:
        standings.recount(connection, player_id, period.key, period.first, period.last)


def look(
    connection: Connection, asked: StandingsQuery, player_id: str | None, among: str
) -> tuple[StandingsView, list[Audience], Audience | None, set[str]]:
    """Return standings, the visitor's audiences, the chosen one, and the players shown who have a public page.

    Raises:
        NotFound: as `choose` does.
    """
    # Programs are compared only with one another.
    bots = asked.kind is PlayerKind.BOTS
    mine, chosen, members = ([], None, None) if bots else choose(connection, player_id, among)
    table = read(connection, asked, player_id, members)
    shown = [place.standing.player_id for place in (*table.best, *table.near)]
    return table, mine, chosen, profiles.public_among(connection, shown)


def read(
    connection: Connection, asked: StandingsQuery, player_id: str | None, members: Sequence[str] | None
) -> StandingsView:
    """Return the standings of all people or programs, or of these people ranked among themselves."""
    period, game, kind = asked.period.key, asked.game, asked.kind
    if members is not None:
        rows = standings.among(connection, period, game, members, SHOWN)
        return StandingsView(asked, _rank(rows, player_id), [], len(rows))
    best = _rank(standings.top(connection, period, game, kind, SHOWN), player_id)
    size = standings.size(connection, period, game, kind)
    if player_id is None or any(place.mine for place in best):
        return StandingsView(asked, best, [], size)
    own = standings.of_player(connection, period, game, player_id)
    near = _near(connection, period, game, own) if own and own.kind is kind else []
    return StandingsView(asked, best, near, size)


def _rank(rows: list[Standing], player_id: str | None) -> list[Ranked]:
    places: list[Ranked] = []
    for at, row in enumerate(rows):
        shares = at > 0 and row.points == rows[at - 1].points
        places.append(Ranked(places[-1].rank if shares else at + 1, row, row.player_id == player_id))
    return places


def _near(connection: Connection, period: str, game: Game | None, own: Standing) -> list[Ranked]:
    rows = [*standings.around(connection, period, game, own, EACH_WAY), own]
    rows.sort(key=lambda row: (row.points, row.player_id), reverse=True)
    ranks = {
        points: standings.rank(connection, period, game, own.kind, points) for points in {row.points for row in rows}
    }
    return [Ranked(ranks[row.points], row, row is own) for row in rows]
