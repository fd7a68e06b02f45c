"""Every game under every choice of its options, for tests that hold for all of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from engine.games import GAMES
from engine.rules import Game, Rules, Settled


@dataclass(frozen=True, slots=True)
class Variant:
    """A game with its options settled."""

    game: Game
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return " ".join([self.game.slug, *(f"{name}={value}" for name, value in self.options)])

    @property
    def settled(self) -> Settled:
        """Its options."""
        return self.game.settle(dict(self.options))

    @property
    def rules(self) -> Rules:
        """The rules of this variant."""
        return self.game.rules_with(self.settled)


def _variants() -> Iterator[Variant]:
    for game in GAMES.values():
        for values in product(*(option.values for option in game.options)):
            given = {option.name: value for option, value in zip(game.options, values, strict=True)}
            yield Variant(game, tuple(game.settle(given).items()))


VARIANTS = tuple(_variants())


def rules_of(slug: str, **options: str) -> Rules:
    """Return the rules of a game under these options, the usual ones where left out."""
    game = GAMES[slug]
    return game.rules_with(game.settle(options))
