"""A Redis of a test's own, which it may stop and start."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser import services_required


class RedisServer:
    """A `redis-server` on a free port that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str) -> None:
        """Start it with some more options, and wait until it answers."""
        self._process = subprocess.Popen(
            ["redis-server", "--port", str(self.port), "--save", "", "--dir", str(self._folder), *options],
            stdout=subprocess.DEVNULL,
        )
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=10).close()
                return
            except ConnectionRefusedError:
                assert self._process.poll() is None, "redis-server has ended"

    def hang(self) -> None:
        """Keep its connections, but answer nothing."""
        assert self._process
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Answer again."""
        assert self._process
        self._process.send_signal(signal.SIGCONT)

    def stop(self) -> None:
        """End it; all that it knew is lost."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[RedisServer]:
    """Start a Redis."""
    if shutil.which("redis-server") is None:
        absent = "No redis-server was found, so the tests that stop and start one cannot run."
        if services_required():
            pytest.fail(absent)
        pytest.skip(absent)
    server = RedisServer(tmp_path)
    server.start()
    yield server
    server.stop()
