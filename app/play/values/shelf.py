"""The shelves for deals proved winnable, how far a deal is proved, and the bands that say how hard it is."""

from enum import StrEnum
from typing import NamedTuple

from engine.measured import bands_known
from engine.rules import Game, Variant, options_text, read_options


class Band(StrEnum):
    """How hard a winnable deal is, measured by the search for a way to win it."""

    GENTLE = "gentle"
    STEADY = "steady"
    HARD = "hard"


def bands_of(game: Game) -> tuple[Band, ...]:
    """Return the bands of a game's deals; only the middle one if nobody has measured the game."""
    return tuple(Band) if bands_known(game) else (Band.STEADY,)


class Shelf(NamedTuple):
    """A game with the options that settle its deals.

    On a shelf of the stock, options that each game chooses for itself, like the `by` of Stalactites, stay open: a deal
    there is proved winnable under each of their values. A race settles all options.
    """

    game: Game
    options: str
    """As `options_text` writes them."""

    @classmethod
    def of(cls, variant: Variant) -> "Shelf":
        """Return the shelf of the stock for a variant."""
        game = variant.game
        settling = {one.name: variant.options[one.name] for one in game.options if one.default is not None}
        return cls(game, options_text(settling))

    @classmethod
    def for_races(cls, variant: Variant) -> "Shelf":
        """Return the shelf of deals for races on a variant."""
        return cls(variant.game, variant.text)

    @property
    def variants(self) -> list[Variant]:
        """The variants under each of which a deal on this shelf can be won."""
        return self.game.variants(read_options(self.options))

    @property
    def name(self) -> str:
        """Its name in the list of deals that comes with Rampart."""
        return f"{self.game.slug} {self.options}"


class Proof(StrEnum):
    """For which ways to play a deal a solver has found a win."""

    THIS = "this"
    """Under the same options."""
    EVERY = "every"
    """Also under every other value of the options that each player chooses for a game."""
