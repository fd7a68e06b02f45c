"""The games, one file each. A file in this folder that defines `GAME` is a game; there is no list to enter it in."""

from importlib import import_module
from pkgutil import iter_modules

from engine.caching import cached
from engine.rules import Game, Variant, read_options


class UnknownGame(LookupError):
    """Raised when no game has the slug asked for."""


def _find_all() -> dict[str, Game]:
    games = (import_module(f"{__name__}.{module.name}").GAME for module in iter_modules(__path__))
    return {game.slug: game for game in games}


GAMES: dict[str, Game] = _find_all()
"""Every game by its slug."""


def find(slug: str) -> Game:
    """Return the game of that slug, or raise `UnknownGame`."""
    try:
        return GAMES[slug]
    except KeyError:
        raise UnknownGame(f"There is no game called “{slug[:40]}” here; the games are {', '.join(GAMES)}.") from None


def named(slug: str, options: str) -> Variant:
    """Return the variant that somebody names by a slug and the text of its options, and remember nothing of it.

    Raises:
        UnknownGame, InvalidOption: there is none.
    """
    return find(slug).settle(read_options(options))


@cached(256)
def variant_of(slug: str, options: str) -> Variant:
    """Return a game's variant as `named` does, for texts that Rampart wrote."""
    return named(slug, options)
