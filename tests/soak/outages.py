"""Takes the database away from under a server again and again: `python -m tests.soak.outages KIND`.

In every round players of a new server play their games to the end while a PostgreSQL server is killed or stopped, and
started again, or the disk below an SQLite file is full for a time. Then every request must stand in the logs exactly
once, in order; at the end `rampart check` must find nothing.
"""

import argparse
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from app.core.store.migrate import migrate
from tests.app.conftest import Server
from tests.faults.cluster import Cluster, cluster
from tests.faults.steadfast import Trouble, crowd, expect_sound, failures, play_through, serve
from tests.faults.troubles import Ration, fullness, outage, small_disk

Cause = Callable[[Server], Trouble]


def main() -> None:
    """Cause as many outages of one kind as the arguments say."""
    parser = argparse.ArgumentParser(description="Take the database away from under a server again and again.")
    parser.add_argument("kind", choices=("killed", "stopped", "full-disk", "long-files"), help="what happens to it")
    parser.add_argument("--times", type=int, default=100, help="how often (default: %(default)s)")
    read = parser.parse_args()
    with ExitStack() as stack:
        url, cause = _prepared(stack, read.kind)
        _rounds(url, cause, read.times)


def _prepared(stack: ExitStack, kind: str) -> tuple[str, Cause]:
    """Return the address of a database, and what happens to it."""
    if kind in {"killed", "stopped"}:
        postgres = stack.enter_context(cluster())
        end = Cluster.kill if kind == "killed" else Cluster.stop
        return postgres.url, lambda _: outage(postgres, end)
    place = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    disk = stack.enter_context(small_disk(place)) if kind == "full-disk" else Ration(place)
    return f"sqlite:///{place}/rampart.sqlite3", lambda server: fullness(disk, server.process.pid)


def _rounds(url: str, cause: Cause, times: int) -> None:
    migrate(url)
    acknowledged = refused = uncertain = 0
    began = time.monotonic()
    for number in range(1, times + 1):
        # A server of its own for each: one that ends leaves no log behind in which there would still be room.
        with serve(url) as server:
            people = crowd(server)
            play_through(people, cause(server))
            assert not (failed := failures(server.log())), failed
        acknowledged += people.count.acknowledged
        refused += people.count.refused
        uncertain += sum(player.uncertain for player in people.players)
        print(
            f"\r{number} outages: {acknowledged} requests acknowledged, {refused} answered with 503,"
            f" {uncertain} of them done nevertheless",
            end="",
            flush=True,
        )
    print(f", {time.monotonic() - began:.0f} s")
    expect_sound(url)
    print("Everything that is kept agrees with the logs.")


if __name__ == "__main__":
    main()
