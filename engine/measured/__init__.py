"""The measurements of the games, one file each.

A file in this folder has the same name as the game's own in `engine/games/`, and defines `MEASURED`. A game without one
plays like any other, but its pages say that nothing is counted yet. No figure of another game stands in for its own.
"""

from importlib import import_module
from pkgutil import iter_modules

from engine.caching import cached
from engine.games import GAMES
from engine.measured.figures import Figures, Measured
from engine.rules import Game, Rules

FILES = frozenset(module.name for module in iter_modules(__path__))


@cached()
def measurements(slug: str) -> Measured | None:
    """Return the measurements of the game with this slug, or None if there are none."""
    name = slug.replace("-", "_")
    if name not in FILES:
        return None
    found: Measured = import_module(f"{__name__}.{name}").MEASURED
    return found


def figures(rules: Rules) -> Figures | None:
    """Return the measurements under these rules, or None if there are none."""
    return _figures().get(rules)


def bands_known(game: Game) -> bool:
    """Return whether a game's winnable deals can be sorted into bands by how hard they are."""
    return measurements(game.slug) is not None


def beginner_share(game: Game) -> float | None:
    """Return the share of gentle deals that a careful beginner wins with the usual options; None if unmeasured."""
    usual = {option.name: option.default for option in game.options if option.default is not None}
    known = [figures(variant.rules) for variant in game.variants(usual)]
    shares = [each.beginner.share("gentle") for each in known if each is not None]
    return sum(shares) / len(shares) if shares else None


@cached()
def starting_game() -> Game:
    """Return the game for newcomers: the one in which a careful beginner wins the most gentle deals."""
    return max(GAMES.values(), key=lambda game: beginner_share(game) or 0)


@cached()
def _figures() -> dict[Rules, Figures]:
    return {
        game.settle(each.options).rules: each
        for game in GAMES.values()
        if (known := measurements(game.slug)) is not None
        for each in known.variants
    }
