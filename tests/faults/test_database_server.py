"""The database server goes away in the middle of a stream of moves, and comes back; the server goes on."""

from collections.abc import Callable

import pytest

from app.core.store.migrate import migrate
from tests.faults.cluster import Cluster
from tests.faults.steadfast import crowd, expect_sound, failures, play_through, serve
from tests.faults.troubles import outage

pytestmark = [pytest.mark.postgres, pytest.mark.long]


@pytest.mark.parametrize("end", [Cluster.kill, Cluster.stop], ids=["killed", "stopped"])
def test_when_the_database_server_is_gone_and_back_every_move_is_there_exactly_once(
    postgres: Cluster, end: Callable[[Cluster], None]
) -> None:
    migrate(postgres.url)
    with serve(postgres.url) as server:
        play_through(crowd(server), outage(postgres, end))
        assert failures(server.log()) == []
    expect_sound(postgres.url)
