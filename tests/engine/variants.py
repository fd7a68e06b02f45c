"""Every variant of every game, for tests that hold for all of them."""

from engine.games import GAMES
from engine.rules import Rules, Variant

__all__ = ["VARIANTS", "Variant", "rules_of"]

VARIANTS = tuple(variant for game in GAMES.values() for variant in game.variants({}))


def rules_of(slug: str, **options: str) -> Rules:
    """Return the rules of a game under these options, the usual ones where left out."""
    return GAMES[slug].settle(options).rules
