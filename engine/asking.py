"""What a solver process is asked and what it answers, each as one line of JSON.

The process that serves pages never loads the compiler. It knows the solver by these values alone.
"""

from collections.abc import Sequence
from enum import StrEnum
from typing import TypeVar

from msgspec import Struct, field, json, structs

from engine.moves import Move
from engine.position import Position, restore, snapshot
from engine.rules import Rules, Variant

_T = TypeVar("_T")


class Verdict(StrEnum):
    """What is proved of a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


class Placed(Struct, frozen=True):
    """A position of a variant."""

    game: str
    options: dict[str, str]
    position: str
    """As a snapshot."""

    @classmethod
    def of(cls, variant: Variant, position: Position) -> "Placed":
        """Write a position."""
        return cls(variant.game.slug, dict(variant.options), snapshot(variant.rules, position))

    def read(self, rules: Rules) -> Position:
        """Read the position."""
        return restore(rules, self.position)


class Judge(Struct, frozen=True, tag="judge", tag_field="ask"):
    """Can this position be won, and how?"""

    about: Placed
    seconds: float


class MakeGuesses(Struct, frozen=True, tag="guess", tag_field="ask"):
    """In how many of the ways the face-down cards may lie can this be won, and by which first moves?"""

    about: Placed
    seconds: float


class FindPar(Struct, frozen=True, tag="par", tag_field="ask"):
    """Which line is the shortest that a fixed effort finds, and how few moves has any?"""

    about: Placed
    seconds: float


class FindDeals(Struct, frozen=True, tag="deals", tag_field="ask"):
    """Which deals from `first` on can be won under all these options?

    They are tried until the time is over or `most` are found; those that would take long are passed over.
    """

    game: str
    every: list[dict[str, str]]
    first: int
    most: int
    seconds: float


class Labelled(Struct, frozen=True, omit_defaults=True):
    """A move, and what is known of the position it leads to."""

    move: str
    """As text."""
    verdict: Verdict = Verdict.UNDECIDED
    at_most: int | None = None
    """In how many moves, this one included, it wins at most; None unless it is known to win."""
    at_least: int = 0
    """In how many moves, this one included, it wins at least, as far as it is proved."""
    open: bool = True
    """Whether a longer look may still decide it, or shorten its line."""
    effort: int = 0
    """Positions looked at in the longest search so far."""
    line: tuple[str, ...] | None = None
    """Moves that win after it, as text, while a shorter line is sought."""

    @property
    def exact(self) -> bool:
        """Whether no fewer moves win."""
        return self.at_most == self.at_least


class Labels(Struct, frozen=True, omit_defaults=True):
    """The answer about every move of a position."""

    verdict: Verdict = Verdict.UNDECIDED
    """Of the position itself."""
    moves: list[Labelled] = field(default_factory=list)
    """The best first."""

    @property
    def open(self) -> bool:
        """Whether a longer look may still decide a move, or shorten its line."""
        return any(one.open for one in self.moves)

    @property
    def decided(self) -> bool:
        """Whether no longer look decides another move, though one may still shorten a line."""
        return not any(one.open and one.verdict is Verdict.UNDECIDED for one in self.moves)

    def set_aside(self) -> "Labels":
        """Return these labels without lines, for somebody to go on with what is not decided."""
        undecided = Verdict.UNDECIDED
        moves = [structs.replace(one, open=one.open and one.verdict is undecided, line=None) for one in self.moves]
        return Labels(self.verdict, moves)

    def settled(self) -> "Labels":
        """Return these labels as the last word, which needs no lines."""
        return Labels(self.verdict, [structs.replace(one, open=False, line=None) for one in self.moves])


class LabelMoves(Struct, frozen=True, tag="label", tag_field="ask"):
    """Which moves of this position keep the win, and in how many moves does each win at most?"""

    about: Placed
    known: Labels
    """What an earlier answer said; none at first."""
    seconds: float


class FindPuzzle(Struct, frozen=True, tag="puzzle", tag_field="ask"):
    """Does the position that these moves lead to make a puzzle?"""

    game: str
    options: dict[str, str]
    deal: int
    """The deal number."""
    moves: tuple[str, ...]
    """As text."""
    seconds: float


Question = Judge | MakeGuesses | FindPar | FindDeals | LabelMoves | FindPuzzle


class Ready(Struct, frozen=True):
    """What a process says first: it can be asked."""

    ready: bool = True


class Judgement(Struct, frozen=True):
    """The answer about one position."""

    verdict: Verdict
    moves: tuple[str, ...] | None = None
    """Moves that win from there, as text; None unless it is winnable."""
    nodes: int = 0
    """Positions looked at."""
    circling: bool = False
    """Whether nothing that can still be done brings a card home or turns one up."""

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that win; none unless it is winnable."""
        return _read_moves(self.moves)


class Guess(Struct, frozen=True):
    """How often a position could be won, over sampled ways for its face-down cards to lie."""

    tried: int
    """Ways for the face-down cards to lie that were tried."""
    won: int
    """In how many of them it can be won."""
    undecided: int
    """In how many of them that could not be told."""
    moves: dict[str, int] = field(default_factory=dict)
    """In how many of those each first move, as text, wins; the most frequent first."""


class Par(Struct, frozen=True):
    """The shortest line that was found, None where the position is not known to be winnable."""

    moves: tuple[str, ...] | None
    """As text."""
    at_least: int | None
    """How few moves any line has."""
    effort: int
    """Positions looked at to shorten the first line found, at most."""

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves of the line; none where none was found."""
        return _read_moves(self.moves)


class Proved(Struct, frozen=True):
    """Deals that can be won."""

    found: list[tuple[int, str]]
    """Each with its band."""
    next: int
    """The deal to be tried next."""


class Mined(Struct, frozen=True):
    """The puzzle that was found, if one was."""

    puzzle: str | None
    """The line that `engine.puzzles` writes for it."""


Answer = Judgement | Guess | Par | Proved | Labels | Mined


def written(value: Question | Answer | Ready) -> bytes:
    """Write a question or an answer in a line, without its end."""
    return json.encode(value)


def read(text: bytes | str, kind: type[_T]) -> _T:
    """Read what `written` wrote.

    Raises:
        ValueError: it is no such thing.
    """
    return json.decode(text, type=kind)


def read_question(text: bytes | str) -> Question:
    """Read a question of whatever kind; raise `ValueError`."""
    question: Question = json.decode(text, type=Question)
    return question


def options_of(every: Sequence[Variant]) -> list[dict[str, str]]:
    """Write the options of variants of a game."""
    return [dict(variant.options) for variant in every]


def texts_of(moves: Sequence[Move]) -> tuple[str, ...]:
    """Write moves."""
    return tuple(map(str, moves))


def _read_moves(texts: tuple[str, ...] | None) -> tuple[Move, ...]:
    return tuple(map(Move.read, texts or ()))
