"""The sockets on which `rampart serve` listens besides a port: one of its own in a folder, or one from systemd."""

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from app.site.commands.console import Failure
from app.site.commands.sockets import handed_over
from tests.cli.conftest import CHECKOUT, Rampart, environment
from tests.cli.test_serve import end, serving

_AS_SYSTEMD_DOES = 'exec 3<&"$1"; shift; export LISTEN_PID=$$ LISTEN_FDS=1; exec "$@"'


@contextmanager
def kept(file: Path) -> Iterator[socket.socket]:
    """Keep a Unix socket open, as systemd does for a server that comes and goes."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(file))
        listener.listen(2048)
        yield listener


@contextmanager
def started(listener: socket.socket, **settings: str) -> Iterator["subprocess.Popen[str]"]:
    """Start a server to which a socket is handed over, and wait until it says where it is."""
    number = listener.fileno()
    serve = (sys.executable, "-m", "app.site.commands", "serve")
    with subprocess.Popen(
        ["bash", "-c", _AS_SYSTEMD_DOES, "bash", str(number), *serve],
        stdout=subprocess.PIPE,
        text=True,
        cwd=CHECKOUT,
        pass_fds=[number],
        env=environment(**settings),
    ) as server:
        try:
            assert server.stdout
            assert server.stdout.readline() == f"Rampart is at the socket {listener.getsockname()}\n"
            yield server
        finally:
            server.kill()


def client_of(file: Path) -> httpx2.Client:
    """Return a client that comes through a socket as a proxy does."""
    forwarded = {"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Proto": "https"}
    return httpx2.Client(
        transport=httpx2.HTTPTransport(uds=str(file)), base_url="http://club.example", headers=forwarded, timeout=60
    )


def test_a_server_listens_on_a_unix_socket_in_place_of_one_that_was_left_behind(
    rampart: Rampart, tmp_path: Path
) -> None:
    file = tmp_path / "rampart.sock"
    settings = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/games.db"}
    for _ in range(2):
        with serving("--uds", str(file), **settings) as (server, told):
            assert told.startswith(f"Rampart is at the socket {file}\n")
            assert stat.S_IMODE(file.stat().st_mode) == 0o660
            with client_of(file) as proxy:
                page = proxy.get("/fortress/4")
                assert proxy.get("/healthz").status_code == 200
            assert "https://club.example/fortress/4" in page.text
            refused = rampart("serve", "--uds", str(file), RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/others.db")
            assert (refused.code, refused.err) == (1, f"Cannot listen at {file}: Address already in use.\n")
            assert end(server, signal.SIGKILL).err == ""


def test_a_socket_does_not_take_the_place_of_a_file(rampart: Rampart, tmp_path: Path) -> None:
    file = tmp_path / "precious"
    file.write_text("kept")
    ended = rampart("serve", "--uds", str(file), RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db")
    assert (ended.code, ended.err) == (1, f"Cannot listen at {file}: Address already in use.\n")
    assert file.read_text() == "kept"


def test_requests_wait_while_a_server_restarts_on_the_socket_that_systemd_keeps(tmp_path: Path) -> None:
    file = tmp_path / "rampart.sock"
    settings = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/games.db"}
    with kept(file) as listener, socket.socket(socket.AF_UNIX) as waiting:
        with started(listener, **settings) as first, client_of(file) as proxy:
            assert "https://club.example/fortress/4" in proxy.get("/fortress/4").text
            first.send_signal(signal.SIGTERM)
            assert first.wait(30) == -signal.SIGTERM
        waiting.connect(str(file))
        waiting.sendall(b"GET /fortress/5 HTTP/1.1\r\nHost: club.example\r\n\r\n")
        with started(listener, **settings):
            assert waiting.recv(1024).startswith(b"HTTP/1.1 200 OK\r\n")


def test_a_socket_for_another_process_is_not_taken_and_one_of_several_not_guessed() -> None:
    assert handed_over({}) is None
    assert handed_over({"LISTEN_PID": str(os.getppid()), "LISTEN_FDS": "1"}) is None
    with pytest.raises(Failure, match="listens on one"):
        handed_over({"LISTEN_PID": str(os.getpid()), "LISTEN_FDS": "2"})
