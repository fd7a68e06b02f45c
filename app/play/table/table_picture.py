"""The picture of a table in the preview of a link: an SVG that needs nothing else.

Cards lie where the small drawings of the layouts have them, with the faces of static/cards.svg.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from app.play.table.layout_picture import LayoutPicture, LayoutPlace, layout_picture, picture_of
from app.play.table.preview import preview
from app.web.assets import shelf
from engine.caching import cached
from engine.deals import Deck
from engine.position import Position, deal
from engine.rules import Rules

WIDTH, HEIGHT = 1200, 630
_MARGIN = 36

# The colours of the stone table by day, as theme.css has them.
_TABLE, _JOINT, _SLOT, _FACE, _EDGE = "#d8d3c5", "#cbc5b5", "#6a6555", "#fffdf6", "#6f6854"
_COURSE, _STONE = 70, 200

_BACK = "back"
_PROPERTY = re.compile(r"var\(--[a-z-]+,([^()]+)\)")


def dealt_picture(rules: Rules, deck: Deck) -> str:
    """Draw a deal, its face-down cards from behind."""
    return board_picture(rules, deal(rules, deck))


def board_picture(rules: Rules, position: Position) -> str:
    """Draw a position: face-down cards from behind, and only the top card of a foundation."""
    board = preview(rules, position)
    columns = [[card.symbol for card in pile.cards] for pile in board.columns]
    kinds = [["back" if symbol == _BACK else "open" for symbol in symbols] for symbols in columns]
    tops = [pile.cards[-1].symbol if pile.cards else "" for pile in (*board.cells, *board.foundations, *board.reserve)]
    return _picture(picture_of(rules, kinds), [*tops, *chain.from_iterable(symbols or [""] for symbols in columns)])


def plain_picture(rules: Rules) -> str:
    """Draw the layout of a game with every card from behind."""
    table = layout_picture(rules)
    return _picture(table, ["" if place.kind in {"cell", "foundation"} else _BACK for place in table.places])


def _picture(table: LayoutPicture, lying: Iterable[str]) -> str:
    scale = min((WIDTH - 2 * _MARGIN) / table.width, (HEIGHT - 2 * _MARGIN) / table.height)
    left, top = (WIDTH - scale * table.width) / 2, (HEIGHT - scale * table.height) / 2
    cards = "".join(_card(table, place, symbol) for place, symbol in zip(table.places, lying, strict=True))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">{_symbols()}'
        f'<path fill="{_TABLE}" d="M0 0H{WIDTH}V{HEIGHT}H0Z"/>'
        f'<path fill="none" stroke="{_JOINT}" stroke-width="2" d="{"".join(_joints())}"/>'
        f'<g transform="translate({left:.2f} {top:.2f})scale({scale:.4f})">{cards}</g></svg>'
    )


def _card(table: LayoutPicture, place: LayoutPlace, symbol: str) -> str:
    size = f'x="{place.x:g}" y="{place.y:g}" width="{table.card_width}" height="{table.card_height}"'
    if symbol:
        face = f'<rect {size} rx="1.3" fill="{_FACE}" stroke="{_EDGE}" stroke-width="0.3"/>'
        return f'{face}<use href="#{symbol}" {size}/>'
    return f'<rect {size} rx="1.3" fill="none" stroke="{_SLOT}" stroke-width="0.4"/>'


def _joints() -> Iterator[str]:
    """Yield the joints of the table's stones, each course laid half a stone off the one above."""
    for course, y in enumerate(range(0, HEIGHT, _COURSE)):
        yield f"M0 {y}H{WIDTH}"
        start = _STONE if course % 2 else _STONE // 2
        yield from (f"M{x} {y}v{_COURSE}" for x in range(start, WIDTH, _STONE))


@cached()
def _symbols() -> str:
    """Return the sprite's contents with the usual value of every custom property, because the renderer knows none."""
    sprite = _PROPERTY.sub(r"\1", shelf().assets["cards.svg"].body.decode())
    return sprite[sprite.index(">") + 1 : sprite.rindex("</svg>")]
