"""The backs of the cards: a wall in running bond, a weave of straps, a garden of laurel.

They lie in one another's place under one symbol; the page chooses one with the custom properties --back-wall,
--back-weave and --back-garden.
"""

from collections.abc import Iterator
from itertools import product

_FIELD, _LINE = "var(--back,#4c5a42)", "var(--back-line,#d9d6bd)"
_LEFT, _RIGHT, _TOP, _BOTTOM = 20, 230, 20, 330
_MARK = (
    "M81 122H99V136H116V122H134V136H151V122H169V158H161V228H89V158H81Z"
    "M125 150C121 164 98 172 98 190C98 200 105 205 112 205C118 205 122 203 123 198C123 206 121 213 116 217H134"
    "C129 213 127 206 127 198C128 203 132 205 138 205C145 205 152 200 152 190C152 172 129 164 125 150Z"
)


def _medallion(outline: str) -> str:
    return (
        f'<path fill="{_FIELD}" stroke="{_LINE}" stroke-width="4" d="{outline}"/>'
        f'<path fill="{_LINE}" fill-rule="evenodd" d="{_MARK}"/>'
    )


def _lines(width: float, d: str) -> str:
    return f'<path fill="none" stroke="{_LINE}" stroke-width="{width:g}" d="{d}"/>'


def _joints() -> Iterator[str]:
    """The joints of ten courses, each laid half a stone off the one above."""
    course_height, stone = 31, 42
    for course, y in enumerate(range(_TOP, _BOTTOM, course_height)):
        if course:
            yield f"M{_LEFT} {y}H{_RIGHT}"
        start = _LEFT + (stone if course % 2 else stone // 2)
        yield from (f"M{x} {y}v{course_height}" for x in range(start, _RIGHT, stone))


def _straps() -> Iterator[str]:
    """Five by seven crossings; at each the upper straps hide the lower ones."""
    size = 42
    for column, row in product(range(5), range(7)):
        x, y = _LEFT + column * size, 28 + row * size
        for at in (6, 16, 26, 36):
            yield f"M{x + 2} {y + at}h{size - 4}" if (column + row) % 2 else f"M{x + at} {y + 2}v{size - 4}"


def _laurel() -> Iterator[str]:
    """The leaves of the upper half, in pairs along five stems."""
    for x in range(41, 230, 42):
        for y in range(58, 176, 24):
            yield f"M{x} {y}c2 -13 9 -19 17 -21c1 10 -4 19 -17 21zc-2 -13 -9 -19 -17 -21c-1 10 4 19 17 21z"
        yield f"M{x} 36c5 -5 5 -11 0 -16c-5 5 -5 11 0 16z"


def _backs() -> Iterator[tuple[str, str]]:
    frame = f"M{_LEFT} {_TOP}H{_RIGHT}V{_BOTTOM}H{_LEFT}Z"
    octagon = "M125 86L196 125V225L125 264L54 225V125Z"
    circle = "M125 89A86 86 0 0 1 125 261A86 86 0 0 1 125 89Z"
    half = f'<path id="laurel" fill="{_LINE}" d="{"".join(_laurel())}"/>'
    stems = "".join(f"M{x} 30V320" for x in range(41, 230, 42))
    yield "wall", _lines(4, frame) + _lines(2, "".join(_joints())) + _medallion(octagon)
    yield "weave", _lines(3, "M12 17H238V333H12Z") + _lines(4.5, "".join(_straps()))
    yield (
        "garden",
        _lines(4, "M12 12H238V338H12Z")
        + half
        + '<use href="#laurel" transform="rotate(180 125 175)"/>'
        + _lines(2, stems)
        + _medallion(circle),
    )


BACK = f'<path fill="{_FIELD}" d="M0 0H250V350H0Z"/>' + "".join(
    f'<g display="var(--back-{name},{"none" if place else "inline"})">{drawn}</g>'
    for place, (name, drawn) in enumerate(_backs())
)
