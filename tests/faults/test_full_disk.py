"""The disk runs full in the middle of a stream of moves, and then has room again."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from httpx2 import Client

from app.web.readiness import EVERY_SECONDS
from tests.faults.steadfast import Count, crowd, expect_sound, failures, play_through, serve
from tests.faults.troubles import BEFORE, DURING, Disk, Ration, fullness, small_disk

pytestmark = pytest.mark.long

PATIENCE = 10.0
MOST_CAUSES = 4
"""A full disk is told in a few ways, such as a full file and an error of writing, and each once a minute."""


@pytest.fixture(params=["a full disk", "files that may not grow"])
def disk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Disk]:
    """Yield a place that can be filled."""
    if request.param == "a full disk":
        with small_disk(tmp_path) as mounted:
            yield mounted
    else:
        yield Ration(tmp_path)


def test_when_there_is_room_again_every_move_is_there_exactly_once(disk: Disk) -> None:
    url = f"sqlite:///{disk.place}/rampart.sqlite3"
    with serve(url) as server:
        play_through(crowd(server), fullness(disk, server.process.pid))
        assert failures(server.log()) == []
    expect_sound(url)


def writing_status(client: Client) -> str:
    """Ask whether the server is ready, until what it found out before the trouble counts no more."""
    end = time.monotonic() + EVERY_SECONDS + PATIENCE
    while (told := client.get("/readyz").text) == "ready\n" and time.monotonic() < end:
        time.sleep(0.2)
    return told


def test_while_there_is_no_room_games_can_be_looked_at(disk: Disk) -> None:
    with serve(f"sqlite:///{disk.place}/rampart.sqlite3") as server:
        people = crowd(server)
        one, told = people.players[0], list[object]()

        def trouble(count: Count) -> None:
            count.wait_for_acknowledged(BEFORE)
            disk.fill(server.process.pid)
            count.wait_for_refused(DURING)
            told.append(one.client.get(f"/sessions/{one.session}").status_code)
            told.append(writing_status(one.client))
            disk.free(server.process.pid)

        play_through(people, trouble)
        assert told == [200, "not ready: the database cannot be written\n"]
        said = server.log().count('"cause": "OperationalError: ')
        assert 1 <= said <= MOST_CAUSES
