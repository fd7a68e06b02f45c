"""Where deals proved winnable are kept, by how hard they are."""

from enum import StrEnum
from typing import NamedTuple

from engine.measured import bands_known
from engine.rules import Game, Variant, options_text, read_options


class Band(StrEnum):
    """How hard a winnable deal is, by the search that it took to find a way."""

    GENTLE = "gentle"
    STEADY = "steady"
    STERN = "stern"


def bands_of(game: Game) -> tuple[Band, ...]:
    """Return the bands that deals of a game are in: the middle one alone where nobody has measured the game."""
    return tuple(Band) if bands_known(game) else (Band.STEADY,)


class Shelf(NamedTuple):
    """A game with the options that settle its deals.

    Options that every playing chooses for itself, like the `by` of Stalactites, stay open on a shelf of the stock: a
    deal on it is proved winnable under each of their values. A race settles them all.
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
        """What the list that ships calls it."""
        return f"{self.game.slug} {self.options}"
