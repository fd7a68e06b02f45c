"""The course of a game: every position it went through, worked out from its log once and then cached.

What is in a log never changes. Without the cache, everybody who steps through a game, watches its review or judges it
would read the whole log each time.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from sqlalchemy import Connection

from app.core.bounds import POSITIONS_OF_COURSES
from app.core.cache import Cache
from app.play.service import questions
from app.play.service.log import LogStep, record_after, steps, steps_until
from app.play.values.question import QuestionKind, QuestionSubject
from app.play.values.session import Session
from engine.moves import Move
from engine.position import Position, snapshot
from engine.record import Deed, Do
from engine.rules import Variant
from engine.variations import Variations, of_record


@dataclass(frozen=True, slots=True)
class Stop:
    """A position of the game as it was played, after one entry of the log; the first one is the deal."""

    at: str
    """Its snapshot."""
    position: Position
    by: Move | None
    """The move that led to it; None for the deal, and after an undo or redo."""
    made_from: str
    """The snapshot before that move; empty if there is none."""
    after_ms: int = 0
    """How many milliseconds after the previous stop it was reached; 0 for the deal."""


@dataclass(frozen=True)
class PlayedCourse:
    """The course of a game, worked out from its log."""

    variant: Variant
    stops: list[Stop]
    """The deal, and one for each entry except giving up."""
    line: tuple[str, ...]
    """The snapshots from the deal along the line that stands at the end, without anything taken back."""
    tree: Variations
    """Every move tried; the line that stands at the end is the main one."""
    numbers: tuple[int, ...]
    """For each stop, its number in the tree."""

    @cached_property
    def positions(self) -> list[Position]:
        """Return every position that the game went through, each once."""
        return list({stop.at: stop.position for stop in self.stops}.values())

    @cached_property
    def names(self) -> dict[str, str]:
        """Return each position's snapshot, by the name of the question of whether it can be won."""
        about = dict.fromkeys(stop.at for stop in self.stops)
        return {questions.key(QuestionKind.JUDGE, QuestionSubject(self.variant, at)): at for at in about}


def course_of(connection: Connection, session: Session) -> PlayedCourse:
    """Return the course of a game, from the cache if it is there."""
    name = session.id, session.deck, session.seq
    kept = _KEPT.find(name)
    if kept is None:
        kept = _course(session, steps(connection, session))
        _KEPT.keep(name, kept)
    return kept


def course_until(connection: Connection, session: Session, end: int) -> PlayedCourse:
    """Return the course of a game up to a time, without anything played later."""
    if session.changed_at < end:
        return course_of(connection, session)
    return _course(session, steps_until(connection, session, end))


def _course(session: Session, done: Iterable[LogStep]) -> PlayedCourse:
    rules, dealt = session.variant.rules, record_after(session, ()).position
    stops = [Stop(snapshot(rules, dealt), dealt, None, "")]
    standing, undone, deeds = list[list[str]](), list[list[str]](), list[Deed]()
    earlier = session.started_at
    for step in done:
        if step.deed.do is Do.GIVE_UP:
            continue
        deeds.append(step.deed)
        made = step.deed.move
        at = snapshot(rules, step.after)
        stops.append(Stop(at, step.after, made, stops[-1].at if made else "", max(0, step.at - earlier)))
        earlier = step.at
        _follow(step, stops[-1].at, standing, undone)
    line = dict.fromkeys([stops[0].at, *(at for request in standing for at in request)])
    tree, numbers = of_record(deeds)
    return PlayedCourse(session.variant, stops, tuple(line), tree, tuple(numbers))


def _follow(step: LogStep, at: str, standing: list[list[str]], undone: list[list[str]]) -> None:
    """Keep track of the positions that stand, request by request, as a record does."""
    match step.deed.do:
        case Do.UNDO:
            undone.append(standing.pop())
        case Do.REDO:
            standing.append(undone.pop())
        case _ if step.deed.auto:
            standing[-1].append(at)
        case _:
            standing.append([at])
            undone.clear()


_KEPT = Cache[PlayedCourse](POSITIONS_OF_COURSES, lambda course: len(course.stops))
