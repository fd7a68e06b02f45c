"""`rampart serve`."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.request import urlopen

import pytest
from uvicorn import Config

from app.site.commands import serve
from tests.cli.conftest import CHECKOUT, Ended, Rampart, environment
from tests.live.conftest import RedisServer, redis

__all__ = ["redis"]

SECRET = "a secret of some length"
PATIENCE_SECONDS = 20
SLIP = "If you expect games in it, correct RAMPART_DATABASE_URL."


@contextmanager
def serving(*arguments: str, **settings: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Start a server on a free port; return it with the two lines that it prints."""
    server = subprocess.Popen(
        [sys.executable, "-m", "app.site.commands", "serve", "--port", "0", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=CHECKOUT,
        env=environment(**settings),
    )
    with server:
        try:
            assert server.stdout is not None
            yield server, server.stdout.readline() + server.stdout.readline()
        finally:
            server.kill()


def end(server: subprocess.Popen[str], by: signal.Signals) -> Ended:
    """Ask a server to stop, and wait for it."""
    server.send_signal(by)
    out, err = server.communicate(timeout=60)
    return Ended(server.returncode, out, trouble(err))


def trouble(err: str) -> str:
    """Leave out of a server's standard error what only tells how slow this machine was."""
    return "".join(line for line in err.splitlines(keepends=True) if "slow work" not in line)


def fetched(told: str) -> int:
    """Ask the server at the address that it printed whether it is alive."""
    address = told.split()[3]
    with urlopen(f"{address}healthz", timeout=20) as response:
        return int(response.status)


def test_the_address_and_the_place_of_the_database_are_told_and_true(tmp_path: Path) -> None:
    file = tmp_path / "new" / "games.db"
    with serving(RAMPART_DATABASE_URL=f"sqlite:///{file}") as (server, told):
        assert told.startswith("Rampart is at http://127.0.0.1:")
        assert fetched(told) == 200
        assert file.exists()
        ended = end(server, signal.SIGINT)
    assert told.endswith(f"/\nDatabase: {file}, new and empty. {SLIP}\n")
    assert (ended.code, ended.out, ended.err) == (130, "", "")
    with serving(RAMPART_DATABASE_URL=f"sqlite:///{file}") as (_, told):
        assert told.endswith(f"/\nDatabase: {file}\n")


def test_a_second_server_for_one_sqlite_file_is_refused_until_the_first_has_ended(
    rampart: Rampart, tmp_path: Path
) -> None:
    settings = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/games.db"}
    with serving(**settings) as (server, _):
        ended = rampart("serve", "--port", "0", **settings)
        assert (ended.code, ended.out, ended.err.count("\n")) == (1, "", 1)
        assert ended.err.startswith(f"Another server uses {tmp_path}/games.db")
        assert rampart("check", **settings).code == 0
        server.kill()
    with serving(**settings) as (_, told):
        assert fetched(told) == 200


def test_a_server_that_is_terminated_ends_quietly(tmp_path: Path) -> None:
    with serving(RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db") as (server, told):
        assert fetched(told) == 200
        ended = end(server, signal.SIGTERM)
    assert (ended.code, ended.err) == (-signal.SIGTERM, "")


@pytest.mark.long
def test_behind_a_proxy_a_server_that_ends_answers_until_the_proxy_has_learnt_of_it(tmp_path: Path) -> None:
    _part_from_a_proxy(-signal.SIGTERM, RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db")


@pytest.mark.long
@pytest.mark.postgres
@pytest.mark.redis
def test_behind_a_proxy_several_processes_that_end_do_so_too(postgres_url: str, redis: RedisServer) -> None:
    shared = {"RAMPART_DATABASE_URL": postgres_url, "RAMPART_REDIS_URL": redis.url, "RAMPART_SECRET": SECRET}
    _part_from_a_proxy(0, "--workers", "2", **shared)


class Silent:
    """Stands for the process of a server that runs, whatever it says."""

    def is_alive(self) -> bool:
        return True


def _process() -> serve.ServerProcess:
    process = serve.ServerProcess(Config("app.site.commands.serve:application"), [])
    process.process = Silent()  # type: ignore[assignment]
    return process


def test_one_of_several_processes_may_start_slowly_but_not_fall_silent_afterwards() -> None:
    process = _process()
    # Nobody answers, and nobody waits for it: the time to wait would be for ever.
    assert [process.is_alive(timeout=1e6) for _ in range(3)] == [True] * 3
    assert process.child_conn.recv() == b"ping"
    process.child_conn.send(False)
    assert process.is_alive(timeout=0)
    # From now on each look asks again; the first of them still finds the answer to the ping before.
    assert [process.is_alive(timeout=0) for _ in range(2)] == [True, False]


def test_one_of_several_processes_that_never_starts_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "_STARTING_SECONDS", 0)
    assert not _process().is_alive(timeout=1e6)


def _part_from_a_proxy(code: int, *arguments: str, **settings: str) -> None:
    """Stop a server that has open connections; `code` is the expected exit code."""
    with serving(*arguments, **settings, RAMPART_TRUSTED_PROXIES="127.0.0.1") as (server, told):
        host, _, port = told.split()[3].removeprefix("http://").rstrip("/").partition(":")
        idle, asking = HTTPConnection(host, int(port), timeout=20), HTTPConnection(host, int(port), timeout=20)
        assert answered(idle, "/healthz") == answered(asking, "/readyz") == (200, None)
        server.send_signal(signal.SIGTERM)
        until = time.monotonic() + PATIENCE_SECONDS
        while (told_close := answered(asking, "/readyz")) != (503, "close"):
            assert time.monotonic() < until, told_close
        # On a connection that was open before, and on a new one.
        assert answered(idle, "/fortress") == (200, "close")
        assert answered(asking, "/fortress") == (200, "close")
        assert server.wait(PATIENCE_SECONDS) == code


def answered(connection: HTTPConnection, path: str) -> tuple[int, str | None]:
    """Ask by a connection, which opens again where it was closed; return the status, and what becomes of it now."""
    connection.request("GET", path)
    answer = connection.getresponse()
    answer.read()
    return answer.status, answer.headers["connection"]


@pytest.mark.long
def test_a_reloading_server_serves_and_ends_quietly(tmp_path: Path) -> None:
    with serving("--reload", RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db") as (server, told):
        assert fetched(told) == 200
        ended = end(server, signal.SIGINT)
    assert (ended.code, ended.err) == (0, "")


def test_on_every_address_the_one_to_open_is_told(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    with serving("--host", "0.0.0.0", RAMPART_DATABASE_URL=url) as (_, told):
        assert told.startswith("Rampart is at http://127.0.0.1:")
        assert "/ and at this machine's other addresses\n" in told
        assert fetched(told) == 200


def test_a_port_in_use_is_said_in_one_line_and_the_database_left_alone(rampart: Rampart, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ended = rampart("serve", "--port", str(port), RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err == f"Cannot listen on port {port} of 127.0.0.1: Address already in use.\n"
    assert not (tmp_path / "games.db").exists()


@pytest.mark.parametrize("host", ["192.0.2.1", "no such host", "x" * 300, "::2"])
def test_a_host_that_is_not_this_machine_is_said_in_one_line(rampart: Rampart, tmp_path: Path, host: str) -> None:
    ended = rampart("serve", "--host", host, "--port", "0", RAMPART_DATABASE_URL=f"sqlite:///{tmp_path}/games.db")
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith(f"Cannot listen on port 0 of {host}: ")
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize("redis", ["redis", "http://x", "redis://:secret/word@h", "redis+sentinel://h:x/n"])
def test_an_address_of_redis_that_makes_no_sense_is_refused_and_not_repeated(
    rampart: Rampart, tmp_path: Path, redis: str
) -> None:
    database = f"sqlite:///{tmp_path}/games.db"
    ended = rampart("serve", "--port", "0", RAMPART_DATABASE_URL=database, RAMPART_REDIS_URL=redis)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert ended.err.startswith("RAMPART_REDIS_URL is not an address like ")
    assert "secret" not in ended.err


@pytest.mark.parametrize(
    ("arguments", "settings", "sentence"),
    [
        (("--workers", "2"), {}, "More than one worker needs PostgreSQL and Redis"),
        (("--workers", "2"), {"RAMPART_REDIS_URL": "redis://127.0.0.1"}, "More than one worker needs PostgreSQL and"),
        (
            ("--workers", "2"),
            {"RAMPART_DATABASE_URL": "postgresql://127.0.0.1/x", "RAMPART_SECRET": SECRET},
            "More than one worker needs PostgreSQL and Redis",
        ),
        (("--workers", "0"), {}, "--workers must be 1 or more."),
        (("--workers", "2", "--reload"), {}, "--reload works only with one worker."),
        (("--port", "65536"), {}, "--port must be a number from 0 to 65535."),
        (("--uds", ""), {}, "--uds names no path."),
        (("--port", "-1"), {}, "--port must be a number from 0 to 65535."),
        ((), {"RAMPART_SECRET": "short"}, "RAMPART_SECRET is too short"),
        ((), {"RAMPART_DATABASE_URL": "postgresql://127.0.0.1/x"}, "On PostgreSQL, Rampart needs a secret"),
    ],
)
def test_what_cannot_be_served_is_refused_in_one_line(
    rampart: Rampart, tmp_path: Path, arguments: tuple[str, ...], settings: dict[str, str], sentence: str
) -> None:
    given = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/games.db", **settings}
    ended = rampart("serve", *arguments, **given)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(sentence)
    assert ended.err.count("\n") == 1


def test_a_misspelt_setting_is_warned_of(rampart: Rampart, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/games.db"
    ended = rampart("serve", "--workers", "2", RAMPART_DATABASE_URL=url, RAMPART_REDIS="redis://127.0.0.1")
    assert ended.err.startswith("Warning: Rampart has no setting RAMPART_REDIS.\n")


def test_a_postgresql_database_that_does_not_answer_is_said_in_one_line(rampart: Rampart) -> None:
    url = "postgresql://me:hush@127.0.0.1:1/games"
    ended = rampart("serve", "--port", "0", RAMPART_DATABASE_URL=url, RAMPART_SECRET=SECRET)
    assert (ended.code, ended.out) == (1, "")
    assert ended.err.startswith("Cannot use the database postgresql+psycopg://me:***@127.0.0.1:1/games: ")
    assert ended.err.count("\n") == 1


def test_an_old_schema_on_postgresql_is_left_to_the_operator(rampart: Rampart, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_: str) -> None:
        raise AssertionError("a PostgreSQL database was migrated unasked")

    monkeypatch.setattr("app.site.commands.database.fits", lambda _: False)
    monkeypatch.setattr(serve, "bring_up_to_date", never)
    monkeypatch.setenv("RAMPART_DATABASE_URL", "postgresql://127.0.0.1/games")
    monkeypatch.setenv("RAMPART_SECRET", SECRET)
    ended = rampart("serve", "--port", "0")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == "The database's schema does not fit this version: run `rampart migrate` first.\n"


def test_the_watched_files_are_of_every_kind_but_compiled(tmp_path: Path) -> None:
    for name in ("page.html", "look.css", "code.py", "code.cpython-311.pyc"):
        (tmp_path / name).touch()
    config = Config("app.site.application:create_app", reload=True, reload_dirs=[str(tmp_path)])
    watched = serve.Reload(config, target=lambda _: None, sockets=[])
    assert sorted(path.name for path in watched.iter_py_files()) == ["code.py", "look.css", "page.html"]
