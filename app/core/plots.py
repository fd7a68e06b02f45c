"""Plots drawn as SVG, in units of their own. Beside each, the page says the same in words."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from app.core.words import numbered

WEEKS = 26
"""How many weeks the calendar of days covers."""
DAY_STEP, GAP = 12, 2
"""The distance from one day to the next, and the gap between two."""
WIDTH, HEIGHT, _ROOM = 400, 160, 10
_MOST_OVER = 100
"""Results more hundredths over par than this lie at the upper edge."""
_MARKS = (
    "M-4 0A4 4 0 1 1 4 0A4 4 0 1 1 -4 0Z",
    "M-4 -4H4V4H-4Z",
    "M0 -5L5 0L0 5L-5 0Z",
    "M0 -5L5 4H-5Z",
    "M0 5L5 -4H-5Z",
)
"""A circle, a square, a diamond and two triangles, centred on the origin."""


class Spot(NamedTuple):
    """A result in a plot: its series, its place and its words."""

    series: int
    x: float
    y: float
    words: str


class Day(NamedTuple):
    """A day of the calendar."""

    x: int
    y: int
    kind: str
    """`played-1` to `played-5` by the games that ended, `rested`, or `none`."""
    words: str


class Bar(NamedTuple):
    """A bar that stands on the lower edge."""

    x: int
    y: float
    width: int
    height: float
    words: str


class Curve(NamedTuple):
    """How the value of a series changed, from mark to mark."""

    series: int
    path: str
    spots: list[Spot]


def mark(series: int) -> str:
    """Return the path of a series' mark, centred on the origin."""
    return _MARKS[series % len(_MARKS)]


def course(results: Sequence[tuple[int, date, int, str]]) -> list[Spot]:
    """Draw results along the days, from par at the bottom to twice par at the top.

    Each result has its series, its day, how far over par it is in hundredths, and its words.
    """
    first = min(day for _, day, _, _ in results)
    span = max((max(day for _, day, _, _ in results) - first).days, 1)
    return [
        Spot(series, round(_ROOM + (WIDTH - 2 * _ROOM) * (day - first).days / span, 1), level(over), words)
        for series, day, over, words in results
    ]


def days(today: date, played: Mapping[date, int], rested: frozenset[date]) -> list[Day]:
    """Draw the last weeks up to today, a column for each, Monday on top."""
    monday = today - timedelta(days=today.weekday(), weeks=WEEKS - 1)
    drawn = []
    for place in range((today - monday).days + 1):
        day = monday + timedelta(place)
        count = played.get(day, 0)
        kind = f"played-{min(count, 5)}" if count else "rested" if day in rested else "none"
        drawn.append(Day(place // 7 * DAY_STEP, place % 7 * DAY_STEP, kind, _day_words(day, count, kind)))
    return drawn


def bars(counts: Sequence[tuple[int, str]]) -> list[Bar]:
    """Draw how often each of several things happened."""
    most = max(count for count, _ in counts)
    return heights([HEIGHT * count / most for count, _ in counts], [words for _, words in counts])


def heights(drawn: Sequence[float], words: Sequence[str]) -> list[Bar]:
    """Draw bars of these heights side by side, each with its words."""
    step = WIDTH // len(drawn)
    return [
        Bar(place * step, round(HEIGHT - height, 1), step - GAP, round(height, 1), said)
        for place, (height, said) in enumerate(zip(drawn, words, strict=True))
    ]


def scatter_plot(results: Sequence[tuple[int, date, int, str]], most: int) -> list[Spot]:
    """Draw results along the days, from 0 at the bottom to `most` at the top.

    Each result has its series, its day, its figure, and its words.
    """
    first = min(day for _, day, _, _ in results)
    span = max((max(day for _, day, _, _ in results) - first).days, 1)
    return [
        Spot(
            series,
            round(_ROOM + (WIDTH - 2 * _ROOM) * (day - first).days / span, 1),
            round(HEIGHT - _ROOM - (HEIGHT - 2 * _ROOM) * came_to / most, 1),
            words,
        )
        for series, day, came_to, words in results
    ]


def walks(results: Sequence[tuple[int, int, float, str]]) -> list[Curve]:
    """Draw values along time, a line for each series, from the least at the bottom to the most at the top.

    Each value comes with its series, its time, and its words; those of a series come in order of time.
    """
    times, values = [at for _, at, _, _ in results], [value for _, _, value, _ in results]
    since, span = min(times), max(max(times) - min(times), 1)
    least, reach = min(values), max(max(values) - min(values), 1)
    lines: dict[int, list[Spot]] = {}
    for series, at, value, words in results:
        x = round(_ROOM + (WIDTH - 2 * _ROOM) * (at - since) / span, 1)
        y = round(HEIGHT - _ROOM - (HEIGHT - 2 * _ROOM) * (value - least) / reach, 1)
        lines.setdefault(series, []).append(Spot(series, x, y, words))
    return [
        Curve(series, "M" + "L".join(f"{one.x} {one.y}" for one in spots), spots) for series, spots in lines.items()
    ]


def level(over: int) -> float:
    """Return the y coordinate of a result that many hundredths over par; results under par lie just below the line."""
    part = min(max(over, -4), _MOST_OVER) / _MOST_OVER
    return round(HEIGHT - _ROOM - (HEIGHT - 2 * _ROOM) * part, 1)


def _day_words(day: date, count: int, kind: str) -> str:
    none = "a rest day" if kind == "rested" else "no game"
    said = numbered(count, "1 game", "{count} games") if count else none
    return f"{day.day} {day:%B %Y}: {said}"
