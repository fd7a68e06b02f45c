"""Functions that keep their results. With `functools` alone, mypy would not check their arguments; here it does."""

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, TypeVar, cast

_P = ParamSpec("_P")
_R = TypeVar("_R")


def cached(most: int | None = None) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]:
    """Return a decorator that makes a function keep its latest `most` results, or all of them for None."""

    def keep(function: Callable[_P, _R]) -> Callable[_P, _R]:
        return cast("Callable[_P, _R]", lru_cache(maxsize=most)(function))

    return keep
