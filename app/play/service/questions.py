"""Questions for the solver processes: name them and ask them."""

from hashlib import sha256

from sqlalchemy import Connection

from app.core.refusals import TooMany
from app.core.store.asker import ASKER
from app.people.addresses import mark
from app.play.rows import questions
from app.play.values.question import Kept, Question, QuestionKind, QuestionSubject
from engine.rules import RULES_VERSION

PATIENCE_MS = 5_000
"""How long a question about a position stays wanted after somebody last asked it; a waiting page asks again."""
MOST_PENDING = 4
"""How many questions of one player may wait at a time."""
MOST_PENDING_OF_AN_ADDRESS = 40
"""How many questions of one address may wait, such as those of a class: anybody can pose as many visitors."""
MOST_WAITING = 50
"""How many questions with answers in parts may wait for all players together. If there are so many, a new one takes the
place of one of the address that has the most."""
A_PAGE = 500
"""How many answers one piece of work deletes; with more, somebody's move would wait too long."""
_HOUR_MS = 3_600_000
_USED_EVERY_MS = 24 * _HOUR_MS
"""How often to note that somebody still asks for an answer."""


def key(kind: QuestionKind, about: QuestionSubject) -> str:
    """Return the name of a question, which is the same whoever asks it."""
    text = " ".join((kind, about.variant.game.slug, about.variant.text, about.at, str(RULES_VERSION)))
    return sha256(text.encode()).hexdigest()[:32]


def ask(
    connection: Connection,
    kind: QuestionKind,
    about: QuestionSubject,
    player_id: str,
    now: int,
    patience: int = PATIENCE_MS,
) -> Kept | None:
    """Return the answer about a subject, or ask for it and return None.

    Raises:
        TooMany: the player waits for too many answers already.
    """
    name = key(kind, about)
    kept = questions.answer_to(connection, name)
    if kept is not None:
        questions.use(connection, name, now, _USED_EVERY_MS)
    else:
        _stand_in_line(connection, _question(name, kind, about, player_id, now, patience))
    return kept


def known_answers(connection: Connection, names: list[str]) -> dict[str, Kept]:
    """Return the known answers to these questions, by name."""
    return questions.answers_to(connection, names)


def go_on(
    connection: Connection, kind: QuestionKind, about: QuestionSubject, player_id: str, now: int, patience: int
) -> Kept | None:
    """Return an answer that comes in parts, as far as it is known, and ask for the rest.

    This drops the player's other questions of the kind.

    Raises:
        TooMany: too many questions of this kind wait already.
    """
    name = key(kind, about)
    kept = questions.answer_to(connection, name)
    questions.drop_others(connection, player_id, kind, name)
    questions.hand_over(connection, name, player_id, origin_of(player_id, now))
    if kept is not None and not kept.labels.open:
        questions.use(connection, name, now, _USED_EVERY_MS)
    elif not questions.renew(connection, name, now + patience):
        asked = _question(name, kind, about, player_id, now, patience)
        if not questions.has_room(connection, kind, asked.origin, MOST_WAITING):
            raise TooMany("The solvers are busy with other boards; please wait a moment.")
        questions.add(connection, asked)
    return kept


def forget_unused(connection: Connection, at_most: int) -> bool:
    """Delete a page of the answers beyond `at_most`, those unused for longest first. Return whether there are more.

    If somebody asks for one of them again, the solver answers it again.
    """
    excess = questions.answers(connection) - at_most
    if excess > 0:
        questions.forget_oldest(connection, min(excess, A_PAGE))
    return excess > A_PAGE


def origin_of(player_id: str, now: int) -> str:
    """Return a mark of the address that this work is for, or the player's id if the address does not count.

    The marks of an address change every hour.
    """
    asker = ASKER.get()
    return mark(asker.key, asker.address, f"origin {now // _HOUR_MS}") or player_id


def _question(
    name: str, kind: QuestionKind, about: QuestionSubject, player_id: str, now: int, patience: int
) -> Question:
    return Question(name, kind, about, player_id, now, now + patience, origin=origin_of(player_id, now))


def _stand_in_line(connection: Connection, asked: Question) -> None:
    if questions.renew(connection, asked.key, asked.wanted_until):
        return
    if questions.pending(connection, asked.player_id) >= MOST_PENDING:
        raise TooMany("You are already waiting for several answers; wait for one of them first.")
    if questions.pending_of(connection, asked.origin) >= MOST_PENDING_OF_AN_ADDRESS:
        raise TooMany("Others at your address are waiting for many answers; please wait a moment.")
    questions.add(connection, asked)
