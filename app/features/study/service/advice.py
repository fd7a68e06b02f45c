"""Help at the table: a verdict on the game, and hints, from where to look to the whole way. The server records hints.

A hint counts once it says where the player can do something. If it only says that the game is lost, that nobody could
decide it, or that no move is known to help, it is a mere verdict, and does not count.

A helper sees either what the player sees (`fair`, the default) or face-down cards too (`all`). If no card lies face
down, the two are the same.
"""

from dataclasses import dataclass
from enum import StrEnum

from msgspec import structs
from sqlalchemy import Connection

from app.core.refusals import Impossible, Over
from app.features.study.service.way_back import WayBack
from app.play.rows import entries, help_given
from app.play.rows import questions as store
from app.play.service import log, questions
from app.play.service.play import standing
from app.play.service.secrecy import check_help, check_visible
from app.play.service.sessions import own
from app.play.values.question import Kept, QuestionKind, QuestionSubject
from app.play.values.session import Session, Stale, Turn
from engine.asking import Guess, Judgement, Verdict
from engine.links import take_back
from engine.moves import Move, along
from engine.position import snapshot

THE_MOVE, THE_WAY = 3, 5
"""The rung that names a whole move, and the highest of the five: where to look; which card; where to; why; the whole
way."""


MOST_FOLLOWED = 4
"""How many requests back to look for a way that the player may have been shown."""


class Sight(StrEnum):
    """What a helper sees."""

    FAIR = "fair"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Advice:
    """Help for a session in its position now."""

    turn: Turn
    sight: Sight
    rung: int
    """How far up the ladder of hints this is; 0 for a mere verdict. An answer without a move has only one rung."""
    answer: Judgement | Guess | None
    """The helper's answer; None if there is none yet."""
    thinking: bool = False
    """Whether an answer is still to come."""
    used: int = 0
    """At how many places in the game the player has had a hint that counts."""
    back: WayBack | None = None
    """How far the search for a way back has come; None if the game is not lost, or nothing may be said of it."""

    @property
    def lost(self) -> bool:
        """Whether the position is proved lost."""
        return isinstance(self.answer, Judgement) and self.answer.verdict is Verdict.UNWINNABLE

    @property
    def move(self) -> Move | None:
        """The move to advise; None while there is none."""
        match self.answer:
            case Judgement(line=(first, *_)):
                return first
            case Guess(moves=moves) if moves:
                return Move.read(next(iter(moves)))
            case _:
                return None


def check(connection: Connection, session_id: str, player_id: str | None, now: int) -> None:
    """Refuse help with a game in play that belongs to an open event or is too much like one; see `check_help`.

    That includes what a known way to win from there comes to, since it may be shown.
    This compares the game with the deals of all open events, and takes longer the more races are on.
    So call it in the lane of heavy reads, before `hint` or `outlook`; these look again only for the very same deal.

    Raises:
        NotFound, NotYours, Withheld: checked in this order.
    """
    session = own(connection, session_id, player_id)
    if not session.status.finished:
        turn = standing(session)
        kept = store.answer_to(connection, questions.key(*_about(turn, Sight.ALL)))
        ways = _follow(connection, turn, Sight.ALL), kept.judgement if kept else None
        met = [step for way in ways if way for step in along(turn.rules, turn.after, way.line)]
        check_help(connection, session, [*met, session.position], now)


def outlook(connection: Connection, session_id: str, player_id: str | None, sight: Sight, now: int) -> Advice:
    """Return a verdict on how a game stands, and ask the solver if nobody has yet. Call `check` first.

    Raises:
        NotFound, NotYours, Impossible, Withheld, TooMany: also if the game is over.
    """
    return _advice(connection, _in_play(connection, own(connection, session_id, player_id), now), sight, 0, now)


def hint(
    connection: Connection, session_id: str, player_id: str | None, seen: int, sight: Sight, least: int, now: int
) -> Advice:
    """Return the next hint for the position with the `seq` that the player saw, and record it if it names a move.

    It reaches at least the rung `least`. Call `check` first.

    Raises:
        NotFound, NotYours, Stale, Impossible, Withheld, TooMany: also if the game is over.
    """
    session = own(connection, session_id, player_id)
    if session.seq != seen:
        raise Stale(session, None)
    rung = help_given.rung(connection, session.id, seen, sight)
    given = _advice(connection, _in_play(connection, session, now), sight, rung, now)
    if given.answer is None:
        return given
    if given.move is None:
        # There is only one thing to say, and it helps nobody.
        return Advice(given.turn, sight, max(rung, 1), given.answer)
    reached = min(max(rung + 1, least), THE_WAY if isinstance(given.answer, Judgement) else THE_WAY - 1)
    if reached != rung:
        help_given.climb(connection, session.id, seen, sight, reached, now)
    return Advice(given.turn, sight, reached, given.answer, used=help_given.count(connection, session.id))


def repeat(connection: Connection, session_id: str, player_id: str | None, sight: Sight, now: int) -> Advice:
    """Repeat the help given for a session in its position now, without asking the solver.

    Raises:
        NotFound, NotYours, Impossible, Withheld: also if the game is over.
    """
    check(connection, session_id, player_id, now)
    session = _in_play(connection, own(connection, session_id, player_id), now)
    rung = help_given.rung(connection, session.id, session.seq, sight)
    turn = standing(session)
    name = questions.key(*_about(turn, sight))
    kept = store.answer_to(connection, name)
    if kept is None:
        return Advice(turn, sight, rung, None, store.is_pending(connection, name))
    used = help_given.count(connection, session.id) if rung else 0
    return Advice(turn, sight, rung, _read(turn, sight, kept), used=used)


def name_of(asked: Advice) -> str:
    """Return the name of the question that help answers."""
    return questions.key(*_about(asked.turn, asked.sight))


def is_answered(connection: Connection, name: str) -> bool:
    """Return whether the answer to the question of that name, for which a player waits, has come."""
    return store.answer_to(connection, name) is not None


def _advice(connection: Connection, session: Session, sight: Sight, rung: int, now: int) -> Advice:
    turn = standing(session)
    if followed := _follow(connection, turn, sight):
        # The next hint finds it here, however long the way is.
        store.store_answer(connection, questions.key(*_about(turn, sight)), Kept.of(followed), now)
        return Advice(turn, sight, rung, followed)
    kept = questions.ask(connection, *_about(turn, sight), session.player_id, now)
    if kept is None:
        return Advice(turn, sight, rung, None, thinking=True)
    return Advice(turn, sight, rung, _read(turn, sight, kept))


def _follow(connection: Connection, turn: Turn, sight: Sight) -> Judgement | None:
    """Return what is left of the way to win on which the player is; None if no such way is known.

    A new search finds a new way, whose first move may undo the last one: whoever takes one hint after another would go
    round in a circle.
    """
    session, after, made = turn.session, turn.after, tuple[Move, ...]()
    below = None if _guesses(turn, sight) else session.top
    for _ in range(min(session.undoable, MOST_FOLLOWED)):
        if below is None:
            break
        taken = entries.of_request(connection, session.id, below)
        for entry in reversed(taken):
            one = log.find_move(entry)
            after, made = take_back(turn.rules, after, one), (one.move, *made)
        about = QuestionSubject(session.variant, snapshot(turn.rules, after))
        kept = store.answer_to(connection, questions.key(QuestionKind.JUDGE, about))
        if kept and kept.judgement.line[: len(made)] == made:
            return structs.replace(kept.judgement, moves=tuple(map(str, kept.judgement.line[len(made) :])))
        below = taken[0].back
    return None


def _about(turn: Turn, sight: Sight) -> tuple[QuestionKind, QuestionSubject]:
    kind = QuestionKind.GUESS if _guesses(turn, sight) else QuestionKind.JUDGE
    return kind, QuestionSubject(turn.session.variant, snapshot(turn.rules, turn.after))


def _guesses(turn: Turn, sight: Sight) -> bool:
    return sight is Sight.FAIR and any(turn.after.face_down)


def _read(turn: Turn, sight: Sight, kept: Kept) -> Judgement | Guess:
    return kept.guess if _guesses(turn, sight) else kept.judgement


def _in_play(connection: Connection, session: Session, now: int) -> Session:
    if session.status.finished:
        raise Over("This game is over.")
    if session.has_task:
        raise Impossible("There are no hints here. If you give up, you can see a winning line.")
    check_visible(connection, session, now)
    return session
