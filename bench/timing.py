"""Times small functions within this process."""

import time
from collections.abc import Callable
from statistics import median

from bench.effort import Effort


def microseconds(call: Callable[[], object], effort: Effort) -> float:
    """Return the CPU time of one call in microseconds: the median of several rounds, each of many calls."""
    return median(_round(call, effort.repeats) for _ in range(effort.rounds))


def _round(call: Callable[[], object], repeats: int) -> float:
    began = time.process_time_ns()
    for _ in range(repeats):
        call()
    return (time.process_time_ns() - began) / repeats / 1000
