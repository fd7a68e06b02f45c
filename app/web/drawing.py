"""Draw the SVG on standard input as a PNG on standard output: `python -m app.web.drawing`.

This is a process of its own, because the library holds the interpreter while it draws: half a second for a table.
"""

import struct
import sys
import tempfile
import zlib
from itertools import accumulate
from pathlib import Path

import resvg_py

from app.core.folders import PARTS
from app.web.palette import with_palette

_FACES = "static/vendor/crimson-pro-*/*-normal.woff"
_HEAD, _HEAD_SIZE = ">4sII2H", 44
_TABLE, _TABLE_SIZE = ">4s4I", 20


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


def unpack(woff: bytes) -> bytes:
    """Return a face in WOFF as TrueType, which the library reads; raise `ValueError` for anything else."""
    signature, flavour, _, count, _ = struct.unpack_from(_HEAD, woff)
    if signature != b"wOFF":
        raise ValueError("This is no WOFF file.")
    entries = [struct.unpack_from(_TABLE, woff, _HEAD_SIZE + at * _TABLE_SIZE) for at in range(count)]
    bodies = []
    for _, offset, packed, size, _ in entries:
        body = woff[offset : offset + packed]
        bodies.append(body if packed == size else zlib.decompress(body))
    # Tables begin at multiples of four.
    padded = [body + bytes(-len(body) % 4) for body in bodies]
    places = accumulate(map(len, padded), initial=12 + 16 * count)
    listed = [
        struct.pack(">4s3I", tag, checksum, at, size)
        for (tag, _, _, size, checksum), at in zip(entries, places, strict=False)
    ]
    # Three figures help to search the list of tables in halves; nothing needs them today.
    return struct.pack(">IH6x", flavour, count) + b"".join(listed) + b"".join(padded)


def _ready(woff: Path, folder: Path) -> str:
    """Write a face as the library reads it, and return the file's path."""
    ready = folder / f"{woff.stem}.ttf"
    ready.write_bytes(unpack(woff.read_bytes()))
    return str(ready)


if __name__ == "__main__":
    main()
