"""A tournament ground on an empty database."""

from collections.abc import Iterator

import pytest

from tests.app.tournaments.ground import Ground
from tests.databases import plain_engine


@pytest.fixture
def ground(url: str) -> Iterator[Ground]:
    """Yield a ground with nobody on it."""
    with plain_engine(url).begin() as connection:
        yield Ground(connection)
