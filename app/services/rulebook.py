"""From the stored words of a session (game, options) to its rules."""

from collections.abc import Mapping
from functools import lru_cache

from engine.games import find
from engine.rules import Rules, Settled


def options_text(options: Mapping[str, str]) -> str:
    """Write options as they are stored: sorted `k=v` joined by `&`.

    >>> options_text({"cell": "one"})
    'cell=one'
    """
    return "&".join(f"{name}={value}" for name, value in sorted(options.items()))


def read_options(text: str) -> dict[str, str]:
    """Read what `options_text` wrote, without asking what the game makes of it."""
    return dict(pair.split("=") for pair in text.split("&")) if text else {}


@lru_cache(maxsize=256)
def stored_options(game: str, options: str) -> Settled:
    """Return the options of a game as they were stored.

    Raises:
        InvalidOption: they are not all of the game's options.
    """
    return find(game).settle(read_options(options))


@lru_cache(maxsize=256)
def rules_of(game: str, options: str) -> Rules:
    """Return the rules of a game under stored options."""
    return find(game).rules_with(stored_options(game, options))
