"""Shuffling many deals at once leads to the same decks as shuffling one by one."""

import random

import pytest

from engine.deals import LAST_DEAL, LAST_RANDOM_DEAL, shuffled
from engine.solver.shuffling import FIRST, deck, shuffle

BORDERS = (1, FIRST - 1, FIRST, 2**32 - 1, 2**32, 2**64 - 1, 2**64, LAST_DEAL)


def dealt(numbers: list[int]) -> list[tuple[int, ...]]:
    return [deck(row) for row in shuffle(numbers)]


@pytest.mark.parametrize("number", BORDERS)
def test_a_number_beside_a_border_alone_is_shuffled_to_its_deck(number: int) -> None:
    assert dealt([number]) == [shuffled(number)]


@pytest.mark.parametrize("last", [FIRST, LAST_RANDOM_DEAL, LAST_DEAL])
def test_numbers_of_every_length_keep_their_places(last: int) -> None:
    drawn = random.Random(last)
    numbers = [drawn.randint(1, last) for _ in range(40)] + [*BORDERS]
    drawn.shuffle(numbers)
    assert dealt(numbers) == [shuffled(number) for number in numbers]


def test_of_no_numbers_there_are_no_decks() -> None:
    assert shuffle([]).shape == (0, 52)
