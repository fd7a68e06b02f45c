"""Sets of cards as the bits of a word: single instructions in compiled code, Python's integers elsewhere."""

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types
from numba.extending import intrinsic, overload


def lowest(cards: int) -> int:
    """Return the lowest card of a set that is not empty."""
    # Compiled code too has numbers of 64 bits, which wrap around in a multiplication.
    return cast("int", np.int64(int(cards & -cards).bit_length() - 1))


def how_many(cards: int) -> int:
    """Return the number of cards in a set."""
    return int(cards).bit_count()


@intrinsic
def _trailing_zeros(_: Any, word: Any) -> Any:
    def generate(context: Any, builder: Any, _: Any, words: Any) -> Any:
        # For an empty set the result is undefined, which saves an instruction.
        return builder.cttz(words[0], context.get_constant(types.boolean, 1))

    return word(word), generate


@intrinsic
def _ones(_: Any, word: Any) -> Any:
    def generate(_context: Any, builder: Any, _: Any, words: Any) -> Any:
        return builder.ctpop(words[0])

    return word(word), generate


@overload(lowest, strict=False)
def _lowest(_: Any) -> Callable[[int], Any]:
    return lambda cards: _trailing_zeros(cards)  # type: ignore[call-arg]  # noqa: PLW0108 (compiled as it stands)


@overload(how_many, strict=False)
def _how_many(_: Any) -> Callable[[int], Any]:
    return lambda cards: _ones(cards)  # type: ignore[call-arg]  # noqa: PLW0108 (compiled as it stands)
