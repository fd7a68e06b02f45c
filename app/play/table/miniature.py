"""A table as a small picture in a page: its cards as they lie, from the sprite static/miniatures.svg.

Every picture is decoration: the words beside it say what matters. This hides face-down cards before it draws anything.
"""

from collections.abc import Iterable
from itertools import chain

from markupsafe import Markup

from app.play.table.layout_picture import LayoutPicture, LayoutPlace, layout_picture, picture_of
from app.play.table.piles import HIDDEN, Seen, seen_piles
from app.play.values.session import Session
from app.web.assets import asset
from engine.caching import cached
from engine.cards import TEXT
from engine.deals import shuffled
from engine.position import Position, deal, face_up, layout
from engine.puzzles import Puzzle
from engine.rules import Rules

_BACK, _SLOT = "back", "slot"


def miniature(rules: Rules, position: Position) -> Markup:
    """Draw a position: face-down cards from behind, and only the top card of a foundation."""
    table, seen = layout(rules), seen_piles(rules, position)
    columns = [[_symbol(card) for card in seen[at]] for at in table.columns]
    kinds = [[_BACK if symbol == _BACK else "open" for symbol in symbols] for symbols in columns]
    tops = [_top(seen[at]) for at in (*table.cells, *table.foundations, *table.reserve)]
    return _draw(picture_of(rules, kinds), [*tops, *chain.from_iterable(symbols or [_SLOT] for symbols in columns)])


@cached(32)
def miniature_of_deal(rules: Rules, number: int) -> Markup:
    """Draw a numbered deal."""
    return miniature(rules, deal(rules, shuffled(number)))


@cached()
def miniature_of_layout(rules: Rules) -> Markup:
    """Draw the layout of a game with every card from behind, for a deal that nobody may see yet."""
    table = layout_picture(rules)
    return _draw(table, [_SLOT if place.kind in {"cell", "foundation"} else _BACK for place in table.places])


def miniature_of_puzzle(puzzle: Puzzle) -> Markup:
    """Draw the position of a puzzle, every card face up, as its solver sees it."""
    return miniature(puzzle.variant.rules, face_up(puzzle.position))


def miniature_of_session(session: Session) -> Markup:
    """Draw a game where it stands: one that is won with its Kings home."""
    return miniature(session.variant.rules, session.position)


def miniature_as_dealt(session: Session) -> Markup:
    """Draw the deal of a game, however it stands now."""
    rules = session.variant.rules
    return miniature(rules, deal(rules, session.deck))


def _draw(table: LayoutPicture, symbols: Iterable[str]) -> Markup:
    sprite = asset("miniatures.svg")
    cards = "".join([_use(sprite, place, symbol) for place, symbol in zip(table.places, symbols, strict=True)])
    return Markup(
        f'<svg class="miniature" viewBox="0 0 {table.width:g} {table.height:g}" aria-hidden="true" '
        f'focusable="false">{cards}</svg>'
    )


def _use(sprite: str, place: LayoutPlace, symbol: str) -> str:
    return f'<use href="{sprite}#{symbol}" x="{place.x:g}" y="{place.y:g}"/>'


def _top(cards: Seen) -> str:
    return _symbol(cards[-1]) if cards else _SLOT


def _symbol(card: int) -> str:
    return _BACK if card == HIDDEN else TEXT[card]
