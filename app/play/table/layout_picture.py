"""A game's layout as a small drawing, made from its rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.caching import cached
from engine.rules import FOUNDATIONS, Rules

CARD_WIDTH, CARD_HEIGHT = 20, 28
_GAP = 4
_OPEN_STRIP, _BACK_STRIP = 8, 5
_ROW_GAP = 8
_STEP = CARD_WIDTH + _GAP


@dataclass(frozen=True, slots=True)
class LayoutPlace:
    """A card (`open`, `back`, or `base` that starts a foundation) or an empty place (`cell`, `space`, `foundation`)."""

    kind: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class LayoutPicture:
    """A drawing in units of its own; later places lie on top of earlier ones."""

    width: float
    height: float
    places: tuple[LayoutPlace, ...]
    card_width: int = CARD_WIDTH
    card_height: int = CARD_HEIGHT


@cached()
def layout_picture(rules: Rules) -> LayoutPicture:
    """Draw the layout of a game as dealt: cells and foundations, the reserve, then the columns."""
    rows = [["back" if row in rules.face_down_rows else "open" for row in range(height)] for height in rules.columns]
    return picture_of(rules, rows)


def picture_of(rules: Rules, columns: Sequence[Sequence[str]]) -> LayoutPicture:
    """Draw the places of a game's cells, foundations and reserve, and below them columns of cards of these kinds."""
    across = max(len(rules.columns), rules.cells + FOUNDATIONS)
    width = across * _STEP - _GAP
    places = [LayoutPlace("cell", at * _STEP, 0) for at in range(rules.cells)]
    kind = "base" if rules.foundations_dealt else "foundation"
    places += [LayoutPlace(kind, width - CARD_WIDTH - (FOUNDATIONS - 1 - at) * _STEP, 0) for at in range(FOUNDATIONS)]
    top = CARD_HEIGHT + _ROW_GAP
    if rules.reserve:
        step = min(_STEP, (width - CARD_WIDTH) / max(1, rules.reserve - 1))
        places += [LayoutPlace("open", round(at * step, 2), top) for at in range(rules.reserve)]
        top += CARD_HEIGHT + _ROW_GAP
    below, bottom = _columns(columns, (width - len(columns) * _STEP + _GAP) / 2, top)
    # A margin of half a unit keeps the strokes inside.
    inset = tuple(LayoutPlace(place.kind, place.x + 0.5, place.y + 0.5) for place in (*places, *below))
    return LayoutPicture(width + 1, bottom + 1, inset)


def _columns(columns: Sequence[Sequence[str]], left: float, top: float) -> tuple[list[LayoutPlace], float]:
    places: list[LayoutPlace] = []
    bottom = top + CARD_HEIGHT
    for column, kinds in enumerate(columns):
        y = top
        for kind in kinds or ["space"]:
            places.append(LayoutPlace(kind, left + column * _STEP, y))
            bottom = max(bottom, y + CARD_HEIGHT)
            y += _BACK_STRIP if kind == "back" else _OPEN_STRIP
    return places, bottom
