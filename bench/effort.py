"""How much work a measurement does."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How often to repeat things. More repeats give steadier figures."""

    rounds: int
    """How many times to take a whole measurement, whose median counts."""
    players: int
    """How many games of each variant to play at a time, each on its own deal."""
    moves: int
    """The most moves of a game."""
    repeats: int
    """How many times in a row to call a small function."""


THOROUGH = Effort(rounds=7, players=8, moves=40, repeats=300)
QUICK = Effort(rounds=1, players=2, moves=3, repeats=2)
