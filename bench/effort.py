"""How much work a measurement does."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Effort:
    """How often things are repeated; the more, the steadier the figures."""

    rounds: int
    """How often a whole measurement is taken; its median counts."""
    players: int
    """Games of each variant at once, each on a deal of its own."""
    moves: int
    """Moves of a game at most."""
    repeats: int
    """Calls of one small function in a row."""


THOROUGH = Effort(rounds=7, players=8, moves=40, repeats=300)
QUICK = Effort(rounds=1, players=2, moves=3, repeats=2)
