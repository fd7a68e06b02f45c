"""Answers made smaller for clients that can unpack them."""

import gzip


def takes_gzip(accept_encoding: str) -> bool:
    """Say whether an Accept-Encoding header allows gzip.

    >>> takes_gzip("br, gzip;q=0.8"), takes_gzip("*"), takes_gzip("gzip;q=0, *"), takes_gzip("")
    (True, True, False, False)
    """
    weights = dict(_weighed(part) for part in accept_encoding.lower().split(","))
    return weights.get("gzip", weights.get("*", False))


def squeeze(body: bytes, level: int) -> bytes:
    """Compress with gzip, from level 1 (quick) to 9 (small); the same body always gives the same bytes."""
    return gzip.compress(body, level, mtime=0)


def _weighed(part: str) -> tuple[str, bool]:
    name, _, weight = part.partition(";")
    return name.strip(), weight.replace(" ", "") not in {"q=0", "q=0.0", "q=0.00", "q=0.000"}
