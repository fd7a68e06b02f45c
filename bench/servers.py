"""Runs servers as processes of their own, and measures what they cost."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

CHECKOUT = Path(__file__).resolve().parent.parent
_SECRET = "a secret for benchmarks alone"


@dataclass(frozen=True, slots=True)
class Running:
    """A server that accepts requests."""

    process: int
    address: str
    """Host and port."""

    def connect(self) -> HTTPConnection:
        """Open a connection that stays open between requests."""
        return HTTPConnection(self.address, timeout=60)

    def cpu_seconds(self) -> float:
        """Return the CPU time that the process has taken so far."""
        return cpu_seconds(self.process)

    def resident_bytes(self) -> int:
        """Return the resident memory of the process."""
        return resident_bytes(self.process)


def cpu_seconds(process: int) -> float:
    """Return the user and system CPU time that all threads of a process have taken so far (Linux only)."""
    # The kernel derives the number of a process's CPU clock from the process id in this way.
    return time.clock_gettime(~process << 3 | 2)


def resident_bytes(process: int) -> int:
    """Return the resident memory of a process (Linux only)."""
    pages = Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


def children(process: int) -> list[int]:
    """List the processes that a process has started (Linux only)."""
    tasks = Path(f"/proc/{process}/task").iterdir()
    return [int(child) for task in tasks for child in (task / "children").read_text(encoding="ascii").split()]


def running(module: str, arguments: Sequence[str], database: Path) -> AbstractContextManager[Running]:
    """Run a module that serves an SQLite file; see `running_at`."""
    return running_at(module, arguments, f"sqlite:///{database}")


@contextmanager
def running_at(module: str, arguments: Sequence[str], database_url: str, **given: str) -> Iterator[Running]:
    """Run a module that serves a database and prints its address as a word in its first line."""
    others = {name: value for name, value in os.environ.items() if not name.startswith("RAMPART_")}
    settings = {"RAMPART_DATABASE_URL": database_url, "RAMPART_SOLVERS": "0", "RAMPART_SECRET": _SECRET, **given}
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=CHECKOUT, env=others | settings) as server:
        try:
            assert server.stdout is not None
            told = server.stdout.readline().split()
            address = next((word for word in told if word.startswith("http://")), "")
            if not address:
                raise RuntimeError(f"{module} did not start.")
            yield Running(server.pid, urlsplit(address).netloc)
        finally:
            server.terminate()
