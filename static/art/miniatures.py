"""Writes static/miniatures.svg: the cards as small pictures of tables show them. Run `python -m static.art.miniatures`.

A card is 20 by 28, as the drawings of `app/play/table/layout_picture.py` have it. Rank and suit fill the strip that a
covered card leaves. Colours come from the page's custom properties, which reach into an external <use>.
"""

from pathlib import Path

from static.art.cards import PRINTED, centred, glyph, path, suit_alone
from static.art.outline import Place
from static.art.shapes import RANKS, SUITS

TARGET = Path(__file__).resolve().parent.parent / "miniatures.svg"
OUTLINE = 'width="20" height="28" rx="1.6"'
PAPER = f'<rect {OUTLINE} fill="var(--ivory,#fffdf6)" stroke="var(--card-edge,#6f6854)" stroke-width=".5"/>'
HATCH = "M2 6.500l4 -5M6 6.500l4 -5M10 6.500l4 -5M14 6.500l4 -5"


def card(rank: str, suit: str) -> str:
    """One card."""
    ink = f"var(--{SUITS[suit]},{PRINTED[suit]})"
    marks = "".join(
        (
            glyph(rank, Place(1.5, 0.9, 0.115)),
            suit_alone(suit, centred(15.2, 4.4, 6.8)),
            suit_alone(suit, centred(10, 18.2, 12.5)),
        )
    )
    return f'<g id="{rank}{suit}" fill="{ink}" stroke="{ink}" stroke-width="0">{PAPER}{marks}</g>'


def sprite() -> str:
    """The whole file."""
    cards = "".join(card(rank, suit) for suit in SUITS for rank in RANKS)
    back = (
        f'<g id="back"><rect {OUTLINE} fill="var(--back,#4c5a42)" stroke="var(--card-edge,#6f6854)" stroke-width=".5"/>'
        + path('fill="none" stroke="var(--back-line,#d9d6bd)" stroke-width=".6"', HATCH)
        + "</g>"
    )
    slot = f'<rect id="slot" {OUTLINE} fill="none" stroke="var(--slot,#6a6555)" stroke-width=".7"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg">{cards}{back}{slot}</svg>\n'


if __name__ == "__main__":
    TARGET.write_text(sprite(), encoding="utf-8")
