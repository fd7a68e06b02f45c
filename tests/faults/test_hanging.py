"""A server gets the signal to stop, or dies, in the middle of a work that would never end."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread

import httpx2
import pytest

from tests.cli.conftest import CHECKOUT, environment
from tests.cli.test_serve import fetched, serving

pytestmark = pytest.mark.long

LONGEST_PARTING = 12
"""Seconds: five for open requests, two for works, and the rest for a busy machine."""
PATIENCE = 60


@contextmanager
def hanging_server(how: str, url: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server whose moves hang; return it with its address."""
    settings = environment(
        RAMPART_DATABASE_URL=url, RAMPART_SECRET="a secret of some length", RAMPART_WORK_SECONDS="60"
    )
    command = [sys.executable, "-m", "tests.faults.hanging", how, "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT, env=settings) as server:
        try:
            assert server.stdout is not None
            yield server, server.stdout.readline().split()[3]
        finally:
            server.kill()


def begin_to_hang(address: str) -> None:
    """Ask for a move, and wait until somebody else's request waits for it too."""
    client = httpx2.Client(base_url=address, timeout=PATIENCE)
    begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": "3"}).json()

    def move() -> None:
        try:
            client.post(f"/api/v1/sessions/{begun['id']}/moves", json={"seq": 0, "move": "t0-t1"})
        except httpx2.HTTPError:
            return

    Thread(target=move, daemon=True).start()
    with pytest.raises(httpx2.TimeoutException):
        httpx2.post(f"{address}api/v1/sessions", json={"game": "fortress", "deal": "3"}, timeout=1)


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'games.db'}"


@pytest.mark.parametrize("how", ["spin", "sleep"])
def test_a_server_whose_work_hangs_ends_when_it_is_told_to(tmp_path: Path, how: str) -> None:
    with hanging_server(how, sqlite(tmp_path)) as (server, address):
        begin_to_hang(address)
        told = time.monotonic()
        server.send_signal(signal.SIGTERM)
        assert server.wait(PATIENCE) == -signal.SIGTERM
        assert time.monotonic() - told < LONGEST_PARTING


def test_after_a_kill_in_the_midst_of_a_hanging_work_nothing_hangs(tmp_path: Path) -> None:
    with hanging_server("spin", sqlite(tmp_path)) as (server, address):
        begin_to_hang(address)
        server.kill()
    with serving(RAMPART_DATABASE_URL=sqlite(tmp_path), RAMPART_SECRET="a secret of some length") as (_, told):
        begun = httpx2.post(f"{told.split()[3]}api/v1/sessions", json={"game": "fortress", "deal": "3"}, timeout=20)
        assert begun.status_code == 201


def test_solvers_get_nothing_that_the_server_has_open_and_do_not_outlive_it(tmp_path: Path) -> None:
    settings = {"RAMPART_DATABASE_URL": sqlite(tmp_path), "RAMPART_SOLVERS": "1"}
    with serving(**settings) as (server, told):
        assert fetched(told) == 200
        wait_until(lambda: bool(children(server.pid)))
        (solver,) = children(server.pid)
        # While it starts, it reads files of its own.
        wait_until(lambda: {int(path.name) for path in Path(f"/proc/{solver}/fd").iterdir()} <= {0, 1, 2})
        server.kill()
        server.wait()
        port = int(told.split()[3].rpartition(":")[2].strip("/"))
        socket.create_server(("127.0.0.1", port)).close()
    with serving("--port", str(port), **settings) as (_, again):
        assert fetched(again) == 200
    wait_until(lambda: not runs(solver))


def children(process: int) -> list[int]:
    listed = subprocess.run(["pgrep", "-P", str(process)], capture_output=True, text=True, check=False)
    return [int(child) for child in listed.stdout.split()]


def runs(process: int) -> bool:
    """Return whether a process is still running."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.05)
