"""Questions to solvers, and their answers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from engine.asking import Guess, Judgement, Labels, Mined, Verdict, read, written
from engine.rules import Variant


class QuestionSubject(NamedTuple):
    """What a question is about."""

    variant: Variant
    at: str
    """The position's snapshot, the session's id, or a deal number and the moves on it."""


class QuestionKind(StrEnum):
    """The kinds of question."""

    JUDGE = "judge"
    """Can this position be won, and how?"""
    GUESS = "guess"
    """In how many of the possible orders of the face-down cards can it be won, and by which moves?"""
    LABEL = "label"
    """Which moves of this position keep the win, and how long does each take at most?"""
    REVIEW = "review"
    """Where could this session be won?"""
    PUZZLE = "puzzle"
    """Does a puzzle begin where these moves lead on this deal?"""


@dataclass(frozen=True, slots=True)
class Question:
    """A question in the line."""

    key: str
    kind: QuestionKind
    about: QuestionSubject
    player_id: str
    asked_at: int
    wanted_until: int
    """The time after which nobody waits for the answer."""
    taken_until: int = 0
    """The time after which the worker that took it must have died."""
    attempts: int = 0
    line_at: int = 0
    """When it joined the line: when somebody asked it, or when its origin last had a turn."""
    origin: str = ""
    """A mark of the address that asks, which lasts an hour; the player's id if the address does not count."""
    turn_at: int = 0
    """When somebody asked it, or when its player last had a turn."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer as the store keeps it. Callers decode only what they need, since a review needs only the verdicts."""

    written: str

    @classmethod
    def of(cls, answer: Judgement | Guess | Labels | Mined) -> "Kept":
        """Return an answer in the form in which it is stored."""
        return cls(written(answer).decode())

    @property
    def verdict(self) -> Verdict:
        """The verdict of a judgement."""
        return read(self.written, _Judged).verdict

    @property
    def judgement(self) -> Judgement:
        """The answer about one position."""
        return read(self.written, Judgement)

    @property
    def guess(self) -> Guess:
        """The answer about what a player can see of a position."""
        return read(self.written, Guess)

    @property
    def labels(self) -> Labels:
        """The answer about every move in a position; it may still be incomplete."""
        return read(self.written, Labels)

    @property
    def mined(self) -> Mined:
        """The puzzle that was found, if one was."""
        return read(self.written, Mined)


class _Judged(Struct):
    verdict: Verdict


UNJUDGED = Kept.of(Judgement(Verdict.UNDECIDED))
UNGUESSED = Kept.of(Guess(tried=0, won=0, undecided=0))
UNMINED = Kept.of(Mined(None))
"""The answers to questions that killed their solvers."""
