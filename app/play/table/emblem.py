"""The emblem of a game, from the sprite static/emblems.svg; its tint is in static/theme.css, by the game's slug.

A game without an emblem of its own gets the one for any game, and the accent as its tint.
"""

import re

from markupsafe import Markup

from app.web.assets import asset, shelf
from engine.caching import cached
from engine.rules import Game

_SPRITE, _ANY = "emblems.svg", "any"
_SYMBOL = re.compile(rb'<symbol id="([a-z-]+)"')


@cached()
def emblem(game: Game) -> Markup:
    """Draw the emblem of a game, as decoration beside its name."""
    drawn = _SYMBOL.findall(shelf().assets[_SPRITE].body)
    symbol = game.slug if game.slug.encode() in drawn else _ANY
    return Markup(
        f'<svg class="emblem" data-game="{game.slug}" viewBox="0 0 32 32" aria-hidden="true" focusable="false">'
        f'<use href="{asset(_SPRITE)}#{symbol}"/></svg>'
    )
