"""Pictures in sixteen colours: a PNG of true colours, written again with a palette, in less than half of the bytes.

This reads only what the library of `app/web/drawing.py` writes: eight bits for each of red, green, blue and alpha, and
no interlacing. What shines through is lost; our pictures are opaque.
"""

import struct
import zlib

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOURS = 16
"""Enough for the smooth edges of everything on a table: more would add bytes that nobody sees."""
_OF_A_PIXEL = 4
_TOLD_APART = 0xF0F0F0
"""The bits of a colour by which colours are told apart when they are chosen."""


def with_palette(png: bytes) -> bytes:
    """Return a picture in sixteen of its colours; each of the others becomes the nearest of these."""
    chunks = _join(png)
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    palette, places = _choose(_unfilter(zlib.decompress(chunks[b"IDAT"]), width, height))
    lines = np.zeros((height, width + width % 2), np.uint8)
    lines[:, :width] = places.reshape(height, width)
    # Two pixels make a byte, and each line begins with the kind of its filter, which is none.
    packed = np.insert(lines[:, ::2] << 4 | lines[:, 1::2], 0, 0, axis=1)
    written = [
        (b"IHDR", struct.pack(">IIBBBBB", width, height, 4, 3, 0, 0, 0)),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(packed.tobytes(), 9)),
        (b"IEND", b""),
    ]
    return _SIGNATURE + b"".join(_chunk(kind, body) for kind, body in written)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _join(png: bytes) -> dict[bytes, bytes]:
    """Return the contents of a PNG by kind, those of the same kind in one."""
    found: dict[bytes, bytes] = {}
    at = len(_SIGNATURE)
    while at < len(png):
        size, kind = struct.unpack_from(">I4s", png, at)
        found[kind] = found.get(kind, b"") + png[at + 8 : at + 8 + size]
        at += 12 + size
    return found


def _unfilter(data: bytes, width: int, height: int) -> Bytes:
    """Undo the filters of a PNG's lines; return rows of pixels.

    A pixel depends on those to the left, above and to the left above. So all pixels on a diagonal are found at once.
    """
    lines = np.frombuffer(data, np.uint8).reshape(height, 1 + width * _OF_A_PIXEL)
    kinds = lines[:, 0]
    # With a margin of nothing above and to the left, as the standard says.
    found = np.zeros((height + 1, width + 1, _OF_A_PIXEL), np.int16)
    sent = lines[:, 1:].reshape(height, width, _OF_A_PIXEL).astype(np.int16)
    for diagonal in range(width + height - 1):
        rows = np.arange(max(0, diagonal - width + 1), min(height, diagonal + 1))
        at = diagonal - rows
        left, above, corner = found[rows + 1, at], found[rows, at + 1], found[rows, at]
        estimate = left + above - corner
        far_left, far_above, far_corner = abs(estimate - left), abs(estimate - above), abs(estimate - corner)
        nearest = np.where(
            (far_left <= far_above) & (far_left <= far_corner), left, np.where(far_above <= far_corner, above, corner)
        )
        guesses = np.stack([np.zeros_like(left), left, above, (left + above) >> 1, nearest])
        found[rows + 1, at + 1] = (sent[rows, at] + guesses[kinds[rows], np.arange(len(rows))]) & 255
    return found[1:, 1:, :3].astype(np.uint8)


def _choose(pixels: Bytes) -> tuple[Bytes, Bytes]:
    """Return the colours that are most frequent, and for each pixel the place of the nearest one."""
    packed = pixels.reshape(-1, 3).astype(np.int32) @ np.array([1 << 16, 1 << 8, 1], np.int32)
    exact, back, counts = np.unique(packed, return_inverse=True, return_counts=True)
    by_count = np.argsort(-counts, kind="stable")
    # Of colours that nobody tells apart, only the most frequent is worth a place.
    _, firsts = np.unique(exact[by_count] & _TOLD_APART, return_index=True)
    chosen = exact[by_count[np.sort(firsts)[:COLOURS]]]
    parts, palette = _parts(exact), _parts(chosen)
    nearest = ((parts[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2).argmin(axis=1)
    return palette.astype(np.uint8), nearest.astype(np.uint8)[back]


def _parts(colours: NDArray[np.int32]) -> NDArray[np.int32]:
    return np.stack([colours >> 16, colours >> 8 & 255, colours & 255], axis=1)
