"""The list of winnable deals that ships."""

from itertools import pairwise
from random import Random

import pytest

from app.play.service.stock import FOUND_AHEAD, shelves, shipped_deals
from app.play.values.shelf import Band, Shelf
from app.site.commands.found import NODES, list_text, read_list
from engine.deals import LAST_RANDOM_DEAL
from engine.solver import Solver
from engine.solver.proving import try_deals
from tests.lengths import a_few

FEWEST_A_BAND, SAMPLE = 12, 12
"""We prove a sample again. Its seed is fixed, so that a failure can be repeated."""


@pytest.mark.parametrize("shelf", a_few(shelves()), ids=lambda shelf: shelf.name)
def test_a_sample_of_the_list_is_proved_again_under_every_choice(shelf: Shelf) -> None:
    every = [variant.rules for variant in shelf.variants]
    bands = {number: band for band, numbers in shipped_deals()[shelf].items() for number in numbers}
    sample = Random(13).sample(sorted(bands), SAMPLE)
    assert dict(try_deals(Solver(), every, sample, NODES)) == {number: bands[number] for number in sample}


@pytest.mark.parametrize("shelf", shelves(), ids=lambda shelf: shelf.name)
def test_the_deals_of_a_shelf_lie_anywhere_among_those_that_are_given_out(shelf: Shelf) -> None:
    kept = shipped_deals()[shelf]
    numbers = sorted(number for band in Band for number in kept[band])
    assert all(len(kept[band]) >= FEWEST_A_BAND for band in Band)
    assert len(set(numbers)) == len(numbers)
    assert 1 <= numbers[0] < LAST_RANDOM_DEAL // 10
    assert LAST_RANDOM_DEAL // 10 * 9 < numbers[-1] <= LAST_RANDOM_DEAL
    widest = max(later - number for number, later in pairwise(numbers))
    assert widest < LAST_RANDOM_DEAL // 5


def test_the_list_is_written_as_it_is_read_and_stays_small() -> None:
    assert list_text(read_list(FOUND_AHEAD)) == FOUND_AHEAD.read_text()
    assert FOUND_AHEAD.stat().st_size < 400_000
