"""Questions to the solver processes: how to name and ask them, and how to read their answers."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection

from app.refusals import TooMany
from app.store import questions
from app.store.questions import Question
from engine.moves import Move
from engine.rules import RULES_VERSION

PATIENCE_MS = 5_000
"""How long a question about a position stays wanted after somebody last asked it; a waiting page asks again."""
MOST_PENDING = 4
"""How many questions of one player may wait at a time."""
A_PAGE = 500
"""How many answers one work deletes, so that nobody's move waits long."""
_USED_EVERY_MS = 24 * 3_600_000
"""How often it is kept that an answer is still asked for."""


Subject = tuple[str, str, str]
"""A game's slug, its options as they are stored, and the position's snapshot or the session's id."""


class Kind(StrEnum):
    """What can be asked."""

    JUDGE = "judge"
    """Can this position be won, and how?"""
    GUESS = "guess"
    """In how many of the ways in which the face-down cards may lie can it be won, and by which moves?"""
    REVIEW = "review"
    """Where could this session be won?"""


class Verdict(StrEnum):
    """What the solver has proved about a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Judgement:
    """The answer about one position."""

    verdict: Verdict
    line: tuple[Move, ...] = ()
    """Moves that win from there; none unless it is winnable."""
    circling: bool = False
    """Whether nothing that can still be done brings a card home or turns one up."""


@dataclass(frozen=True, slots=True)
class Guess:
    """The answer about what can be seen of a position."""

    tried: int
    """Ways for the face-down cards to lie that were tried."""
    won: int
    """In how many of them it can be won."""
    undecided: int
    """In how many of them that could not be told."""
    moves: Mapping[str, int]
    """In how many of those each first move, as text, wins; the most frequent first."""


def key(kind: Kind, about: Subject) -> str:
    """Name a question: the same one has the same name."""
    text = " ".join((kind, *about, str(RULES_VERSION)))
    return sha256(text.encode()).hexdigest()[:32]


def ask(
    connection: Connection, kind: Kind, about: Subject, player_id: str, now: int, patience: int = PATIENCE_MS
) -> str | None:
    """Return the stored answer about a subject, or ask for one and return None.

    Raises:
        TooMany: the player waits for too many answers already.
    """
    name = key(kind, about)
    kept = questions.answer_to(connection, name)
    if kept is not None:
        questions.use(connection, name, now, _USED_EVERY_MS)
    elif not questions.renew(connection, name, now + patience):
        if questions.pending(connection, player_id) >= MOST_PENDING:
            raise TooMany("You are already waiting for several answers; wait for one of them first.")
        questions.add(connection, Question(name, kind, *about, player_id, now, now + patience))
    return kept


def forget_unused(connection: Connection, at_most: int) -> bool:
    """Delete a page of the answers beyond so many, the longest unasked first. Return whether there are more.

    If somebody asks for one of them again, the solver answers it again.
    """
    excess = questions.answers(connection) - at_most
    if excess > 0:
        questions.forget_oldest(connection, min(excess, A_PAGE))
    return excess > A_PAGE


def read_judgement(words: str) -> Judgement:
    """Read a kept answer about a position."""
    read: dict[str, Any] = json.loads(words)
    line = tuple(map(Move.read, read["moves"] or ()))
    return Judgement(Verdict(read["verdict"]), line, read["circling"])


def read_verdict(words: str) -> Verdict:
    """Read only the verdict of a stored answer about a position."""
    return Verdict(json.loads(words)["verdict"])


def read_guess(words: str) -> Guess:
    """Read a kept answer about what can be seen of a position."""
    read: dict[str, Any] = json.loads(words)
    return Guess(read["tried"], read["won"], read["undecided"], read["moves"])


UNANSWERED = {
    Kind.JUDGE: json.dumps({"verdict": Verdict.UNDECIDED, "moves": None, "circling": False}),
    Kind.GUESS: json.dumps({"tried": 0, "won": 0, "undecided": 0, "moves": {}}),
}
"""The answers to questions that solvers died over."""
