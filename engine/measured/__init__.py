"""What was measured of the games, one file each.

A file in this folder is named as the game's own in `engine/games/` and defines `MEASURED`. A game without one is played
as any other is; its pages say that nothing is counted yet, and no figure of another game stands in for its own.
"""

from importlib import import_module
from pkgutil import iter_modules

from engine.caching import cached
from engine.games import GAMES
from engine.measured.figures import Figures, Measured
from engine.rules import Game, Rules

FILES = frozenset(module.name for module in iter_modules(__path__))


@cached()
def measured(slug: str) -> Measured | None:
    """Return what was measured of the game of this slug; None where nothing was."""
    name = slug.replace("-", "_")
    if name not in FILES:
        return None
    found: Measured = import_module(f"{__name__}.{name}").MEASURED
    return found


def figures(rules: Rules) -> Figures | None:
    """Return what was measured under these rules; None where nothing was."""
    return _figures().get(rules)


def bands_known(game: Game) -> bool:
    """Say whether the winnable deals of a game can be put into bands by how hard they are."""
    return measured(game.slug) is not None


def beginner_share(game: Game) -> float | None:
    """Return how many of a game's gentle deals a careful beginner wins, played as it usually is; None if unmeasured."""
    usual = {option.name: option.default for option in game.options if option.default is not None}
    known = [figures(variant.rules) for variant in game.variants(usual)]
    shares = [each.beginner.share for each in known if each is not None]
    return sum(shares) / len(shares) if shares else None


@cached()
def starting_game() -> Game:
    """Return the game to begin with: the one of which a careful beginner wins most gentle deals."""
    return max(GAMES.values(), key=lambda game: beginner_share(game) or 0)


@cached()
def _figures() -> dict[Rules, Figures]:
    return {
        game.settle(each.options).rules: each
        for game in GAMES.values()
        if (known := measured(game.slug)) is not None
        for each in known.variants
    }
