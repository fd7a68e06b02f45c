"""The databases that the tests of the store run on."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from tests.databases import plain_engine

__all__ = ["connection"]


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    """Yield a connection of the test's own, beside the doors."""
    with plain_engine(url).begin() as opened:
        yield opened
