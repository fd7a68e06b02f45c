"""How hard a player wants the deals of a game to be."""

from enum import StrEnum
from typing import Self

from app.play.values.shelf import Band, bands_of
from engine.measured import bands_known
from engine.rules import Game


class Strength(StrEnum):
    """Which deals a player asks for.

    >>> Strength("stern")
    <Strength.HARD: 'hard'>
    """

    GENTLE = "gentle"
    STEADY = "steady"
    HARD = "hard"
    WINNABLE = "winnable"
    """Of any band."""
    ANY = "any"
    """Drawn at random, winnable or not."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        """Read the former word for hard deals, which old links and programs still send."""
        return cls("hard") if value == "stern" else None

    def bands(self, game: Game) -> tuple[Band, ...]:
        """Return the bands whose deals will do; none if a deal need not be proved winnable."""
        match self:
            case Strength.ANY:
                return ()
            case Strength.WINNABLE:
                return bands_of(game)
            case _:
                return (Band(self.value),)


def strengths_of(game: Game) -> tuple[Strength, ...]:
    """Return the choices for a game, the usual one first; a game that nobody has measured has no bands to choose."""
    if bands_known(game):
        return Strength.GENTLE, Strength.STEADY, Strength.HARD, Strength.ANY
    return Strength.WINNABLE, Strength.ANY
