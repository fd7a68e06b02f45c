"""Reviewing a game: where the player could have won, and which moves lost it.

The solver judges one position at a time. After each, the review goes to the back of the queue, so a review of hundreds
of positions holds nobody up. It goes on while somebody looks at its page.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from app.model.question import Kept, Kind, Subject
from app.model.refusals import Impossible, Withheld
from app.model.session import Session
from app.services import questions
from app.services.course import PlayedCourse, Stop, course_of
from app.services.secrecy import check_help
from app.services.sessions import own
from app.services.verdicts import Turning, known, next_to_judge, turnings
from app.store import questions as store
from app.store import sessions
from engine.asking import Verdict
from engine.moves import Move
from engine.record import Status
from engine.rules import Rules

PATIENCE_MS = 3 * 60_000
"""How long a review goes on after its page was last looked at; a page that stands open looks again by itself."""
RENEWED_EVERY_MS = 30_000
"""How often it is kept that somebody looks."""


@dataclass(frozen=True, slots=True)
class Review:
    """A review, as far as it is done."""

    session: Session
    course: PlayedCourse
    judged: Mapping[str, Verdict]
    """What is known by now, by snapshot."""
    answers: Mapping[str, Kept]
    """The solvers' answers, by the snapshot of the position they are about."""
    open: int
    """Positions of which nothing is known yet."""
    over: bool
    """Whether the review has ended; it leaves out positions that are still open."""
    wanted_until: int | None
    """Until when solvers are at work on it or to be; None if they are not."""

    @property
    def rules(self) -> Rules:
        """Return the rules that the game was played by."""
        return self.course.variant.rules

    @property
    def stops(self) -> list[Stop]:
        """Return the positions of the game as it was played."""
        return self.course.stops

    @property
    def turnings(self) -> list[Turning]:
        """Return the moves that lost what could be won, in the order in which they were made."""
        return list(turnings(self.course.stops, self.judged))

    def line(self, at: str) -> tuple[Move, ...]:
        """Return the solver's way to win from a position, by its snapshot; empty where none is known."""
        return self.answers[at].judgement.line if at in self.answers else ()

    def should_renew(self, now: int) -> bool:
        """Say whether it should be kept that somebody looks at it."""
        return self.wanted_until is not None and self.wanted_until < now + PATIENCE_MS - RENEWED_EVERY_MS


def begin(connection: Connection, session_id: str, player_id: str | None, now: int) -> None:
    """Ask for a review of a finished game.

    Raises:
        NotFound, NotYours, Impossible, Withheld, TooMany: also for a game that is not over.
    """
    session = _over(connection, session_id, player_id, now)
    questions.ask(connection, Kind.REVIEW, _about(session), session.player_id, now, PATIENCE_MS)


def look(connection: Connection, session_id: str, player_id: str | None, now: int) -> Review:
    """Return the review of a finished game as far as it is done.

    Raises:
        NotFound, NotYours, Impossible, Withheld: also for a game that is not over.
    """
    return read(connection, _over(connection, session_id, player_id, now))


def renew(connection: Connection, seen: Review, now: int) -> None:
    """Note that somebody looks at a review in progress."""
    store.renew(connection, questions.key(Kind.REVIEW, _about(seen.session)), now + PATIENCE_MS)


def read(connection: Connection, session: Session) -> Review:
    """Return the review of a session as far as it is done."""
    course = course_of(connection, session)
    answers = _answers(connection, course)
    kept = _verdicts(answers)
    judged = known(course, _proved(session, course, kept))
    return Review(
        session,
        course,
        judged,
        answers,
        len({stop.at for stop in course.stops} - judged.keys()),
        next_to_judge(course, kept, judged) is None,
        store.wanted_until(connection, questions.key(Kind.REVIEW, _about(session))),
    )


def known_losses(connection: Connection, session: Session, course: PlayedCourse, now: int) -> list[int]:
    """Return the steps of a finished game that lost it, as far as solvers have judged its positions for anybody.

    None while its deal is withheld. Where nobody has asked for a review, mostly nothing is known.
    """
    kept = _verdicts(_answers(connection, course))
    lost = [turning.stop + 1 for turning in turnings(course.stops, known(course, _proved(session, course, kept)))]
    return [] if lost and _is_withheld(connection, session, now) else lost


def next_slice(connection: Connection, session_id: str, now: int) -> Subject | None:
    """Return what is to be judged next for the review of a session.

    None when all is known, as much as one review has judged, or nothing may be said: an event may have begun on the
    deal, or one near it, since the review did.
    """
    session = sessions.find(connection, session_id)
    if session is None or _is_withheld(connection, session, now):
        return None
    course = course_of(connection, session)
    kept = _verdicts(_answers(connection, course))
    at = next_to_judge(course, kept, known(course, _proved(session, course, kept)))
    return Subject(session.variant, at) if at else None


def _over(connection: Connection, session_id: str, player_id: str | None, now: int) -> Session:
    session = own(connection, session_id, player_id)
    if not session.status.finished:
        raise Impossible("You can review a game when it is over.")
    check_help(connection, session, now)
    return session


def _is_withheld(connection: Connection, session: Session, now: int) -> bool:
    try:
        check_help(connection, session, now)
    except Withheld:
        return True
    return False


def _about(session: Session) -> Subject:
    return Subject(session.variant, session.id)


def _answers(connection: Connection, course: PlayedCourse) -> dict[str, Kept]:
    """Return the answers that solvers gave, by snapshot."""
    kept = store.answers_to(connection, list(course.names))
    return {course.names[name]: answer for name, answer in kept.items()}


def _verdicts(answers: Mapping[str, Kept]) -> dict[str, Verdict]:
    return {at: answer.verdict for at, answer in answers.items()}


def _proved(session: Session, course: PlayedCourse, kept: dict[str, Verdict]) -> dict[str, Verdict]:
    return kept | {course.stops[-1].at: Verdict.WINNABLE} if session.status == Status.WON else kept
