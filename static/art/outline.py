"""Outlines: one path for a form that lies in several places.

A card is drawn wherever it lies, so each element less is one less for the browser to lay out at every move. A path is
written with relative commands: a form that is repeated repeats its text, which compresses to next to nothing.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

_COMMAND = re.compile(r"([MLHVCAZ])([^A-Z]*)")


class Place(NamedTuple):
    """Where the origin of a form comes to lie, and its scale."""

    x: float
    y: float
    scale: float


def laid(outline: str, *places: Place) -> str:
    """Return the path of a closed form, whose outline is written with absolute commands, laid at several places.

    >>> laid("M1 1H3V2Z", Place(10, 10, 1), Place(20, 30, 2))
    'M11 11h2v1zm11 21h4v2z'
    """
    (_, begins), *_ = _commands(outline)
    written, at = "", (0.0, 0.0)
    for x, y, scale in places:
        start = (round(x + begins[0] * scale, 1), round(y + begins[1] * scale, 1))
        move = ("m" if written else "M") + _text([start[0] - at[0], start[1] - at[1]])
        written, at = written + move + _shape(outline, scale), start
    return written


def _shape(outline: str, scale: float) -> str:
    """Return what follows the beginning of a form, relative to it."""
    return "".join(command + _text(_scaled(command, numbers, scale)) for command, numbers in _steps(outline))


def _scaled(command: str, numbers: list[float], scale: float) -> list[float]:
    # Of an arc, three numbers are no lengths: its tilt and which way it goes.
    fixed = range(2, 5) if command == "a" else ()
    return [number if place in fixed else number * scale for place, number in enumerate(numbers)]


def _steps(outline: str) -> Iterator[tuple[str, list[float]]]:
    at = (0.0, 0.0)
    for command, numbers in _commands(outline):
        match command:
            case "M":
                at = (numbers[0], numbers[1])
            case "Z":
                yield "z", []
            case "H":
                yield "h", [numbers[0] - at[0]]
                at = (numbers[0], at[1])
            case "V":
                yield "v", [numbers[0] - at[1]]
                at = (at[0], numbers[0])
            case "A":
                yield "a", [*numbers[:5], numbers[5] - at[0], numbers[6] - at[1]]
                at = (numbers[5], numbers[6])
            case _:
                yield command.lower(), [number - at[place % 2] for place, number in enumerate(numbers)]
                at = (numbers[-2], numbers[-1])


def _commands(outline: str) -> Iterator[tuple[str, list[float]]]:
    for command, text in _COMMAND.findall(outline):
        yield command, [float(number) for number in re.findall(r"-?[\d.]+", text)]


def _text(numbers: list[float]) -> str:
    written = ""
    for number in numbers:
        text = f"{round(number, 1) + 0.0:g}"
        written += text if not written or text.startswith("-") else f" {text}"
    return re.sub(r"(?<!\d)0\.", ".", written)
