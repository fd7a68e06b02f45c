"""A picture to show elsewhere: a board on its table, the game's name and emblem, what is said of it, and where.

It comes wide, as previews of links are, and square, as programs for messages show pictures best.
"""

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from markupsafe import escape

from app.play.table.emblem import emblem_symbol, tint_by_day
from app.play.table.table_picture import BoardPicture, card_symbols
from engine.rules import Game


class PictureForm(StrEnum):
    """The two forms of a picture."""

    WIDE = "wide"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Caption:
    """What a picture says. Only the server writes it: no name of a player, and nothing that a player has typed."""

    game: Game
    headline: str
    """What there is to see, in a few words; empty if nothing is to be said."""
    details: str
    site: str
    """The address of the server, as people write it."""


@dataclass(frozen=True, slots=True)
class _Box:
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class _Shape:
    """Where everything lies in pixels. Of a box for words, the height is the size of the letters."""

    width: int
    height: int
    table: _Box
    emblem: _Box
    name: _Box
    headline: _Box
    details: _Box
    site: _Box
    edge: _Box
    """The strip in the game's tint between the words and the table."""


SHAPES = {
    PictureForm.WIDE: _Shape(
        width=1200,
        height=630,
        table=_Box(388, 0, 812, 630),
        emblem=_Box(40, 44, 96, 96),
        name=_Box(40, 212, 316, 66),
        headline=_Box(40, 306, 320, 48),
        details=_Box(40, 0, 320, 30),
        site=_Box(40, 588, 320, 28),
        edge=_Box(380, 0, 8, 630),
    ),
    PictureForm.SQUARE: _Shape(
        width=1080,
        height=1080,
        table=_Box(0, 168, 1080, 664),
        emblem=_Box(48, 32, 96, 96),
        name=_Box(170, 108, 860, 84),
        headline=_Box(48, 918, 984, 64),
        details=_Box(48, 0, 984, 34),
        site=_Box(48, 1048, 984, 30),
        edge=_Box(0, 160, 1080, 8),
    ),
}

# Colours of theme.css by day.
_GROUND, _INK, _SOFT, _TABLE, _JOINT = "#f6f3ec", "#22282a", "#565a55", "#d8d3c5", "#cbc5b5"
# The face of each weight is a family of its own to what draws the picture.
_BOLD = f'font-family="Crimson Pro SemiBold" fill="{_INK}"'
_PLAIN = f'font-family="Crimson Pro" fill="{_SOFT}"'
_MARGIN = 36
_COURSE, _STONE = 70, 200
_LINE = 1.16
_LETTER = 0.46
"""How wide a letter is on average, as a part of its size, on the safe side."""


def frame(board: BoardPicture, caption: Caption, form: PictureForm) -> str:
    """Draw a board with its caption as an SVG that needs nothing but the typeface."""
    shape = SHAPES[form]
    tint, box = tint_by_day(caption.game), shape.emblem
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{shape.width}" height="{shape.height}">'
        f"{card_symbols()}{emblem_symbol(caption.game)}"
        f'<path fill="{_GROUND}" d="M0 0H{shape.width}V{shape.height}H0Z"/>'
        f"{_table(shape.table)}{_laid(board, shape.table)}{_fill(shape.edge, tint)}"
        f'<g color="{_INK}" fill="{tint}" stroke="currentColor" stroke-width="1.25" stroke-linejoin="round">'
        f'<use href="#emblem" x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}"/></g>'
        f"{''.join(_words(shape, caption))}</svg>"
    )


def _words(shape: _Shape, caption: Caption) -> Iterator[str]:
    yield from _lines(caption.game.name, shape.name, shape.name.y, _BOLD)
    headline = _lines(caption.headline, shape.headline, shape.headline.y, _BOLD)
    yield from headline
    below = shape.headline.y + shape.headline.height * _LINE * (len(headline) - 1) + shape.details.height * 1.8
    yield from _lines(caption.details, shape.details, below, _PLAIN)
    yield from _lines(caption.site, shape.site, shape.site.y, _PLAIN)


def _lines(text: str, box: _Box, top: float, face: str) -> list[str]:
    """Return lines of a text, the first at `top`, that fit into a width, in smaller letters if a word is too long."""
    longest = max(map(len, text.split()), default=1)
    size = min(box.height, box.width / (_LETTER * longest))
    across = max(longest, int(box.width / (_LETTER * size)))
    lines = textwrap.wrap(text, across, break_on_hyphens=False)
    attributes = f'x="{box.x:g}" font-size="{size:.1f}" {face}'
    return [
        f'<text y="{top + at * size * _LINE:.1f}" {attributes}>{escape(line)}</text>' for at, line in enumerate(lines)
    ]


def _laid(board: BoardPicture, box: _Box) -> str:
    scale = min((box.width - 2 * _MARGIN) / board.width, (box.height - 2 * _MARGIN) / board.height)
    left, top = box.x + (box.width - scale * board.width) / 2, box.y + (box.height - scale * board.height) / 2
    return f'<g transform="translate({left:.2f} {top:.2f})scale({scale:.4f})">{board.drawn}</g>'


def _table(box: _Box) -> str:
    """Draw the stones of a table, each course laid half a stone off the one above."""
    right, bottom = box.x + box.width, box.y + box.height
    joints = []
    for course, y in enumerate(range(int(box.y), int(bottom), _COURSE)):
        start = int(box.x) + (_STONE if course % 2 else _STONE // 2)
        joints.append(f"M{box.x} {y}H{right}")
        joints += [f"M{x} {y}V{min(y + _COURSE, bottom)}" for x in range(start, int(right), _STONE)]
    return f'{_fill(box, _TABLE)}<path fill="none" stroke="{_JOINT}" stroke-width="2" d="{"".join(joints)}"/>'


def _fill(box: _Box, colour: str) -> str:
    return f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{box.height}" fill="{colour}"/>'
