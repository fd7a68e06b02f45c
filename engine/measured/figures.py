"""The measurements of a game, and the commands that make them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Chance:
    """The share of deals that can be won, and the sentence that states it."""

    share: float
    sentence: str


class Weights(NamedTuple):
    """How much each thing adds to the estimated distance of a position from a win."""

    lacking: int
    """Added for each card that is not home."""
    as_dealt: int
    """Added for each card that still lies where it was dealt, unless it might have been built there."""
    buried: int
    """Added for each card above a card for which a foundation waits."""
    space: int
    """Taken off for each space."""
    free_cell: int
    """Taken off for each free cell."""
    offset: int
    """Added to every distance, so that spaces and free cells count even if the other sums are small."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """The passes that decide deals soonest, each with its weights; see `engine/solver/plans.py`.

    We choose them by trial: `make bench ARGS="solver"` says how soon they decide deals.
    """

    exact: Weights
    greedy: Weights | None
    alike: Weights | None
    alike_share: int
    """The alike pass looks at one position for this many of the greedy one."""


@dataclass(frozen=True, slots=True)
class Count:
    """How many of a range of deals can be won, as `rampart winnability` counted them from 1 upwards."""

    winnable: int
    unwinnable: int
    undecided: int
    command: str

    @property
    def deals(self) -> int:
        """How many deals the range has."""
        return self.winnable + self.unwinnable + self.undecided


@dataclass(frozen=True, slots=True)
class Beginner:
    """How many games on deals of each band a careful beginner wins, as `python -m bench.beginners` played them."""

    gentle: int
    steady: int
    hard: int
    games: int
    """The games on deals of each band."""
    command: str

    def share(self, band: str) -> float:
        """Return the share of the games on deals of a band that the beginner won."""
        won = {"gentle": self.gentle, "steady": self.steady, "hard": self.hard}
        return won[band] / self.games


class Bands(NamedTuple):
    """The fewest positions that a search looks at in a steady deal, and in a hard one.

    They divide some hundreds of winnable deals into thirds, as `python -m bench.thirds` does.
    """

    steady: int
    hard: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """The measurements of a variant."""

    options: Mapping[str, str]
    plan: Plan
    bands: Bands
    count: Count
    beginner: Beginner


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """The measurements of a game."""

    place: int
    """Its place in the lobby. Games that nobody has measured come last there."""
    chances: tuple[Chance, ...]
    """The shares of winnable deals that its page states, that of its usual form first."""
    source: str
    """The text that says how we know these shares."""
    variants: tuple[Figures, ...]
    """The measurements of every variant."""
    as_pysolfc: bool = False
    """Whether its deals were compared with those that PySolFC makes of the same numbers."""
