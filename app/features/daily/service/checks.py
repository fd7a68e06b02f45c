"""Check that boards and standings follow from the results of dailies."""

from collections import Counter
from datetime import date

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.daily.rows import boards, claims, standings
from app.features.daily.service import results
from app.features.daily.service.standings import Period, periods_of, read_period
from app.play.checking import Check, Fault
from app.play.rows.whole import BrokenRow
from engine.rules import Game


def check_daily(connection: Connection, found: tuple[date, Game] | BrokenRow) -> list[Fault]:
    """Check the scores of a daily's results, and count its boards again."""
    if isinstance(found, BrokenRow):
        return [Fault(f"daily {found.id}", found.reason)]
    day, game = found
    place = f"daily {day} {game.slug}"
    faults, counted = [], Counter[tuple[str, int]]()
    for one in claims.ended_attempts(connection, day, game):
        if isinstance(one, BrokenRow):
            faults.append(Fault(place, one.reason))
            continue
        if one.score != results.score(one):
            faults.append(Fault(place, f"The score of session {one.session_id} is not that of its result."))
        for board in boards.boards_of(one):
            counted[board, one.score >> boards.PART_BITS] += 1
    kept = claims.buckets(connection, day, game)
    for where in sorted(counted.keys() | kept.keys()):
        there, here = counted[where], kept.get(where, 0)
        if there != here:
            name, part = where
            faults.append(Fault(place, f"The board {name} counts {here} in part {part}, but there are {there}."))
    return faults


def periods(connection: Connection) -> list[Period]:
    """List the periods that have standings, or should."""
    held = claims.settled_days(connection)
    kept = map(_period, standings.periods(connection))
    return sorted({*kept, *(period for day in held for period in periods_of(day))}, key=lambda period: period.key)


def check_standings(connection: Connection, period: Period) -> list[Fault]:
    """Count the standings of a period again, in each game and overall."""
    there = standings.gather(connection, period.first, period.last)
    here = standings.stored_standings(connection, period.key)
    return [
        Fault(
            f"standings {period.key} {slug}".strip(),
            f"Player {player_id} has {_points(here.get((slug, player_id)))}, but the results bring "
            f"{_points(there.get((slug, player_id)))}.",
        )
        for slug, player_id in sorted(there.keys() | here.keys())
        if there.get((slug, player_id)) != here.get((slug, player_id))
    ]


def _period(key: str) -> Period:
    try:
        return read_period(key)
    except NotFound:
        # No results belong to such a period, so every standing in it is a fault.
        return Period(key, date.max, date.min)


def _points(gained: tuple[int, int] | None) -> str:
    return "no standing" if gained is None else f"{gained[0]} points and {gained[1]} solved"


DAILIES = Check(10, "Dailies and their boards", claims.list_dailies, check_daily)
STANDINGS = Check(30, "Periods of standings", periods, check_standings)
