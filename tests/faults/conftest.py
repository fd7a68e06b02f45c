"""Servers whose databases fail."""

from collections.abc import Iterator

import pytest

from tests.faults.cluster import Cluster, cluster


@pytest.fixture(scope="module")
def postgres() -> Iterator[Cluster]:
    """Run a PostgreSQL server that may be killed."""
    with cluster() as made:
        yield made
