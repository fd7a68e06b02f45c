"""Bits of a word: by one instruction of the processor in compiled code, by Python's integers where it is not compiled."""

from collections.abc import Callable
from typing import Any

from numba import types
from numba.extending import intrinsic, overload


def lowest(cards: int) -> int:
    """Give the lowest card of a set that is not empty."""
    return int(cards & -cards).bit_length() - 1


def how_many(cards: int) -> int:
    """Give the number of cards in a set."""
    return int(cards).bit_count()


@intrinsic  # type: ignore[misc]
def _trailing_zeros(_: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, words: Any) -> Any:
        # Of an empty set nothing is promised, so that no instruction is spent on it.
        return builder.cttz(words[0], context.get_constant(types.boolean, 1))

    return word(word), generate


@intrinsic  # type: ignore[misc]
def _ones(_: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return word(word), generate


@overload(lowest, strict=False)
def _lowest(cards: Any) -> Callable[[int], Any]:
    return lambda cards: _trailing_zeros(cards)  # type: ignore[call-arg]


@overload(how_many, strict=False)
def _how_many(cards: Any) -> Callable[[int], Any]:
    return lambda cards: _ones(cards)  # type: ignore[call-arg]
