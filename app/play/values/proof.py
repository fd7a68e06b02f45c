"""How far a deal is proved winnable."""

from enum import StrEnum


class Proof(StrEnum):
    """For which ways to play a deal a solver has found a win."""

    THIS = "this"
    """Under the same options."""
    EVERY = "every"
    """Also under every other value of the options that each player chooses for a game."""
