"""A player's statistics: by game and options, and day by day for the dailies."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile
from statistics import median_low

from sqlalchemy import Connection

from app.features.archive.service import progress
from app.features.archive.service.progress import Progress
from app.features.daily.rows import statistics
from app.features.daily.rows.statistics import TryInField
from app.features.daily.service import streaks
from app.features.daily.service.streaks import Streak
from app.features.daily.values.daily import DailyAttempt
from app.features.ratings import rows as strengths
from app.features.ratings.values.rating import Rating
from app.features.ratings.values.strength import RatingChange
from app.play.rows import played
from app.play.rows.played import Playing
from app.play.service import judging
from engine.games import GAMES
from engine.record import Status
from engine.rules import Game, Variant

MOST_GAMES, MOST_TRIES = 5_000, 200
"""How many of the latest games are read, and how many of the latest first tries at dailies."""
MOST_CHANGES = 200
"""How many changes of ratings are shown."""
TENTHS = 10


@dataclass(frozen=True, slots=True)
class BestAndMedian:
    """The best and the median of some results."""

    best: int
    median: int


@dataclass(frozen=True, slots=True)
class VariantStatistics:
    """The figures of a player's games of one kind."""

    variant: Variant
    played: int
    """Games in which a move was made, except those on deals that are proved unwinnable."""
    won: int
    open: int
    """How many of them can still go on."""
    unwinnable: int
    """Games on deals proved unwinnable."""
    steps: BestAndMedian | None
    """Of the won games; None if there are none."""
    ms: BestAndMedian | None
    """Time played in the won games, in milliseconds; None if there are none."""
    streak: int
    """How many games in a row the player has won up to now, leaving out open ones."""
    best_streak: int


@dataclass(frozen=True, slots=True)
class FirstTry:
    """A first attempt at a daily."""

    attempt: DailyAttempt
    par: int
    tenth: int | None
    """The tenth of the day's field in which it stands, from 0 for the best; None if nobody else is in the field."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything that the page of statistics shows."""

    tallies: list[VariantStatistics]
    streak: Streak
    solved: Counter[date]
    """How many dailies were solved on each day."""
    tries: list[FirstTry]
    """The earliest first."""
    progress: Progress
    ratings: Mapping[Game, Rating]
    changes: list[tuple[Game, RatingChange]]
    """The last changes of the ratings, the earliest first."""


def of_player(connection: Connection, player_id: str, now: int) -> Statistics:
    """Return a player's statistics."""
    playings = played.playings(connection, player_id, MOST_GAMES)
    unwinnable = _unwinnable(connection, playings)
    tries = statistics.first_tries(connection, player_id, MOST_TRIES)
    return Statistics(
        list(_tallies(playings, unwinnable)),
        streaks.of_player(connection, player_id, now),
        Counter(statistics.solved_by_day(connection, player_id)),
        [_first_try(one) for one in reversed(tries)],
        progress.of_playings(connection, player_id, [one for one in playings if one not in unwinnable]),
        strengths.all_of_player(connection, player_id),
        strengths.changes_of(connection, player_id, MOST_CHANGES),
    )


def public_tallies(connection: Connection, player_id: str) -> list[VariantStatistics]:
    """Return the figures of a player's games that everybody may know, leaving out games of open events."""
    playings = [one for one in played.playings(connection, player_id, MOST_GAMES) if not one.sealed]
    return list(_tallies(playings, _unwinnable(connection, playings)))


def tally(variant: Variant, playings: Sequence[Playing], unwinnable: set[Playing]) -> VariantStatistics:
    """Return the figures of games of one kind; `playings` has the last played first."""
    counted = [one for one in playings if one not in unwinnable]
    won = [one for one in counted if one.status == Status.WON]
    ended = [one.status == Status.WON for one in counted if one.status.finished]
    return VariantStatistics(
        variant=variant,
        played=len(counted),
        won=len(won),
        open=len(counted) - len(ended),
        unwinnable=len(playings) - len(counted),
        steps=_figures([one.steps for one in won]),
        ms=_figures([one.played_ms for one in won]),
        streak=len(list(takewhile(bool, ended))),
        best_streak=_longest(ended),
    )


def _tallies(playings: list[Playing], unwinnable: set[Playing]) -> Iterable[VariantStatistics]:
    kinds: dict[Variant, list[Playing]] = {}
    for one in playings:
        kinds.setdefault(one.variant, []).append(one)
    order = list(GAMES)
    for variant in sorted(kinds, key=lambda kind: (order.index(kind.game.slug), kind.text)):
        yield tally(variant, kinds[variant], unwinnable)


def _unwinnable(connection: Connection, playings: list[Playing]) -> set[Playing]:
    """Return the games on deals that a solver proved unwinnable."""
    lost = [one for one in playings if one.status != Status.WON]
    keys = {one: judging.deal_key(one.variant, one.deck) for one in lost}
    proved = judging.unwinnable(connection, list(set(keys.values())))
    return {one for one, key in keys.items() if key in proved}


def _first_try(one: TryInField) -> FirstTry:
    attempt = one.attempt
    others = one.field - (attempt.ranked and not attempt.held)
    tenth = min(TENTHS * one.ahead // one.field, TENTHS - 1) if others else None
    return FirstTry(attempt, one.par, tenth)


def _figures(results: list[int]) -> BestAndMedian | None:
    return BestAndMedian(min(results), median_low(results)) if results else None


def _longest(row: list[bool]) -> int:
    """Return the most true values in a row.

    >>> _longest([True, False, True, True])
    2
    """
    longest = current = 0
    for one in row:
        current = current + 1 if one else 0
        longest = max(longest, current)
    return longest
