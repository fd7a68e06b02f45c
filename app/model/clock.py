"""The time, in the unit that everything above the engine uses."""

import time


def now_ms() -> int:
    """Return the milliseconds since the beginning of 1970."""
    return time.time_ns() // 1_000_000
