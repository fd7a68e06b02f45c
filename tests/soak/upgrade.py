"""Brings a site from an older version to this one while people play: `python -m tests.soak.upgrade REVISION`.

Two servers of the older version, at a revision that git knows, run behind HAProxy, over one PostgreSQL server. While
people play, look and listen, the schema is brought up to date, and the servers are replaced one after the other, so
that for a time both versions serve side by side. No request may fail, no acknowledged move may be lost or doubled, and
at the end `rampart check` must find nothing.
"""

import argparse
import json
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

from tests.app.conftest import SECRET
from tests.cli.conftest import CHECKOUT, environment
from tests.cluster.people import Crowd
from tests.faults.cluster import cluster
from tests.faults.steadfast import expect_sound
from tests.live.conftest import RedisServer
from tests.soak.traffic import Tally, keep_busy

SERVERS = 2
BUSY = 2
"""How many go through everything else, beside the players of `Crowd`."""
BETWEEN_SECONDS = 8.0
"""Between two steps of the upgrade."""
PROXY = """
global
    stats socket {orders} level admin
defaults
    mode http
    timeout connect 2s
    timeout client 2m
    timeout server 2m
    timeout http-keep-alive 2m
    timeout check 5s
    option redispatch
    option forwardfor if-none
    option httpchk GET /readyz
    default-server check inter 500ms fall 1 rise 1
listen site
    bind 127.0.0.1:{port}
    balance leastconn
"""
"""A connection that a server refuses is made to the other one; what was sent is never sent again."""
DRAINED_SECONDS = 2.0
"""After so long the proxy has got all answers from a server that it sends nothing more."""
_START_SECONDS = 1.0
_MOST_LINES = 20


class Place:
    """A port of this machine, at which one server after the other runs."""

    def __init__(self, folder: Path, settings: dict[str, str]) -> None:
        self.address = f"127.0.0.1:{_free_port()}"
        self._file = folder / f"{self.address.partition(':')[2]}.log"
        self._settings = settings
        self._server: subprocess.Popen[bytes] | None = None

    def start(self, checkout: Path) -> None:
        """Start the server of a checkout, and wait until it listens."""
        host, _, port = self.address.partition(":")
        with self._file.open("ab") as log:
            self._server = subprocess.Popen(
                [sys.executable, "-m", "app.site.commands", "serve", "--host", host, "--port", port],
                **_within(checkout, self._settings),
                stdout=subprocess.PIPE,
                stderr=log,
            )
        assert self._server.stdout is not None
        assert self._server.stdout.readline(), self._file.read_text()

    def stop(self) -> None:
        """Have the server part, as an operator would."""
        if self._server:
            self._server.send_signal(signal.SIGTERM)
            self._server.wait(30)

    def failures(self) -> list[str]:
        """List what the servers here logged of failures, each with the last line of its trace."""
        logged = [json.loads(line) for line in self._file.read_text().splitlines()]
        return [
            f"{line['said'].strip()} {line.get('trace', '').strip().rpartition(chr(10))[2]}".strip()
            for line in logged
            if line["level"] not in {"info", "warning"}
        ]


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


class Proxy:
    """HAProxy before some places."""

    def __init__(self, folder: Path, places: Sequence[Place]) -> None:
        self._orders = folder / "orders"
        self._file = folder / "proxy.cfg"
        port = _free_port()
        self.address = f"http://127.0.0.1:{port}"
        servers = [f"    server place{number} {place.address}\n" for number, place in enumerate(places)]
        self._file.write_text(PROXY.format(port=port, orders=self._orders) + "".join(servers))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run while the context lasts."""
        with subprocess.Popen(["haproxy", "-q", "-db", "-f", self._file]) as process:
            time.sleep(_START_SECONDS)
            try:
                yield
            finally:
                process.kill()

    @contextmanager
    def without(self, number: int) -> Iterator[None]:
        """Send nothing to a place while the context lasts, as the guide has it for versions that part at once."""
        self._order(f"set server site/place{number} state drain")
        time.sleep(DRAINED_SECONDS)
        yield
        self._order(f"set server site/place{number} state ready")

    def _order(self, order: str) -> None:
        with socket.socket(socket.AF_UNIX) as channel:
            channel.connect(str(self._orders))
            channel.sendall(f"{order}\n".encode())
            told = channel.recv(1000).decode().strip()
        assert not told, told


def _within(checkout: Path, settings: dict[str, str]) -> dict[str, Any]:
    return {"cwd": checkout, "env": settings | {"PYTHONPATH": str(checkout)}}


def _migrate(checkout: Path, settings: dict[str, str]) -> float:
    """Bring the schema to that of a checkout; return how many seconds it took."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-m", "app.site.commands", "migrate"], **_within(checkout, settings), check=True)
    return time.monotonic() - began


@contextmanager
def older(revision: str, folder: Path) -> Iterator[Path]:
    """Check out a revision; it runs with our packages, and with its own files for browsers."""
    checkout = folder / "older"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", checkout, revision], cwd=CHECKOUT, check=True)
    try:
        # What both have in common need not be fetched again.
        shutil.copytree(CHECKOUT / "static" / "vendor", checkout / "static" / "vendor")
        fetch = "from build_assets import fetch; from pathlib import Path; fetch(Path.cwd())"
        subprocess.run([sys.executable, "-c", fetch], cwd=checkout, check=True)
        yield checkout
    finally:
        subprocess.run(["git", "worktree", "remove", "--force", checkout], cwd=CHECKOUT, check=True)


def main() -> int:
    """Upgrade once; return an exit code."""
    parser = argparse.ArgumentParser(description="Bring a site from an older version to this one while people play.")
    parser.add_argument("revision", help="the older version, as git names it")
    read = parser.parse_args()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        checkout = stack.enter_context(older(read.revision, folder))
        postgres = stack.enter_context(cluster())
        redis = RedisServer(folder)
        redis.start()
        stack.callback(redis.stop)
        settings = environment(
            RAMPART_DATABASE_URL=postgres.url,
            RAMPART_REDIS_URL=redis.url,
            RAMPART_SECRET=SECRET,
            RAMPART_TRUSTED_PROXIES="127.0.0.1",
        )
        _migrate(checkout, settings)
        places = [Place(folder, settings) for _ in range(SERVERS)]
        for place in places:
            place.start(checkout)
            stack.callback(place.stop)
        proxy = Proxy(folder, places)
        stack.enter_context(proxy.running())
        try:
            wrong = _upgrade(places, settings, proxy)
            expect_sound(postgres.url)
        except AssertionError as met:
            wrong = [str(met)]
        wrong += [line for place in places for line in place.failures()]
    print("\n".join(wrong[:_MOST_LINES]) or "Everything that is kept agrees with the logs.")
    return 1 if wrong else 0


def _upgrade(places: list[Place], settings: dict[str, str], proxy: Proxy) -> list[str]:
    """Take the steps of the guide, one after the other; return what went wrong for the people there."""
    tally, enough, crowd = Tally(), Event(), Crowd([proxy.address])
    crowd.begin()
    with ThreadPoolExecutor(BUSY) as threads:
        busy = [threads.submit(keep_busy, proxy.address, seed, tally, enough) for seed in range(BUSY)]
        try:
            _wait(crowd)
            print(f"The schema is up to date after {_migrate(CHECKOUT, settings):.1f} s.", flush=True)
            _wait(crowd)
            for number, place in enumerate(places):
                with proxy.without(number):
                    place.stop()
                    place.start(CHECKOUT)
                print(f"Server {number + 1} of {len(places)} is of this version.", flush=True)
                _wait(crowd)
            for number, place in enumerate(places):
                # Now without a word to the proxy, which sees for itself.
                place.stop()
                place.start(CHECKOUT)
                print(f"Server {number + 1} of {len(places)} was started again.", flush=True)
                _wait(crowd)
        finally:
            enough.set()
        for one in busy:
            one.result()
    crowd.end()
    told = crowd.told
    print(
        f"{told.acknowledged} moves acknowledged and {tally.total()} other requests answered;"
        f" {told.refused + told.broken} moves failed; the slowest took {told.slowest:.2f} s."
    )
    return [f"{told.refused} moves were refused, {told.broken} got no answer."] if told.refused + told.broken else []


def _wait(crowd: Crowd) -> None:
    """Let people play for a while."""
    time.sleep(BETWEEN_SECONDS)
    crowd.expect_well()


if __name__ == "__main__":
    sys.exit(main())
