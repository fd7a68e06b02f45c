"""The back of the cards: a wall laid in running bond, with the mark of the rampart in its middle."""

from collections.abc import Iterator

_FIELD, _LINE = "var(--back,#4c5a42)", "var(--back-line,#d9d6bd)"
_LEFT, _RIGHT, _TOP, _COURSE, _COURSES, _STONE = 20, 230, 20, 31, 10, 42


def _joints() -> Iterator[str]:
    for course in range(_COURSES):
        y = _TOP + course * _COURSE
        if course:
            yield f"M{_LEFT} {y}H{_RIGHT}"
        start = _LEFT + (_STONE if course % 2 else _STONE // 2)
        yield from (f"M{x} {y}v{_COURSE}" for x in range(start, _RIGHT, _STONE))


_MARK = (
    "M81 122H99V136H116V122H134V136H151V122H169V158H161V228H89V158H81Z"
    "M125 150C121 164 98 172 98 190C98 200 105 205 112 205C118 205 122 203 123 198C123 206 121 213 116 217H134"
    "C129 213 127 206 127 198C128 203 132 205 138 205C145 205 152 200 152 190C152 172 129 164 125 150Z"
)

BACK = (
    f'<path fill="{_FIELD}" d="M0 0H250V350H0Z"/>'
    f'<g fill="none" stroke="{_LINE}"><path stroke-width="4" d="M{_LEFT} {_TOP}H{_RIGHT}V330H{_LEFT}Z"/>'
    f'<path stroke-width="2" d="{"".join(_joints())}"/></g>'
    f'<path fill="{_FIELD}" stroke="{_LINE}" stroke-width="4" d="M125 86L196 125V225L125 264L54 225V125Z"/>'
    f'<path fill="{_LINE}" fill-rule="evenodd" d="{_MARK}"/>'
)
