"""What we know about the positions of a finished game, and which of them to judge next.

A game is a tree: undo goes back, and another move begins a branch. Few of its positions need a solver: everything after
a lost position is lost, and everything before a winnable position is winnable.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from app.core.bounds import MOST_POSITIONS_OF_A_REVIEW
from app.play.service.course import PlayedCourse, Stop
from engine.asking import Verdict
from engine.moves import Move


@dataclass(frozen=True, slots=True)
class Turning:
    """A move after which the game could no longer be won."""

    stop: int
    """The stop before it."""
    move: Move
    last: int
    """The first stop at which that is proved: the next one, unless positions in between are undecided."""


def known_verdicts(course: PlayedCourse, proved: Mapping[str, Verdict]) -> dict[str, Verdict]:
    """Return every known verdict, by snapshot: those proved, and those that follow from them."""
    judged = dict(proved)
    made = [stop for stop in course.stops if stop.by]
    for stop in made:
        if judged.get(stop.made_from) is Verdict.UNWINNABLE:
            judged[stop.at] = Verdict.UNWINNABLE
    for stop in reversed(made):
        if judged.get(stop.at) is Verdict.WINNABLE:
            judged[stop.made_from] = Verdict.WINNABLE
    return judged


def next_to_judge(course: PlayedCourse, kept: Mapping[str, Verdict], judged: Mapping[str, Verdict]) -> str | None:
    """Return the position to judge next; None if all are known, or the review has judged as many as it may.

    The deal comes first, then always the middle one of the open positions, because most of the rest follows from it:
    first along the line that stands at the end, then elsewhere. Between the two come the positions from which a move
    lost the game, to find a way to win from each.
    """
    if len(kept) >= MOST_POSITIONS_OF_A_REVIEW:
        return None
    return (
        _middle(course.line, judged)
        or _wayless(course, kept, judged)
        or _middle((stop.at for stop in course.stops), judged)
    )


def turnings(stops: list[Stop], judged: Mapping[str, Verdict]) -> Iterator[Turning]:
    """Yield the moves that lost a game that could be won, in the order in which they were made."""
    seen: set[str] = set()
    for place, stop in enumerate(stops):
        before = judged.get(stop.made_from)
        if stop.by is None or stop.at in seen or before is not Verdict.WINNABLE:
            continue
        seen.add(stop.at)
        if judged.get(stop.at) is Verdict.UNWINNABLE:
            yield Turning(place - 1, stop.by, place)
        elif judged.get(stop.at) is Verdict.UNDECIDED and (last := _lost_by(stops, judged, place)):
            yield Turning(place - 1, stop.by, last)


def _middle(places: Iterable[str], judged: Mapping[str, Verdict]) -> str | None:
    """Return the middle one of the open places, but the first place before any other; None if none is open."""
    distinct = list(dict.fromkeys(places))
    unknown = [at for at in distinct if at not in judged]
    if not unknown:
        return None
    return unknown[0] if unknown[0] == distinct[0] else unknown[len(unknown) // 2]


def _wayless(course: PlayedCourse, kept: Mapping[str, Verdict], judged: Mapping[str, Verdict]) -> str | None:
    lost_from = (course.stops[turning.stop].at for turning in turnings(course.stops, judged))
    return next((at for at in lost_from if at not in kept), None)


def _lost_by(stops: list[Stop], judged: Mapping[str, Verdict], place: int) -> int | None:
    """Return the stop at which a game, undecided from `place` on, is proved lost; None if the player came to none."""
    for later in range(place + 1, len(stops)):
        verdict = judged.get(stops[later].at)
        if stops[later].by is None or verdict is Verdict.WINNABLE:
            return None
        if verdict is Verdict.UNWINNABLE:
            return later
    return None
