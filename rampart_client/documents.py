"""What a Rampart server answers, as frozen values; cards, piles and moves are texts as everywhere in Rampart.

A field that this version does not know is left out, so a newer server breaks no program.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Document:
    """The root of all documents."""

    @classmethod
    def read(cls, answer: Mapping[str, Any]) -> Self:
        """Read a JSON object; raise `KeyError` if a field is missing."""
        return cls(**{field.name: answer[field.name] for field in fields(cls)})


@dataclass(frozen=True, slots=True)
class Session(Document):
    """One playing of a game, as its player may see it."""

    id: str
    game: str
    options: Mapping[str, str]
    rules: int
    """The version of the rules."""
    deal: str | None
    """The deal number; None for a hand-made deck, and while an event keeps it secret."""
    seq: int
    """The number of entries in the log."""
    status: str
    """`playing`, `stuck`, `won` or `given-up`."""
    piles: Mapping[str, list[str]]
    """The cards of each pile, top card last; a face-down card is `??`."""
    steps: int
    undos: int

    @property
    def is_over(self) -> bool:
        """Whether nothing can be done any more."""
        return self.status in {"won", "given-up"}

    @property
    def home(self) -> int:
        """The number of cards on the foundations."""
        return sum(len(cards) for pile, cards in self.piles.items() if pile.startswith("f"))


@dataclass(frozen=True, slots=True)
class Moves(Document):
    """The legal moves of a board."""

    seq: int
    moves: list[str]


@dataclass(frozen=True, slots=True)
class Daily(Document):
    """The challenge of a day."""

    state: str
    commitment: str | None


@dataclass(frozen=True, slots=True)
class Race(Document):
    """A race as it stands."""

    code: str
    game: str
    options: Mapping[str, str]
    stage: str
    notice: str | None
    """What it waits for."""
    starts_in: float | None
    """Seconds to the deal while the countdown runs."""
    session: str | None
    """Your session in the heat that is running."""
    racers: list[Mapping[str, Any]]
    heats: list[Mapping[str, Any]]
    champions: list[str]


@dataclass(frozen=True, slots=True)
class Puzzle(Document):
    """A position that can be won, and a goal to reach without a losing move."""

    id: str
    game: str
    options: Mapping[str, str]
    deck: str
    moves: list[str]
    """They lead from the deck to the puzzle's position."""
    goal: Mapping[str, Any]
    goal_text: str
    rating: int
    themes: list[str]


@dataclass(frozen=True, slots=True)
class Attempt(Document):
    """How far tried moves are right."""

    outcome: str
    """`solved`, `lost` or `open`."""
    at: int | None
    """Which move lost, counted from 0."""
    rating: int
    """Your own, in this game."""


@dataclass(frozen=True, slots=True)
class Analysis(Document):
    """What a solver says of a position and of each of its moves."""

    verdict: str
    """`winnable`, `unwinnable` or `undecided`."""
    moves: list[Mapping[str, Any]]
    """Each has `move`, `verdict`, `at_most` and `exact`."""
