"""A game drawn as a line: cards home from the deal to the end, and where it could be won."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

_LEAST_HOME = 13
"""The upper edge of the plot stands for at least this many cards home."""
_MEANINGS = {
    "winnable": "could be won",
    "unwinnable": "could not be won",
    "undecided": "not decided",
    "open": "not judged yet",
}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of the plot in which the verdict stays the same."""

    verdict: str
    """`winnable`, `unwinnable`, `undecided`, or `open` while there is no answer yet."""
    points: str
    """The points of a polyline."""


@dataclass(frozen=True, slots=True)
class CoursePlot:
    """What _course.html draws."""

    width: int
    height: int
    places: tuple[tuple[float, float], ...]
    """A point for each position: across by its number, down by the cards that are not home."""
    stretches: tuple[Stretch, ...]

    @property
    def strokes(self) -> list[tuple[str, str]]:
        """Return the verdicts in the plot, each with its meaning."""
        there = {stretch.verdict for stretch in self.stretches}
        return [(verdict, words) for verdict, words in _MEANINGS.items() if verdict in there]


def plot(home: Sequence[int], verdicts: Sequence[str], height: int = 120, width: int = 640) -> CoursePlot:
    """Draw a game by how many cards were home at each position, and whether it could be won from there."""
    highest, last = max(*home, _LEAST_HOME), max(len(home) - 1, 1)
    places = tuple(
        (round(width * place / last, 1), round(height * (1 - count / highest), 1)) for place, count in enumerate(home)
    )
    stretches = []
    for verdict, numbers in groupby(range(len(home)), key=lambda number: verdicts[number]):
        inside = list(numbers)
        # Each stretch begins at the end of the one before.
        drawn = places[max(inside[0] - 1, 0) : inside[-1] + 1]
        stretches.append(Stretch(verdict, " ".join(f"{x},{y}" for x, y in drawn)))
    return CoursePlot(width, height, places, tuple(stretches))
