"""Draw the SVG on standard input as a PNG on standard output: `python -m app.web.drawing`.

This is a process of its own, because the library holds the interpreter while it draws: half a second for a table.
"""

import sys
import tempfile
from pathlib import Path

import resvg_py

from app.core.folders import PARTS
from app.web.palette import with_palette
from app.web.typeface import unpacked

_FACES = "static/vendor/crimson-pro-*/*-normal.woff"


def main() -> None:
    """Draw one picture."""
    sys.stdout.buffer.write(drawing(sys.stdin.buffer.read().decode()))


def drawing(svg: str) -> bytes:
    """Return an SVG as a PNG of few colours. Its letters are those of our pages, upright and in two weights.

    Raises:
        ValueError: it is no SVG.
    """
    with tempfile.TemporaryDirectory() as folder:
        faces = [_ready(woff, Path(folder)) for woff in sorted(PARTS.glob(_FACES))]
        drawn = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=faces)
    return with_palette(drawn)


def _ready(woff: Path, folder: Path) -> str:
    """Write a face as the library reads it, and return the file's path."""
    ready = folder / f"{woff.stem}.ttf"
    ready.write_bytes(unpacked(woff.read_bytes()))
    return str(ready)


if __name__ == "__main__":
    main()
