"""How much of a test runs on every day: tests that try very many cases have a short form and a long one.

`make test` runs the short form, a part of the cases; `make long` runs all of them. What a test demands of the number
of cases met goes by the same share.
"""

import pytest

SHORT_AND_LONG = pytest.mark.parametrize(
    "share", [pytest.param(0.4, id="short"), pytest.param(1.0, id="long", marks=pytest.mark.long)]
)
