"""The way back in a lost game: the last position on the line played so far from which it could still be won.

The solver judges one position at a time, always the middle one of those that are open, so a game of a hundred moves
takes about seven judgements. Each is a question of its own, which players at other tables take turns with.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Withheld
from app.play.service import log, questions
from app.play.service.secrecy import check_help
from app.play.values.question import QuestionKind, QuestionSubject
from app.play.values.session import Session
from engine.asking import Verdict
from engine.position import snapshot


@dataclass(frozen=True, slots=True)
class Trail:
    """The positions of a game to which undo can lead now."""

    session: Session
    places: tuple[str, ...]
    """Their snapshots, by how many requests lead there."""
    moves: tuple[int, ...]
    """How many moves lead to each."""

    @property
    def names(self) -> list[str]:
        """The names of the questions about them, in their order."""
        return [questions.key(QuestionKind.JUDGE, self.about(place)) for place in range(len(self.places))]

    def about(self, place: int) -> QuestionSubject:
        """Return what a question about one of the places asks about."""
        return QuestionSubject(self.session.variant, self.places[place])


@dataclass(frozen=True, slots=True)
class WayBack:
    """How far the search for the way back has come."""

    keep: int | None = None
    """How many requests lead to where the game could still be won; None if no such place is known."""
    move: int = 0
    """How many moves lead there."""
    never: bool = False
    """Whether nobody could have won the deal."""
    asked: str = ""
    """The name of the question whose answer the search waits for; empty once it is over."""


def find_trail(connection: Connection, session: Session, now: int) -> Trail | None:
    """Return the trail of a session, None if undo leads nowhere or help with some place there is refused.

    It reads a whole log and all open events, so it is for the lane of heavy reads.
    """
    if not session.can_undo:
        return None
    done = [request.did for request in log.standing(connection, session)]
    try:
        check_help(connection, session, [request.before for request in done], now)
    except Withheld:
        return None
    moves = [0]
    for request in done:
        moves.append(moves[-1] + len(request.moves))
    rules = session.variant.rules
    return Trail(session, tuple(snapshot(rules, request.before) for request in done), tuple(moves[:-1]))


def seek(connection: Connection, trail: Trail, now: int) -> WayBack:
    """Return the way back as far as it is known, and ask the solver about the next place.

    Raises:
        TooMany: the player waits for too many answers already.
    """
    names = trail.names
    known = questions.known_answers(connection, names)
    judged = {place: known[name].verdict for place, name in enumerate(names) if name in known}
    winnable, lost = bracket(judged, len(names))
    if lost - winnable > 1:
        middle = (winnable + lost) // 2
        questions.ask(connection, QuestionKind.JUDGE, trail.about(middle), trail.session.player_id, now)
        return WayBack(asked=names[middle])
    if winnable < 0:
        return WayBack(never=judged[0] is Verdict.UNWINNABLE)
    return WayBack(winnable, trail.moves[winnable])


def bracket(judged: Mapping[int, Verdict], length: int) -> tuple[int, int]:
    """Return the last place known to be winnable, or -1, and the first after it known not to be, or the length.

    A game that is lost stays lost, and so the way back is somewhere between the two. A place that the solver could not
    judge counts as lost: it is no place to send a player to.

    >>> bracket({0: Verdict.WINNABLE, 7: Verdict.UNWINNABLE, 5: Verdict.UNDECIDED}, 9)
    (0, 5)
    """
    winnable = max((place for place, verdict in judged.items() if verdict is Verdict.WINNABLE), default=-1)
    return winnable, min((place for place in judged if place > winnable), default=length)
