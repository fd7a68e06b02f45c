"""The questions to a solver process and its answers, each as one line of JSON.

The process that serves pages never loads the compiler. It knows the solver only through these values.
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
    """What a solver has proved about a position."""

    WINNABLE = "winnable"
    UNWINNABLE = "unwinnable"
    UNDECIDED = "undecided"


class VariantPosition(Struct, frozen=True):
    """A position of a variant."""

    game: str
    options: dict[str, str]
    position: str
    """The position, as a snapshot."""

    @classmethod
    def of(cls, variant: Variant, position: Position) -> "VariantPosition":
        """Write a position."""
        return cls(variant.game.slug, dict(variant.options), snapshot(variant.rules, position))

    def read(self, rules: Rules) -> Position:
        """Read the position."""
        return restore(rules, self.position)


class JudgePosition(Struct, frozen=True, tag="judge", tag_field="ask"):
    """Can this position be won, and how?"""

    about: VariantPosition
    seconds: float


class MakeGuesses(Struct, frozen=True, tag="guess", tag_field="ask"):
    """In how many arrangements of the face-down cards can this be won, and by which first moves?"""

    about: VariantPosition
    seconds: float


class FindPar(Struct, frozen=True, tag="par", tag_field="ask"):
    """What is the shortest line that a fixed effort finds, and how many moves does any line need at least?"""

    about: VariantPosition
    seconds: float


class FindDeals(Struct, frozen=True, tag="deals", tag_field="ask"):
    """Which deals from `first` on can be won under all these options?

    The solver tries deals until the time is over or it has found `most`. It skips deals that would take long.
    """

    game: str
    every: list[dict[str, str]]
    first: int
    most: int
    seconds: float


class Labelled(Struct, frozen=True, omit_defaults=True):
    """A move, and what the solver knows of the position after it."""

    move: str
    """The text of the move."""
    verdict: Verdict = Verdict.UNDECIDED
    at_most: int | None = None
    """The moves of the shortest win known, this one included; None if no win is known."""
    at_least: int = 0
    """The fewest moves, this one included, that any win can have, as far as that is proved."""
    open: bool = True
    """Whether more search may still decide the move, or shorten its line."""
    effort: int = 0
    """How many positions the longest search so far could look at."""
    line: tuple[str, ...] | None = None
    """The texts of moves that win after it, while the solver looks for a shorter line."""

    @property
    def exact(self) -> bool:
        """Whether it is proved that no fewer moves win."""
        return self.at_most == self.at_least


class Labels(Struct, frozen=True, omit_defaults=True):
    """The answer about every move of a position."""

    verdict: Verdict = Verdict.UNDECIDED
    """The verdict on the position itself."""
    moves: list[Labelled] = field(default_factory=list)
    """The labels of its moves, the best first."""

    @property
    def open(self) -> bool:
        """Whether more search may still decide a move, or shorten its line."""
        return any(one.open for one in self.moves)

    @property
    def decided(self) -> bool:
        """Whether no more moves can be decided, though more search may still shorten a line."""
        return not any(one.open and one.verdict is Verdict.UNDECIDED for one in self.moves)

    def set_aside(self) -> "Labels":
        """Return these labels without lines. Only the undecided moves stay open, for another search."""
        undecided = Verdict.UNDECIDED
        moves = [structs.replace(one, open=one.open and one.verdict is undecided, line=None) for one in self.moves]
        return Labels(self.verdict, moves)

    def settled(self) -> "Labels":
        """Return these labels as final: no move is open, and no lines are kept."""
        return Labels(self.verdict, [structs.replace(one, open=False, line=None) for one in self.moves])


class LabelMoves(Struct, frozen=True, tag="label", tag_field="ask"):
    """Which moves of this position keep the win, and how few moves does each need to win?"""

    about: VariantPosition
    known: Labels
    """What the last answer said; the first time, labels without moves."""
    seconds: float


class FindPuzzle(Struct, frozen=True, tag="puzzle", tag_field="ask"):
    """Does the position after these moves make a puzzle?"""

    game: str
    options: dict[str, str]
    deal: int
    """The deal number."""
    moves: tuple[str, ...]
    """The texts of the moves."""
    seconds: float


Question = JudgePosition | MakeGuesses | FindPar | FindDeals | LabelMoves | FindPuzzle


class Ready(Struct, frozen=True):
    """What a process says first: that it can take questions."""

    ready: bool = True


OUT_OF_MEMORY = 12
"""The exit code of a process that gets no more memory; it says nothing else."""


class Judgement(Struct, frozen=True):
    """The answer about one position."""

    verdict: Verdict
    moves: tuple[str, ...] | None = None
    """The texts of moves that win from there; None unless it is winnable."""
    nodes: int = 0
    """Positions looked at."""
    circling: bool = False
    """Whether none of the moves that are left ever leads to a card coming home or turning up."""

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that win; none unless it is winnable."""
        return _read_moves(self.moves)


class Guess(Struct, frozen=True):
    """In how many sampled arrangements of its face-down cards a position can be won."""

    tried: int
    """How many arrangements the solver tried."""
    won: int
    """In how many of them the position can be won."""
    undecided: int
    """In how many of them the solver could not decide."""
    moves: dict[str, int] = field(default_factory=dict)
    """How many of the wins begin with each first move, by its text; the most frequent first."""


class Par(Struct, frozen=True):
    """The shortest line that the solver found, or None if it found none."""

    moves: tuple[str, ...] | None
    """The texts of its moves."""
    at_least: int | None
    """The fewest moves that any line can have, as far as that is proved."""
    effort: int
    """The most positions that the solver may look at to shorten the first line found."""

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves of the line; none if there is no line."""
        return _read_moves(self.moves)


class FoundDeals(Struct, frozen=True):
    """Deals that are proved winnable."""

    found: list[tuple[int, str]]
    """Each deal number with its band."""
    next: int
    """The deal to try next."""


class Mined(Struct, frozen=True):
    """The puzzle that the solver found, if any."""

    puzzle: str | None
    """The line that `engine.puzzles` writes for the puzzle; None if there is none."""


Answer = Judgement | Guess | Par | FoundDeals | Labels | Mined


def written(value: Question | Answer | Ready) -> bytes:
    """Write a question or an answer as a line, without the line feed."""
    return json.encode(value)


def read(text: bytes | str, kind: type[_T]) -> _T:
    """Read what `written` wrote.

    Raises:
        ValueError: the text is not of this kind.
    """
    return json.decode(text, type=kind)


def read_question(text: bytes | str) -> Question:
    """Read a question of any kind. Raise `ValueError` if the text is none."""
    question: Question = json.decode(text, type=Question)
    return question


def options_of(every: Sequence[Variant]) -> list[dict[str, str]]:
    """Return the options of each variant of a game."""
    return [dict(variant.options) for variant in every]


def texts_of(moves: Sequence[Move]) -> tuple[str, ...]:
    """Return the texts of moves."""
    return tuple(map(str, moves))


def _read_moves(texts: tuple[str, ...] | None) -> tuple[Move, ...]:
    return tuple(map(Move.read, texts or ()))
