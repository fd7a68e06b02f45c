"""The databases that the tests of the store run on."""

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection

from tests.databases import empty_url, plain_engine, url

__all__ = ["connection", "empty_url", "url"]


@pytest.fixture
def connection(url: str) -> Iterator[Connection]:
    """Yield a connection of the test's own, beside the doors."""
    with plain_engine(url).begin() as opened:
        yield opened
