"""Review a game: find where the player could have won, and which moves lost it.

The solver judges one position at a time. After each, the review goes to the back of the queue, so a review of hundreds
of positions holds nobody up. It goes on while somebody looks at its page.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, Withheld
from app.features.study.service.verdicts import Turning, known_verdicts, next_to_judge, turnings
from app.play.rows import questions as store
from app.play.rows import sessions
from app.play.service import questions
from app.play.service.course import PlayedCourse, Stop, course_of
from app.play.service.secrecy import check_help, check_visible
from app.play.service.sessions import own
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from app.play.values.session import Session
from engine.asking import Verdict
from engine.moves import Move, along
from engine.record import Status
from engine.rules import Rules

PATIENCE_MS = 3 * 60_000
"""How long a review goes on after its page was last looked at; a page that stands open looks again by itself."""
RENEWED_EVERY_MS = 30_000
"""How often to note that somebody is looking."""


@dataclass(frozen=True, slots=True)
class Review:
    """A review, as far as it is done."""

    session: Session
    course: PlayedCourse
    judged: Mapping[str, Verdict]
    """The verdicts known so far, by snapshot."""
    answers: Mapping[str, Kept]
    """The solvers' answers, by the snapshot of the position they are about."""
    open: int
    """How many positions have no verdict yet."""
    over: bool
    """Whether the review has ended, perhaps with some positions still open."""
    wanted_until: int | None
    """Until when solvers work on it, or wait to do so; None if they do not."""

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
        """Return the moves that lost a game that could be won, in the order in which they were made."""
        return list(turnings(self.course.stops, self.judged))

    def line(self, at: str) -> tuple[Move, ...]:
        """Return the solver's way to win from a position, by its snapshot; empty if none is known."""
        return self.answers[at].judgement.line if at in self.answers else ()

    def should_renew(self, now: int) -> bool:
        """Return whether it is time to note again that somebody is looking at it."""
        return self.wanted_until is not None and self.wanted_until < now + PATIENCE_MS - RENEWED_EVERY_MS


def begin(connection: Connection, session_id: str, player_id: str | None, now: int) -> None:
    """Ask for a review of a finished game that `look` has shown.

    This looks again only for the very same deal, because it writes.

    Raises:
        NotFound, NotYours, Impossible, Withheld, TooMany: also if the game is not over.
    """
    session = _over(connection, session_id, player_id)
    check_visible(connection, session, now)
    questions.ask(connection, QuestionKind.REVIEW, _about(session), session.player_id, now, PATIENCE_MS)


def look(connection: Connection, session_id: str, player_id: str | None, now: int) -> Review:
    """Return the review of a finished game as far as it is done. This is for the lane of heavy reads.

    Raises:
        NotFound, NotYours, Impossible, Withheld: also if the game is not over.
    """
    session = _over(connection, session_id, player_id)
    check_help(connection, session, course_of(connection, session).positions, now)
    return read(connection, session)


def look_from(connection: Connection, session_id: str, player_id: str | None, stop: int, now: int) -> Review:
    """Return a review as `look` does, to show the way to win from a stop; raise `Withheld` for that way, too."""
    seen = look(connection, session_id, player_id, now)
    start = seen.stops[min(stop, len(seen.stops) - 1)]
    check_help(connection, seen.session, along(seen.rules, start.position, seen.line(start.at)), now)
    return seen


def renew(connection: Connection, seen: Review, now: int) -> None:
    """Note that somebody is looking at a review in progress."""
    store.renew(connection, questions.key(QuestionKind.REVIEW, _about(seen.session)), now + PATIENCE_MS)


def read(connection: Connection, session: Session) -> Review:
    """Return the review of a session as far as it is done."""
    course = course_of(connection, session)
    answers = _answers(connection, course)
    kept = _verdicts(answers)
    judged = known_verdicts(course, _with_the_win(session, course, kept))
    return Review(
        session,
        course,
        judged,
        answers,
        len({stop.at for stop in course.stops} - judged.keys()),
        next_to_judge(course, kept, judged) is None,
        store.wanted_until(connection, questions.key(QuestionKind.REVIEW, _about(session))),
    )


def known_losses(connection: Connection, session: Session, course: PlayedCourse, now: int) -> list[int]:
    """Return the steps that lost a finished game, as far as solvers have judged its positions, whoever asked.

    The list is empty while the deal is withheld, and usually also if nobody has asked for a review.
    """
    kept = _verdicts(_answers(connection, course))
    lost = [
        turning.stop + 1
        for turning in turnings(course.stops, known_verdicts(course, _with_the_win(session, course, kept)))
    ]
    return [] if lost and _is_withheld(connection, session, now) else lost


def next_slice(connection: Connection, session_id: str, now: int) -> QuestionSubject | None:
    """Return the position to judge next for the review of a session, None if there is none.

    There is none once all positions are known or the review has judged as many as it may, and none while the deal is
    withheld: an event may have begun on it, or on one near it, since the review did.
    """
    session = sessions.find(connection, session_id)
    if session is None or _is_withheld(connection, session, now):
        return None
    course = course_of(connection, session)
    kept = _verdicts(_answers(connection, course))
    at = next_to_judge(course, kept, known_verdicts(course, _with_the_win(session, course, kept)))
    return QuestionSubject(session.variant, at) if at else None


def _over(connection: Connection, session_id: str, player_id: str | None) -> Session:
    session = own(connection, session_id, player_id)
    if not session.status.finished:
        raise Impossible("You can review a game once it is over.")
    return session


def _is_withheld(connection: Connection, session: Session, now: int) -> bool:
    try:
        check_help(connection, session, course_of(connection, session).positions, now)
    except Withheld:
        return True
    return False


def _about(session: Session) -> QuestionSubject:
    return QuestionSubject(session.variant, session.id)


def _answers(connection: Connection, course: PlayedCourse) -> dict[str, Kept]:
    """Return the answers that solvers gave, by snapshot."""
    kept = store.answers_to(connection, list(course.names))
    return {course.names[name]: answer for name, answer in kept.items()}


def _verdicts(answers: Mapping[str, Kept]) -> dict[str, Verdict]:
    return {at: answer.verdict for at, answer in answers.items()}


def _with_the_win(session: Session, course: PlayedCourse, kept: dict[str, Verdict]) -> dict[str, Verdict]:
    return kept | {course.stops[-1].at: Verdict.WINNABLE} if session.status == Status.WON else kept
