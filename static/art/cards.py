"""Writes static/cards.svg: fifty-two faces, the backs and the four suits. Run `python -m static.art.cards` at the root.

Each face holds two settings, one for use above 48 pixels of width and a large one for below; the page chooses with the
custom properties --face-small and --face-large, and with --face-upright and --face-fanned where the suits of the large
one stand. Colours come from custom properties too, since those reach into an external <use> where a page's selectors do
not.
"""

from collections.abc import Iterable
from pathlib import Path

from static.art.aces import RAYS, SIZES, TOWER
from static.art.back import BACK
from static.art.courts import COURTS
from static.art.figures import FRAME_HALF, INK, PAINTS, PROFILE, STONE, Figure
from static.art.outline import Place, laid
from static.art.shapes import GLYPHS, RANKS, SUIT_PATHS, SUITS, pip_places

TARGET = Path(__file__).resolve().parent.parent / "cards.svg"
WIDTH, HEIGHT = 250, 350
CURRENT = 'fill="var(--suit,currentColor)"'
PRINTED = {"C": "#20272a", "S": "#20272a", "H": "#a2231b", "D": "#a2231b"}
TURN = f'transform="rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"'


def path(attributes: str, d: str) -> str:
    """One path element."""
    return f'<path {attributes} d="{d}"/>' if attributes else f'<path d="{d}"/>'


def centred(x: float, y: float, size: float) -> Place:
    """Where a suit of that size has its middle on a point."""
    return Place(x - size / 2, y - size / 2, size / 100)


def suits(suit: str, places: Iterable[Place]) -> str:
    """The same suit in several places."""
    return path("", laid(SUIT_PATHS[suit], *places))


def at(place: Place) -> str:
    """The attribute that lays an element on a place."""
    return f'transform="translate({place.x:g} {place.y:g})scale({place.scale:g})"'


def glyph(rank: str, place: Place) -> str:
    """A rank with its upper left corner on a place."""
    return "".join(path(f'fill="none" stroke-width="{width:g}" {at(place)}', d) for width, d in GLYPHS[rank][1])


def suit_alone(suit: str, place: Place, attributes: str = "") -> str:
    """One suit, written as it stands in its square wherever it lies, so that the file compresses."""
    return path(f"{attributes} {at(place)}".lstrip(), SUIT_PATHS[suit])


def pips(rank: str) -> tuple[list[Place], list[Place]]:
    """Where pips lie that the lower half of the card has too, turned, and where those that stand once."""
    places, size = list(pip_places(rank)), 40 if rank in "9T" else 46
    both = [(x, y) for x, y in places if y < HEIGHT / 2 and (x, HEIGHT - y) in places]
    once = [(x, y) for x, y in places if (x, y) not in both and (x, HEIGHT - y) not in both]
    return [centred(x, y, size) for x, y in both], [centred(x, y, size) for x, y in once]


def figure(parts: Figure) -> str:
    """The paths of a figure; the paint "mirror" stands for the profile that looks to the right."""
    return "".join(
        f'<g transform="matrix(-1 0 0 1 344 0)">{figure(PROFILE)}</g>' if paint == "mirror" else path(PAINTS[paint], d)
        for paint, d in parts
    )


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


def small(rank: str, suit: str) -> str:
    """The setting for cards that are wide enough: an upper half, which is turned to make the lower one, and the rest.

    Rank and suit stand side by side, so that both show in the strip that a covered card leaves.
    """
    scale = 1.04
    corner, beside = glyph(rank, Place(13, 12, scale)), centred(GLYPHS[rank][0] * scale + 44, 43, 46)
    both, half, once, middle = list[Place](), "", list[Place](), ""
    if rank == "A":
        middle = suit_alone(suit, centred(125, 175, SIZES[suit])) + (TOWER + RAYS if suit == "S" else "")
    elif rank in "JQK":
        half, middle = court(rank + suit)
    else:
        both, once = pips(rank)
    name = f"h{rank}{suit}"
    return (
        f'<g id="{name}">{corner}{suits(suit, [beside, *both])}{half}</g><use href="#{name}" {TURN}/>'
        + (suits(suit, once) if once else "")
        + middle
    )


def large(rank: str, suit: str) -> str:
    """The setting for narrow cards, whose suit stands at the left edge too where a sideways fan shows no more."""
    upright, fanned = [centred(194, 78, 92), centred(125, 244, 170)], centred(62, 228, 90)
    return (
        glyph(rank, Place(17, 20, 1.95))
        + "".join(suit_alone(suit, place, 'display="var(--face-upright,inline)"') for place in upright)
        + suit_alone(suit, fanned, 'display="var(--face-fanned,none)"')
    )


def face(rank: str, suit: str) -> str:
    """One card as a symbol, in both settings."""
    ink = f"var(--suit,{PRINTED[suit]})"
    return (
        f'<symbol id="{rank}{suit}" viewBox="0 0 {WIDTH} {HEIGHT}"><g fill="{ink}" stroke="{ink}" stroke-width="0">'
        f'<g display="var(--face-small,inline)">{small(rank, suit)}</g>'
        f'<g display="var(--face-large,none)">{large(rank, suit)}</g></g></symbol>'
    )


def sprite() -> str:
    """The whole file."""
    faces = "".join(face(rank, suit) for rank in RANKS for suit in SUITS)
    marks = "".join(
        f'<symbol id="{name}" viewBox="0 0 100 100">{path(CURRENT, SUIT_PATHS[suit])}</symbol>'
        for suit, name in SUITS.items()
    )
    back = f'<symbol id="back" viewBox="0 0 250 350">{BACK}</symbol>'
    return f'<svg xmlns="http://www.w3.org/2000/svg">{faces}{back}{marks}</svg>\n'


if __name__ == "__main__":
    TARGET.write_text(sprite(), encoding="utf-8")
