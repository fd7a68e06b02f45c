"""How often a random deal can be won, as pages tell it."""

from dataclasses import dataclass

from engine.measured import measured
from engine.rules import Game

_STONES = 20
NOT_COUNTED = "We have not counted yet how many deals of this game can be won."


@dataclass(frozen=True, slots=True)
class ChanceLine:
    """A share of deals that can be won."""

    sentence: str
    stones: int
    """How many of twenty stones stand for it."""


def chances(game: Game) -> tuple[ChanceLine, ...]:
    """Return the shares that were counted of a game, that of its usual form first; none where nobody has counted."""
    known = measured(game.slug)
    return tuple(ChanceLine(each.sentence, stones(each.share)) for each in known.chances) if known else ()


def source(game: Game) -> str:
    """Say how we know the chances of a game, or that we don't."""
    known = measured(game.slug)
    return known.source if known else NOT_COUNTED


def stones(share: float) -> int:
    """Return how many of twenty stones stand for a share; all twenty only for certainty."""
    return min(round(share * _STONES), _STONES if share == 1 else _STONES - 1)
