"""Ids of rows: 16 characters, ordered by time and impossible to guess."""

import secrets
from base64 import b32encode

_CROCKFORD = bytes.maketrans(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", b"0123456789abcdefghjkmnpqrstvwxyz")


def new_id(now_ms: int) -> str:
    """Make an id: eight characters of time, in steps of four milliseconds, then eight drawn at random.

    Ids from the same time lie together in the database's trees, so only a few pages are hot. The 40 bits of time last
    until the year 2109.
    """
    return _spelt(now_ms >> 2 << 40 | secrets.randbits(40))


def first_id(time_ms: int) -> str:
    """Return the lowest id that can be made at a time."""
    return _spelt(time_ms >> 2 << 40)


def _spelt(number: int) -> str:
    return b32encode(number.to_bytes(10)).translate(_CROCKFORD).decode()
