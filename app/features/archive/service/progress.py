"""How a player's games went over time, for the plots of the statistics.

Games on deals that are proved unwinnable do not count. Days and weeks are in UTC.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum

from sqlalchemy import Connection

from app.features.daily.rows import statistics
from app.features.daily.service.results import UNSOLVED, tier_of
from app.play.rows.played import Playing
from engine.cards import CARDS
from engine.games import GAMES
from engine.record import Status
from engine.rules import Game

SPANS = 12
"""How many weeks or months the progress covers."""
MOST_WINS = 200
"""How many of the last wins the plot of steps shows."""
MINUTES = (2, 5, 10, 20, 40)
"""The bounds between lengths of games, in minutes of play."""
HOME = tuple(range(0, len(CARDS), 10))
"""The bounds between games that were given up, in cards home at the end."""


class Grain(StrEnum):
    """How long each span of the progress is."""

    WEEKS = "weeks"
    """Used if all games ended within `SPANS` weeks."""
    MONTHS = "months"


@dataclass(frozen=True, slots=True)
class Span:
    """A week or a month of play."""

    first: date
    ended: int
    won: int


@dataclass(frozen=True, slots=True)
class WonGame:
    """A won game, for the plot of steps."""

    day: date
    game: Game
    steps: int


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """How often a player's first tries solve the dailies of a game, compared with the field of the same days."""

    game: Game
    solved: int
    tries: int
    field_solved: int
    field: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How a player's games went over time."""

    played: int
    """Games that are over."""
    won: int
    ms: int
    """Time played in them, in milliseconds."""
    days: Counter[date]
    """How many games ended on each day."""
    grain: Grain
    spans: list[Span]
    """The earliest first, including those between without a game."""
    wins: list[WonGame]
    """The earliest first."""
    lengths: list[int]
    """How many wins fall between the bounds of `MINUTES`, the shortest first."""
    lost_at: list[int]
    """How many games that were given up fall between the bounds of `HOME`, those with the fewest cards home first."""
    beside: list[FieldComparison]


NOTHING = Progress(0, 0, 0, Counter(), Grain.WEEKS, [], [], [], [], [])
"""The progress of somebody who has not ended a game."""


def of_playings(connection: Connection, player_id: str, playings: Sequence[Playing]) -> Progress:
    """Return the progress over a player's games. `playings` has the last played first, and none on unwinnable deals."""
    ended = [one for one in reversed(playings) if one.status.finished]
    if not ended:
        return NOTHING
    won = [one for one in ended if one.status is Status.WON]
    days = [day_of(one.changed_at) for one in ended]
    grain = Grain.MONTHS if days[-1] - days[0] > timedelta(weeks=SPANS) else Grain.WEEKS
    return Progress(
        played=len(ended),
        won=len(won),
        ms=sum(one.played_ms for one in ended),
        days=Counter(days),
        grain=grain,
        spans=_spans(ended, grain),
        wins=[WonGame(day_of(one.changed_at), one.variant.game, one.steps) for one in won[-MOST_WINS:]],
        lengths=lengths([one.played_ms for one in won]),
        lost_at=lost_at([one.home for one in ended if one.home is not None]),
        beside=_beside(connection, player_id),
    )


def day_of(milliseconds: int) -> date:
    """Return the day of a time, in UTC."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


def lengths(played_ms: Sequence[int]) -> list[int]:
    """Count times of play, in milliseconds, between the bounds of `MINUTES`.

    >>> lengths([1, 119_999, 120_000, 3_600_000])
    [2, 1, 0, 0, 0, 1]
    """
    counts = [0] * (len(MINUTES) + 1)
    for ms in played_ms:
        counts[sum(ms >= minutes * 60_000 for minutes in MINUTES)] += 1
    return counts


def lost_at(home: Sequence[int]) -> list[int]:
    """Count games by their cards home, between the bounds of `HOME`.

    >>> lost_at([0, 9, 10, 51])
    [2, 1, 0, 0, 0, 1]
    """
    counts = [0] * len(HOME)
    for cards in home:
        counts[min(cards // 10, len(HOME) - 1)] += 1
    return counts


def _spans(ended: Sequence[Playing], grain: Grain) -> list[Span]:
    first_of = _month if grain is Grain.MONTHS else _monday
    counts: dict[date, list[bool]] = {}
    for one in ended:
        counts.setdefault(first_of(day_of(one.changed_at)), []).append(one.status is Status.WON)
    spans, first = [], max(counts)
    for _ in range(SPANS):
        here = counts.get(first, [])
        spans.append(Span(first, len(here), sum(here)))
        if first == min(counts):
            break
        first = first_of(first - timedelta(1))
    return spans[::-1]


def _month(day: date) -> date:
    return day.replace(day=1)


def _monday(day: date) -> date:
    return day - timedelta(day.weekday())


def _beside(connection: Connection, player_id: str) -> list[FieldComparison]:
    mine = statistics.solved_first_tries(connection, player_id)
    field: dict[Game, list[int]] = {}
    for game, part, size in statistics.field_of(connection, player_id):
        counts = field.setdefault(game, [0, 0])
        counts[0] += size if tier_of(part) != UNSOLVED else 0
        counts[1] += size
    return [
        FieldComparison(game, *mine[game], *field[game])
        for game in GAMES.values()
        if game in mine and game in field and field[game][1]
    ]
