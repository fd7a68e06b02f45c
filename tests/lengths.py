"""How much of a test runs on every day: tests that try very many cases have a short form and a long one.

`make test` runs the short form, a part of the cases; `make long` runs all of them. What a test demands of the number
of cases met goes by the same share. Tests that go through all games, looks or walkers try a few of them on every day.
Tests of statements, in folders `rows` and `store`, run on both databases on every day, others on PostgreSQL at length
(`tests/conftest.py`).
What takes seconds by its nature, as a machine that fails or a whole game in a browser does, is long altogether.
"""

from collections.abc import Iterable
from itertools import islice

import pytest
from _pytest.mark import ParameterSet


def short_and_long(part: float) -> pytest.MarkDecorator:
    """Make two forms of a test, of which the short one tries this part of the cases; each is told its `share`."""
    long = pytest.param(1.0, id="long", marks=pytest.mark.long)
    return pytest.mark.parametrize("share", [pytest.param(part, id="short"), long])


def a_few(values: Iterable[object], few: int = 2) -> list[ParameterSet]:
    """Return the parameters of a test that tries a few of these values on every day, and the others in its long form.

    A plain tuple is several parameters.
    """
    params = (value if type(value) is tuple else (value,) for value in values)
    every = iter(params)
    first = [pytest.param(*value) for value in islice(every, few)]
    return [*first, *(pytest.param(*value, marks=pytest.mark.long) for value in every)]
