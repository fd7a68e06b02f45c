"""What attackers find: a server of ours in this process, and the fixtures of the application's own tests."""

from collections.abc import Iterator

import pytest

from tests.adversary.house import House
from tests.app.conftest import client, database_url, serve, stranger
from tests.app.daily.conftest import _only_the_test_closes_days, arrive, host
from tests.app.races.conftest import clock

__all__ = ["_only_the_test_closes_days", "arrive", "client", "clock", "database_url", "host", "serve", "stranger"]


@pytest.fixture
def house(database_url: str) -> Iterator[House]:
    """Open a server on an empty SQLite file."""
    built = House(database_url)
    try:
        with built.opened():
            yield built
    finally:
        built.close()
