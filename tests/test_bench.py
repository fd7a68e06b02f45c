"""What the benchmarks name in the application is there."""

from itertools import chain
from pkgutil import resolve_name

from bench.watched import PARTS


def test_every_part_of_a_move_that_is_watched_is_a_function() -> None:
    for name in chain(*PARTS.values()):
        assert callable(resolve_name(name)), name
