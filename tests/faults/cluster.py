"""A PostgreSQL server of a test's own, which it may kill, stop and start."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from tests.browser import services_required

VERSIONS = Path("/usr/lib/postgresql")
"""Where Debian keeps its programs, one folder a version."""
_PATIENCE_SECONDS = 60
_ABSENT = "No PostgreSQL programs (initdb, postgres) were found, so the tests that kill a database server cannot run."


class Cluster:
    """A database server on a free port, with an empty database `rampart`."""

    def __init__(self, programs: Path, folder: Path, options: Sequence[str] = ()) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port: int = free.getsockname()[1]
        self.url = f"postgresql+psycopg://postgres@127.0.0.1:{self._port}/rampart"
        self.place = f"127.0.0.1:{self._port}"
        """Its host and port."""
        self.programs = programs
        self._data = folder / "data"
        self._options = options
        # The server refuses to run as root.
        self._user = "postgres" if os.geteuid() == 0 else None
        self._process: subprocess.Popen[bytes] | None = None

    def make(self) -> None:
        """Make the files, start the server and make the database."""
        if self._user:
            shutil.chown(self._data.parent, self._user)
        subprocess.run(
            [self.programs / "initdb", "--auth=trust", "--username=postgres", "--no-sync", self._data],
            user=self._user,
            stdout=subprocess.DEVNULL,
            check=True,
        )
        self.start()
        self.another("rampart")

    def follow(self, primary: "Cluster") -> None:
        """Copy another server's files, and start as its standby."""
        if self._user:
            shutil.chown(self._data.parent, self._user)
        options = ("--write-recovery-conf", "--checkpoint=fast", "--no-sync")
        address = primary._address("postgres")
        subprocess.run(
            [self.programs / "pg_basebackup", *options, "--dbname", address, "--pgdata", self._data],
            user=self._user,
            check=True,
        )
        self.start()

    def another(self, name: str) -> str:
        """Make another empty database, and return its address."""
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
        return f"postgresql+psycopg://postgres@127.0.0.1:{self._port}/{name}"

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self._process = subprocess.Popen(
            [
                *(self.programs / "postgres", "-D", self._data, "-p", str(self._port), "-k", ""),
                *("-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=16MB", "-c", "log_min_messages=panic"),
                *self._options,
            ],
            user=self._user,
            stderr=subprocess.DEVNULL,
        )
        until = time.monotonic() + _PATIENCE_SECONDS
        while not self._answers():
            assert self._process.poll() is None, "The database server has ended."
            assert time.monotonic() < until, "The database server does not answer."
            time.sleep(0.05)

    def kill(self) -> None:
        """End every process of the server with SIGKILL at once, as if the machine had lost its power."""
        assert self._process
        for process in self.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        self._process.wait()

    def processes(self) -> list[int]:
        """List the server's processes; each of its connections has one, in a session of its own (Linux only)."""
        assert self._process
        first = self._process.pid
        return [first, *map(int, Path(f"/proc/{first}/task/{first}/children").read_text().split())]

    def stop(self) -> None:
        """Stop the server in good order; every connection is broken off."""
        assert self._process
        self._process.send_signal(signal.SIGINT)
        self._process.wait()

    def _answers(self) -> bool:
        try:
            psycopg.connect(self._address("postgres"), connect_timeout=5).close()
        except psycopg.OperationalError:
            return False
        return True

    def _address(self, database: str) -> str:
        return f"postgresql://postgres@127.0.0.1:{self._port}/{database}"


@contextmanager
def cluster(*options: str) -> Iterator[Cluster]:
    """Run a server; without its programs the test is skipped, or fails where services are required."""
    found = sorted(VERSIONS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if not found:
        if services_required():
            pytest.fail(_ABSENT)
        pytest.skip(_ABSENT)
    # Not below pytest's own folders: the server's user may not enter those.
    with tempfile.TemporaryDirectory() as folder:
        made = Cluster(found[-1].parent, Path(folder), options)
        made.make()
        try:
            yield made
        finally:
            made.kill()


@contextmanager
def standby_of(primary: Cluster) -> Iterator[Cluster]:
    """Run a standby that follows a server."""
    with tempfile.TemporaryDirectory() as folder:
        made = Cluster(primary.programs, Path(folder))
        made.follow(primary)
        try:
            yield made
        finally:
            made.kill()
