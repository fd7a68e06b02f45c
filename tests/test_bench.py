"""What the benchmarks name in the application is there."""

from itertools import chain
from pkgutil import resolve_name

import pytest

from bench import arrival
from bench.effort import QUICK
from bench.watched import PARTS


def test_every_part_of_a_move_that_is_watched_is_a_function() -> None:
    for name in chain(*PARTS.values()):
        assert callable(resolve_name(name)), name


@pytest.mark.long
@pytest.mark.browser
def test_a_newcomer_whose_arrival_is_measured_comes_to_a_table_and_moves() -> None:
    figures = {figure.column: figure.value for figure in arrival.measure(QUICK)}
    assert 0 < figures["lobby"] < figures["lobby and table"]
    assert 0 < figures["lobby loaded"] < figures["first move"]
