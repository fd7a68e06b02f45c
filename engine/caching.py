"""Functions that keep their results. `functools` would hide from mypy what they take; here it checks every call."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

_P = ParamSpec("_P")
_R = TypeVar("_R")


def cached(most: int | None = None) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Make a function keep its last results, that many at most; None for all of them."""

    def keep(function: Callable[_P, _R]) -> Callable[_P, _R]:
        return cast("Callable[_P, _R]", lru_cache(maxsize=most)(function))

    return keep
