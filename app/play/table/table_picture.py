"""The board in a picture to look at elsewhere: SVG that needs nothing else, in units of its own.

Cards lie where the small drawings of the layouts have them, with the faces of static/cards.svg.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain

from app.play.service.replays import Ending
from app.play.table.layout_picture import (
    CARD_HEIGHT,
    CARD_WIDTH,
    LayoutPicture,
    LayoutPlace,
    layout_picture,
    picture_of,
)
from app.play.table.preview import preview
from app.web.assets import shelf
from engine.caching import cached
from engine.cards import RANKS, SUITS
from engine.deals import Deck
from engine.position import Position, deal
from engine.rules import Rules

# The colours of cards on the stone table by day, as theme.css has them.
_SLOT, _FACE, _EDGE = "#6a6555", "#fffdf6", "#6f6854"

_BACK = "back"
_PROPERTY = re.compile(r"var\(--[a-z-]+,([^()]+)\)")

_COVERED, _COURSE = 9.2, 21.84
"""How much of a card of a wall shows beside the next one, and above the next course, as in ending.css."""


@dataclass(frozen=True, slots=True)
class BoardPicture:
    """A board, drawn."""

    width: float
    height: float
    drawn: str
    """The elements of an SVG that draw it. They use the symbols of `card_symbols`."""


def dealt_board(rules: Rules, deck: Deck) -> BoardPicture:
    """Draw a deal, its face-down cards from behind."""
    return standing_board(rules, deal(rules, deck))


def standing_board(rules: Rules, position: Position) -> BoardPicture:
    """Draw a position: face-down cards from behind, and only the top card of a foundation."""
    board = preview(rules, position)
    columns = [[card.symbol for card in pile.cards] for pile in board.columns]
    kinds = [["back" if symbol == _BACK else "open" for symbol in symbols] for symbols in columns]
    tops = [pile.cards[-1].symbol if pile.cards else "" for pile in (*board.cells, *board.foundations, *board.reserve)]
    return _board(picture_of(rules, kinds), [*tops, *chain.from_iterable(symbols or [""] for symbols in columns)])


def plain_board(rules: Rules) -> BoardPicture:
    """Draw the layout of a game with every card from behind."""
    table = layout_picture(rules)
    return _board(table, ["" if place.kind in {"cell", "foundation"} else _BACK for place in table.places])


@cached()
def finished_wall() -> BoardPicture:
    """Draw the wall of a won game, each suit from its Ace to its King.

    It is the same for every game, since the order of a game's own foundations would tell of its deal.
    """
    places = [
        LayoutPlace("open", rank * _COVERED + suit % 2 * _COVERED / 2 + 0.5, suit * _COURSE + 0.5)
        for suit in range(len(SUITS))
        for rank in range(len(RANKS))
    ]
    width, height = places[-1].x + CARD_WIDTH + 0.5, places[-1].y + CARD_HEIGHT + 0.5
    table = LayoutPicture(width, height, tuple(places))
    return _board(table, [f"{rank}{suit}" for suit in SUITS for rank in RANKS])


def result_board(result: Ending) -> BoardPicture:
    """Draw what everybody may see of a finished game: the wall of a win, or else the deal unless it is secret."""
    session = result.session
    if result.won:
        return finished_wall()
    return plain_board(result.rules) if session.sealed else dealt_board(result.rules, session.deck)


def _board(table: LayoutPicture, lying: Iterable[str]) -> BoardPicture:
    cards = (_card(table, place, symbol) for place, symbol in zip(table.places, lying, strict=True))
    return BoardPicture(table.width, table.height, "".join(cards))


def _card(table: LayoutPicture, place: LayoutPlace, symbol: str) -> str:
    size = f'x="{place.x:g}" y="{place.y:g}" width="{table.card_width}" height="{table.card_height}"'
    if symbol:
        face = f'<rect {size} rx="1.3" fill="{_FACE}" stroke="{_EDGE}" stroke-width="0.3"/>'
        return f'{face}<use href="#{symbol}" {size}/>'
    return f'<rect {size} rx="1.3" fill="none" stroke="{_SLOT}" stroke-width="0.4"/>'


@cached()
def card_symbols() -> str:
    """Return the sprite's contents with the usual value of every custom property, because the renderer knows none."""
    sprite = _PROPERTY.sub(r"\1", shelf().assets["cards.svg"].body.decode())
    return sprite[sprite.index(">") + 1 : sprite.rindex("</svg>")]
