"""The emblem of a game, from the sprite static/emblems.svg; its tint is in static/theme.css, by the game's slug.

A game without an emblem of its own gets the one for any game, and the accent as its tint.
"""

import re

from markupsafe import Markup

from app.web.assets import asset, shelf
from engine.caching import cached
from engine.rules import Game

_SPRITE, _ANY = "emblems.svg", "any"
_SYMBOL = re.compile(r'<symbol id="([a-z-]+)".*?</symbol>', re.DOTALL)
_TINT = r'\[data-game="{}"\]\s*\{{\s*--tint:\s*light-dark\((#\w+)'
_ACCENT = re.compile(r"--accent:\s*light-dark\((#\w+)")


@cached()
def emblem(game: Game) -> Markup:
    """Draw the emblem of a game, as decoration beside its name."""
    return Markup(
        f'<svg class="emblem" data-game="{game.slug}" viewBox="0 0 32 32" aria-hidden="true" focusable="false">'
        f'<use href="{asset(_SPRITE)}#{_name(game)}"/></svg>'
    )


@cached()
def emblem_symbol(game: Game) -> str:
    """Return the emblem of a game as a symbol of an SVG, with the id `emblem`."""
    return _symbols()[_name(game)].replace(f'id="{_name(game)}"', 'id="emblem"')


@cached()
def tint_by_day(game: Game) -> str:
    """Return the tint of a game by day as a colour, for pictures that read no style sheet."""
    theme = shelf().assets["theme.css"].body.decode()
    found = re.search(_TINT.format(game.slug), theme) or _ACCENT.search(theme)
    assert found
    return found[1]


def _name(game: Game) -> str:
    return game.slug if game.slug in _symbols() else _ANY


@cached()
def _symbols() -> dict[str, str]:
    return {found[1]: found[0] for found in _SYMBOL.finditer(shelf().assets[_SPRITE].body.decode())}
