"""The sockets on which `rampart serve` listens besides a port: one of its own in a folder, or one from systemd."""

import os
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx2
import pytest

from app.site.commands.console import Failure
from app.site.commands.sockets import handed_over, listening_at, outlives
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


def test_of_two_servers_that_begin_at_once_one_gets_the_socket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "rampart.sock"
    bind = socket.socket.bind

    def meanwhile(listener: socket.socket, address: str) -> None:
        bind(listener, address)
        # The first has its socket, and does not listen yet.
        with pytest.raises(Failure, match="Address already in use"), listening_at(file):
            pass

    monkeypatch.setattr(socket.socket, "bind", meanwhile)
    with listening_at(file) as listener, socket.socket(socket.AF_UNIX) as asking:
        asking.connect(str(file))
        listener.accept()[0].close()


def test_a_socket_whose_server_is_too_busy_to_take_anybody_is_not_taken(tmp_path: Path) -> None:
    file = tmp_path / "rampart.sock"
    with socket.socket(socket.AF_UNIX) as busy, ExitStack() as waiting:
        busy.bind(str(file))
        busy.listen(0)
        waiting.enter_context(socket.socket(socket.AF_UNIX)).connect(str(file))
        with pytest.raises(Failure, match="Address already in use"), listening_at(file):
            pass


@pytest.mark.parametrize("kind", [socket.SOCK_DGRAM, socket.SOCK_STREAM], ids=["datagrams", "one connection"])
def test_what_is_handed_over_and_does_not_listen_is_refused_in_one_line(tmp_path: Path, kind: int) -> None:
    with socket.socket(socket.AF_UNIX, kind) as handed:
        number = handed.fileno()
        ended = subprocess.run(
            ["bash", "-c", _AS_SYSTEMD_DOES, "bash", str(number), sys.executable, "-m", "app.site.commands", "serve"],
            capture_output=True,
            text=True,
            cwd=CHECKOUT,
            pass_fds=[number],
            env=environment(RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db"),
            timeout=60,
            check=False,
        )
    assert (ended.returncode, ended.stdout, ended.stderr.count("\n")) == (1, "", 1)
    assert ended.stderr.startswith("systemd hands over nothing to listen on")


def test_a_socket_outlives_only_the_process_that_got_it_and_those_it_has_started() -> None:
    assert outlives({"LISTEN_FDS": "1", "LISTEN_PID": str(os.getpid())})
    assert outlives({"LISTEN_FDS": "1", "LISTEN_PID": str(os.getppid())})
    assert not outlives({"LISTEN_FDS": "1", "LISTEN_PID": "0"})
    assert not outlives({})
