"""What decided a heat: the moment from which on the first was ahead of the second for good."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise


@dataclass(frozen=True, slots=True)
class HomeMark:
    """How far somebody was at some moment of a heat."""

    ms: int
    """From the deal."""
    step: int
    """How many steps they had made."""
    home: int
    """Cards on the foundations."""


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """The moment that decided a heat between the first two."""

    first: HomeMark
    """Where the first got ahead for good."""
    second_home: int
    """How many cards the second had home then."""
    longest_rest_ms: int
    """The longest time after it in which the second brought no card home."""


def turning_point(first: Sequence[HomeMark], second: Sequence[HomeMark]) -> TurningPoint | None:
    """Return when the first got ahead for good; None if that never happened.

    Each course begins with the deal and is in order of time; the last mark of `first` is the end of that run. What the
    second does later changes nothing.

    >>> turning_point([HomeMark(0, 0, 0), HomeMark(5, 1, 1)], [HomeMark(0, 0, 0)])
    TurningPoint(first=HomeMark(ms=5, step=1, home=1), second_home=0, longest_rest_ms=0)
    """
    ends = first[-1].ms
    theirs = [mark for mark in second if mark.ms <= ends]
    # Of two marks at one moment, the second's comes first: being level for no time is not being level.
    merged = sorted([*((mark.ms, 0, mark) for mark in theirs), *((mark.ms, 1, mark) for mark in first)], key=_when)
    at, their_home, decided = first[0], 0, None
    for _, whose, mark in merged:
        at, their_home = (mark, their_home) if whose else (at, mark.home)
        if at.home <= their_home:
            decided = None
        elif decided is None:
            # If the second fell back, that happened now, and not when the first moved last.
            decided = HomeMark(mark.ms, at.step, at.home), their_home
    if decided is None:
        return None
    return TurningPoint(*decided, _longest_rest(theirs, decided[0].ms, ends))


def _when(one: tuple[int, int, HomeMark]) -> tuple[int, int]:
    return one[:2]


def _longest_rest(marks: Sequence[HomeMark], since: int, until: int) -> int:
    """Return the longest time between two moments in which nothing came home."""
    risen = [after.ms for before, after in pairwise(marks) if after.ms > since and after.home > before.home]
    return max((after - before for before, after in pairwise([since, *risen, until])), default=0)
