"""A board to look at: cards as pictures and in words. Neither names a face-down card."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from app.core.words import sentence
from app.play.table.piles import measures
from engine.cards import COLOUR, COLOUR_NAMES, NAME, SUIT, SUIT_NAMES, TEXT
from engine.position import Position, face_down_rows, layout
from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class PreviewCard:
    """A card as its viewer sees it: the name of its picture in the sprite, its classes and its own name."""

    symbol: str
    classes: str
    name: str


@dataclass(frozen=True, slots=True)
class PreviewPile:
    """A pile, bottom card first."""

    kind: str
    suit: str
    """The suit that an empty foundation waits for; empty for other piles."""
    label: str
    cards: tuple[PreviewCard, ...]

    @property
    def words(self) -> str:
        """Name the cards in a sentence; empty without cards."""
        return sentence(", ".join(card.name for card in self.cards))


@dataclass(frozen=True, slots=True)
class PreviewBoard:
    """Every pile of a board."""

    measures: str
    cells: tuple[PreviewPile, ...]
    foundations: tuple[PreviewPile, ...]
    reserve: tuple[PreviewPile, ...]
    columns: tuple[PreviewPile, ...]

    @property
    def said(self) -> tuple[PreviewPile, ...]:
        """The piles to say in words, the reserve as one."""
        return (*self.columns, *self.foundations, *_as_one("Reserve", self.reserve))


_FACE_DOWN = PreviewCard("back", "back", "face down")
_FACE_UP = tuple(
    PreviewCard(text, f"{COLOUR_NAMES[COLOUR[card]]} {SUIT_NAMES[SUIT[card]]}", NAME[card])
    for card, text in enumerate(TEXT)
)


def preview(rules: Rules, position: Position) -> PreviewBoard:
    """Show a position."""
    table = layout(rules)
    suits: Sequence[str] = SUIT_NAMES if rules.in_suit else ("",) * 4
    return PreviewBoard(
        measures=measures(rules),
        cells=tuple(PreviewPile("cell", "", "", _cards(rules, position, at)) for at in table.cells),
        foundations=tuple(
            PreviewPile("foundation", suit, f"Foundation {place}", _cards(rules, position, at))
            for place, (at, suit) in enumerate(zip(table.foundations, suits, strict=True), start=1)
        ),
        reserve=tuple(PreviewPile("reserve-card", "", "", _cards(rules, position, at)) for at in table.reserve),
        columns=tuple(
            PreviewPile("column", "", f"Column {place}", _cards(rules, position, at))
            for place, at in enumerate(table.columns, start=1)
        ),
    )


def _cards(rules: Rules, position: Position, at: int) -> tuple[PreviewCard, ...]:
    hidden = face_down_rows(rules, position, at)
    return tuple(_FACE_DOWN if row in hidden else _FACE_UP[card] for row, card in enumerate(position.piles[at]))


def _as_one(label: str, piles: tuple[PreviewPile, ...]) -> tuple[PreviewPile, ...]:
    return (PreviewPile("reserve", "", label, tuple(chain.from_iterable(pile.cards for pile in piles))),)
