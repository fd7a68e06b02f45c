"""Compression of answers, for clients that can unpack them."""

import gzip
from enum import StrEnum

import brotli


class Encoding(StrEnum):
    """The ways to compress a body, the better one first."""

    BROTLI = "br"
    GZIP = "gzip"


def encoding_for(accept_encoding: str) -> Encoding | None:
    """Return the best way to compress that an Accept-Encoding header allows, None if it allows none of ours.

    >>> encoding_for("gzip, br"), encoding_for("br;q=0, gzip;q=0.8"), encoding_for("*")
    (<Encoding.BROTLI: 'br'>, <Encoding.GZIP: 'gzip'>, <Encoding.BROTLI: 'br'>)
    >>> encoding_for("gzip;q=0, br;q=0, *"), encoding_for("")
    (None, None)
    """
    return next((way for way in Encoding if allows(accept_encoding, way)), None)


def allows(accept_encoding: str, way: Encoding) -> bool:
    """Return whether an Accept-Encoding header allows a way to compress."""
    weights = dict(_weigh(part) for part in accept_encoding.lower().split(","))
    return weights.get(way, weights.get("*", False))


def squeeze(body: bytes, way: Encoding) -> bytes:
    """Compress quickly, for a body that goes to one client."""
    return brotli.compress(body, quality=5) if way is Encoding.BROTLI else gzip.compress(body, 4, mtime=0)


def squeeze_small(body: bytes, way: Encoding) -> bytes:
    """Compress as much as possible, for a body that goes out often. The same body always gives the same bytes."""
    return brotli.compress(body, quality=11) if way is Encoding.BROTLI else gzip.compress(body, 9, mtime=0)


def _weigh(part: str) -> tuple[str, bool]:
    name, _, weight = part.partition(";")
    return name.strip(), weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
