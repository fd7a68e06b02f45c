"""How much work a measurement does."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How often to repeat things. The more often, the steadier the figures."""

    rounds: int
    """How often to take a whole measurement. Its median counts."""
    players: int
    """Games of each variant at the same time, each on a deal of its own."""
    moves: int
    """Moves of a game at most."""
    repeats: int
    """Calls of one small function in a row."""


THOROUGH = Effort(rounds=7, players=8, moves=40, repeats=300)
QUICK = Effort(rounds=1, players=2, moves=3, repeats=2)
