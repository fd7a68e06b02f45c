"""Writes static/cards.svg: fifty-two faces, the backs and the four suits. Run `python -m static.art.cards` at the root.

Each face holds two settings, one for use above 48 pixels of width and a large one for below; the page chooses with the
custom properties --face-small and --face-large, and with --face-upright and --face-fanned where the suits of the large
one stand. Colours come from custom properties too, since those reach into an external <use> where a page's selectors do
not.
"""

from pathlib import Path

from static.art.aces import ACES
from static.art.back import BACK
from static.art.courts import COURTS
from static.art.figures import FRAME_HALF, INK, PAINTS, PROFILE, STONE, Figure
from static.art.shapes import GLYPHS, RANKS, SUIT_PATHS, SUITS, pip_places

TARGET = Path(__file__).resolve().parent.parent / "cards.svg"
TURN = 'transform="rotate(180 125 175)"'
CURRENT = 'fill="var(--suit,currentColor)"'
PRINTED = {"C": "#20272a", "S": "#20272a", "H": "#a2231b", "D": "#a2231b"}


def path(attributes: str, d: str) -> str:
    """One path element."""
    return f'<path {attributes} d="{d}"/>'


def stroke(width: float, d: str) -> str:
    """A stroke of a rank; without width, a form to be filled."""
    return path(f'fill="none" stroke-width="{width:g}"' if width else "", d)


def suit_at(suit: str, x: float, y: float, size: float) -> str:
    """A suit centred on a point."""
    scale = f"{size / 100:g}"
    return f'<use href="#s{suit}" transform="translate({x:g} {y:g})scale({scale})"/>'


def glyph_at(rank: str, x: float, y: float, scale: float) -> str:
    """A rank with its upper left corner on a point."""
    return f'<use href="#r{rank}" transform="translate({x:g} {y:g})scale({scale:g})"/>'


def definitions() -> str:
    """The forms that the faces share."""
    suits = (f'<path id="s{suit}" transform="translate(-50 -50)" d="{d}"/>' for suit, d in SUIT_PATHS.items())
    pips = (
        f'<use id="{name}{suit}" href="#s{suit}" transform="scale({size})"/>'
        for suit in SUITS
        for name, size in (("p", 0.46), ("q", 0.4))
    )
    glyphs = (
        f'<g id="r{rank}">' + "".join(stroke(w, d) for w, d in strokes) + "</g>"
        for rank, (_, strokes) in GLYPHS.items()
    )
    profile = f'<g id="profile">{figure(PROFILE)}</g>'
    return "<defs>" + "".join((*suits, *pips, *glyphs, profile)) + "</defs>"


def figure(parts: Figure) -> str:
    """The paths of a figure; the paint "mirror" stands for the profile that looks to the right."""
    return "".join(
        '<use href="#profile" transform="matrix(-1 0 0 1 344 0)"/>' if paint == "mirror" else path(PAINTS[paint], d)
        for paint, d in parts
    )


def index(rank: str, suit: str) -> str:
    """Rank and suit side by side, so that both show in the strip a covered card leaves."""
    return glyph_at(rank, 13, 12, 1.04) + suit_at(suit, GLYPHS[rank][0] * 1.04 + 44, 43, 48)


def numeral(rank: str, suit: str) -> tuple[str, str]:
    """The upper half, which is turned to make the lower one, and what stands only once."""
    places, pip = list(pip_places(rank)), ("q" if rank in "9T" else "p") + suit
    upper = [(x, y) for x, y in places if y < 175 and (x, 350 - y) in places]
    once = [(x, y) for x, y in places if (x, y) not in upper and (x, 350 - y) not in upper]
    pips = ["".join(f'<use href="#{pip}" x="{x:g}" y="{y:g}"/>' for x, y in group) for group in (upper, once)]
    return pips[0], pips[1]


def court(card: str) -> tuple[str, str]:
    """The framed upper half of a court, and the belt that hides the seam."""
    lines = f'stroke="{INK}" stroke-width="2.5" stroke-linejoin="round" stroke-linecap="round"'
    belt = f"<g {lines}>{path(PAINTS['gold'], 'M24 168H226V182H24Z')}{path(PAINTS['line'], BELTS[card[0]])}</g>"
    frame = path(f'fill="none" stroke="{STONE}" stroke-width="2.5"', FRAME_HALF)
    return f"{frame}<g {lines}>{figure(COURTS[card])}</g>", belt


BELTS = {
    "J": "M24 182" + "l10 -14l10 14" * 10 + "H226",
    "Q": "M24 175" + "m10 -4l5 4l-5 4l-5 -4zm0 0l0 4m10 0" * 10,
    "K": "M24 175H226" + "".join(f"M{x} 168V175M{x + 12} 175V182" for x in range(34, 216, 24)),
}


def large(rank: str, suit: str) -> str:
    """The setting for narrow cards, whose suit stands at the left edge too where a sideways fan shows no more."""
    upright = f'<g display="var(--face-upright,inline)">{suit_at(suit, 194, 78, 92)}{suit_at(suit, 125, 244, 170)}</g>'
    fanned = f'<g display="var(--face-fanned,none)">{suit_at(suit, 62, 228, 90)}</g>'
    return glyph_at(rank, 17, 20, 1.95) + upright + fanned


def face(rank: str, suit: str) -> str:
    """One card as a symbol, in both settings."""
    if rank == "A":
        half, once = "", ACES[suit]
    elif rank in "JQK":
        half, once = court(rank + suit)
    else:
        half, once = numeral(rank, suit)
    card, ink = rank + suit, f"var(--suit,{PRINTED[suit]})"
    small = f'<g id="h{card}">{index(rank, suit)}{half}</g><use href="#h{card}" {TURN}/>{once}'
    return (
        f'<symbol id="{card}" viewBox="0 0 250 350"><g fill="{ink}" stroke="{ink}" stroke-width="0">'
        f'<g display="var(--face-small,inline)">{small}</g>'
        f'<g display="var(--face-large,none)">{large(rank, suit)}</g></g></symbol>'
    )


def sprite() -> str:
    """The whole file."""
    faces = "".join(face(rank, suit) for suit in SUITS for rank in RANKS)
    suits = "".join(
        f'<symbol id="{name}" viewBox="0 0 100 100">{path(CURRENT, SUIT_PATHS[suit])}</symbol>'
        for suit, name in SUITS.items()
    )
    back = f'<symbol id="back" viewBox="0 0 250 350">{BACK}</symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg">{definitions()}{faces}{back}{suits}</svg>\n'


if __name__ == "__main__":
    TARGET.write_text(sprite(), encoding="utf-8")
