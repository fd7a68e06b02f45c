"""Plots drawn as SVG, in units of their own. Every one stands beside the same in words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

WEEKS = 26
"""How far back the calendar of days reaches."""
_DAY, _GAP = 10, 2
_WIDTH, _HEIGHT, _ROOM = 400, 160, 10
_MOST_OVER = 100
"""Results further over par than this, in hundredths, are drawn at the upper edge."""
_MARKS = (
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
    "M-4 -4H4V4H-4Z",
    "M0 -5L5 0L0 5L-5 0Z",
    "M0 -5L5 4H-5Z",
    "M0 5L5 -4H-5Z",
)
"""A circle, a square, a diamond and two triangles about the middle."""


@dataclass(frozen=True, slots=True)
class Box:
    """The size of a plot."""

    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Spot:
    """A result among others: its mark, and where it stands."""

    series: int
    x: float
    y: float
    words: str

    @property
    def mark(self) -> str:
        """The path of its mark about the middle."""
        return mark(self.series)


@dataclass(frozen=True, slots=True)
class Course:
    """Steps over par along the days: par at the bottom, twice par at the top."""

    box: Box
    rulers: tuple[float, ...]
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Day:
    """A day of the calendar."""

    x: int
    y: int
    kind: str
    """`solved-1` to `solved-5` by the games solved, `rested`, or `none`."""
    words: str


@dataclass(frozen=True, slots=True)
class Days:
    """A calendar of the last weeks, a column for each, Monday on top."""

    box: Box
    days: tuple[Day, ...]


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar that stands on the lower edge."""

    x: int
    y: float
    height: float
    words: str


@dataclass(frozen=True, slots=True)
class Bars:
    """How often each of several things happened."""

    box: Box
    bars: tuple[Bar, ...]
    width: int


def mark(series: int) -> str:
    """Return the path of the mark of a series."""
    return _MARKS[series % len(_MARKS)]


def course(results: Sequence[tuple[int, date, int, str]]) -> Course:
    """Draw results along the days, each its series, its day, how far over par it is in hundredths, and its words."""
    first = min(day for _, day, _, _ in results)
    span = max((max(day for _, day, _, _ in results) - first).days, 1)
    spots = (
        Spot(series, round(_ROOM + (_WIDTH - 2 * _ROOM) * (day - first).days / span, 1), _level(over), words)
        for series, day, over, words in results
    )
    return Course(Box(_WIDTH, _HEIGHT), tuple(_level(over) for over in (0, 25, 50, 75, _MOST_OVER)), tuple(spots))


def days(today: date, solved: Mapping[date, int], rested: frozenset[date]) -> Days:
    """Draw the last weeks up to today."""
    monday = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
    size = _DAY + _GAP
    drawn = []
    for place in range((today - monday).days + 1):
        day = monday + timedelta(place)
        count = solved.get(day, 0)
        kind = f"solved-{min(count, 5)}" if count else "rested" if day in rested else "none"
        drawn.append(Day(place // 7 * size, place % 7 * size, kind, _day_words(day, count, kind)))
    return Days(Box(WEEKS * size - _GAP, 7 * size - _GAP), tuple(drawn))


def bars(counts: Sequence[tuple[int, str]]) -> Bars:
    """Draw how often each of several things happened."""
    most = max(count for count, _ in counts)
    step = _WIDTH // len(counts)
    drawn = (
        Bar(place * step, round(_HEIGHT - _HEIGHT * count / most, 1), round(_HEIGHT * count / most, 1), words)
        for place, (count, words) in enumerate(counts)
    )
    return Bars(Box(_WIDTH, _HEIGHT), tuple(drawn), step - _GAP)


def _level(over: int) -> float:
    """Return the height of so many hundredths over par; results under par lie just below the line."""
    part = min(max(over, -4), _MOST_OVER) / _MOST_OVER
    return round(_HEIGHT - _ROOM - (_HEIGHT - 2 * _ROOM) * part, 1)


def _day_words(day: date, count: int, kind: str) -> str:
    said = f"{count} solved" if count else "a rest day" if kind == "rested" else "none solved"
    return f"{day.day} {day:%B %Y}: {said}"
