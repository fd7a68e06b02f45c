"""The typeface for pictures. What draws them reads TrueType, and the package of the typeface has it packed as WOFF."""

import struct
import zlib
from itertools import accumulate

_HEAD, _HEAD_SIZE = ">4sII2H", 44
_TABLE, _TABLE_SIZE = ">4s4I", 20


def unpacked(woff: bytes) -> bytes:
    """Return a face in WOFF as TrueType; raise `ValueError` for anything else."""
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
