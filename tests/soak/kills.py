"""Kills a server under load again and again, and looks for what was lost: `python -m tests.soak.kills`.

After every kill each player's session must stand as it was last acknowledged, or one request later; at the end `rampart
check` must find nothing.
"""

import argparse
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event

from tests.app.conftest import SECRET, Server
from tests.app.test_serving import AT_ONCE, FORTRESS, Stream, expect_kept
from tests.cli.conftest import CHECKOUT, environment
from tests.cli.test_serve import serving
from tests.faults.cluster import cluster

PATIENCE = 120
"""Seconds after which a round counts as failed."""


def kill_once(settings: dict[str, str], earlier: list[Stream]) -> list[Stream]:
    """Check the games from before the last kill, then play until the next; return the players."""
    enough = Event()
    with serving(**settings) as (process, told), ExitStack() as visits, ThreadPoolExecutor(AT_ONCE) as players:
        server = Server(process, told.split()[3], visits)
        for stream in earlier:
            expect_kept(stream, server.visitor(stream.visitor.cookies))
        streams = [Stream(server, FORTRESS) for _ in range(AT_ONCE)]
        played = [players.submit(stream.play, FORTRESS, enough) for stream in streams]
        assert enough.wait(PATIENCE)
        process.kill()
        for each in played:
            each.result()
    return streams


def command(name: str, settings: dict[str, str]) -> None:
    """Run a command of Rampart's, which must succeed."""
    subprocess.run(
        [sys.executable, "-m", "app.site.commands", name], cwd=CHECKOUT, env=environment(**settings), check=True
    )


def main() -> None:
    """Kill as often as the arguments say."""
    parser = argparse.ArgumentParser(description="Kill a server under load again and again.")
    parser.add_argument("database", nargs="?", choices=("sqlite", "postgresql"), default="sqlite", help="its database")
    parser.add_argument("--times", type=int, default=100, help="how often (default: %(default)s)")
    read = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        on_sqlite = read.database == "sqlite"
        url = f"sqlite:///{folder}/games.sqlite3" if on_sqlite else stack.enter_context(cluster()).url
        settings = {"RAMPART_DATABASE_URL": url, "RAMPART_SECRET": SECRET}
        command("migrate", settings)
        streams: list[Stream] = []
        acknowledged = 0
        for number in range(1, read.times + 1):
            streams = kill_once(settings, streams)
            acknowledged += sum(len(stream.acknowledged) for stream in streams)
            print(f"\rkilled {number} times, {acknowledged} requests acknowledged", end="", flush=True)
        print()
        command("check", settings)


if __name__ == "__main__":
    main()
