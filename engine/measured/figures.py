"""What can be measured of a game, and the commands that measure it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Chance:
    """A share of deals that can be won, and the sentence that tells it."""

    share: float
    sentence: str


class Weights(NamedTuple):
    """What counts towards the distance of a position from a win, and how much."""

    lacking: int
    """Added for each card that is not home."""
    as_dealt: int
    """Added for each card that still lies on the card it was dealt on, unless it might have been built there."""
    buried: int
    """Added for each card above one that a foundation waits for."""
    space: int
    """Taken off for each space."""
    free_cell: int
    """Taken off for each free cell."""
    offset: int
    """Added to every distance, so that spaces and free cells still count when nothing else is left to take off from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Plan:
    """The passes by which a search decides soonest, each with its weights; see `engine/solver/plans.py`.

    They are chosen by trial: `make bench ARGS="solver"` says how soon deals are decided by them.
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
        """How many deals were counted."""
        return self.winnable + self.unwinnable + self.undecided


@dataclass(frozen=True, slots=True)
class Beginner:
    """How many games on gentle deals a careful beginner wins, as `python -m bench.beginners` played them."""

    won: int
    games: int
    command: str

    @property
    def share(self) -> float:
        """The part of the games that were won."""
        return self.won / self.games


class Bands(NamedTuple):
    """The fewest positions that a search looks at in a steady deal, and in a stern one.

    They are thirds of some hundreds of winnable deals, as `python -m bench.thirds` finds them.
    """

    steady: int
    stern: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Figures:
    """What was measured of a variant."""

    options: Mapping[str, str]
    plan: Plan
    bands: Bands
    count: Count
    beginner: Beginner


@dataclass(frozen=True, kw_only=True, slots=True)
class Measured:
    """What was measured of a game."""

    place: int
    """Its place in the lobby, where games that were never measured come last."""
    chances: tuple[Chance, ...]
    """What its page tells of the shares of deals that can be won, that of its usual form first."""
    source: str
    """How that is known."""
    variants: tuple[Figures, ...]
    """One for every variant."""
