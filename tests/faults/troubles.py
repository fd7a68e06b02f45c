"""What can happen to a database while people play."""

import os
import resource
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.faults.cluster import Cluster
from tests.faults.steadfast import Count, Trouble

BEFORE = 60
"""How many requests are acknowledged before the trouble begins."""
DURING = 4
"""How many are refused before it ends."""
_SMALL_DISK_BYTES = 32 << 20


def outage(postgres: Cluster, end: Callable[[Cluster], None]) -> Trouble:
    """Stop a database server, and start it again."""

    def trouble(count: Count) -> None:
        count.wait_for_acknowledged(BEFORE)
        end(postgres)
        count.wait_for_refused(DURING)
        postgres.start()

    return trouble


@contextmanager
def silent(postgres: Cluster) -> Iterator[None]:
    """Stop every process of the server for a while."""
    stopped = postgres.processes()
    _signal_all(stopped, signal.SIGSTOP)
    try:
        yield
    finally:
        _signal_all(stopped, signal.SIGCONT)


def _signal_all(processes: list[int], number: signal.Signals) -> None:
    for process in processes:
        # One that was about to end is gone as soon as the server's first process goes on.
        with suppress(ProcessLookupError):
            os.kill(process, number)


@dataclass(frozen=True, slots=True)
class SmallDisk:
    """A disk that can be filled to the last byte."""

    place: Path

    def fill(self, _process: int) -> None:
        """Leave no room."""
        with self._filler.open("wb", buffering=0) as filler, suppress(OSError):
            while filler.write(bytes(4096)):
                pass

    def free(self, _process: int) -> None:
        """Make room again."""
        self._filler.unlink()

    @property
    def _filler(self) -> Path:
        return self.place / "filler"


@dataclass(frozen=True, slots=True)
class Ration:
    """A folder in which a process is allowed no longer files than there are."""

    place: Path

    def fill(self, process: int) -> None:
        """Stop the process's files from growing."""
        self._allow(process, max(path.stat().st_size for path in self.place.iterdir()))

    def free(self, process: int) -> None:
        """Allow them to grow again."""
        self._allow(process, resource.RLIM_INFINITY)

    def _allow(self, process: int, size: int) -> None:
        _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, most))


Disk = SmallDisk | Ration


@contextmanager
def small_disk(place: Path) -> Iterator[SmallDisk]:
    """Mount a small disk in memory, or skip the test if that is not allowed."""
    mounting = ["mount", "-t", "tmpfs", "-o", f"size={_SMALL_DISK_BYTES}", "tmpfs", str(place)]
    if os.geteuid() != 0 or subprocess.run(mounting, stderr=subprocess.DEVNULL, check=False).returncode != 0:
        pytest.skip("No disk may be mounted here, so none can be filled.")
    try:
        yield SmallDisk(place)
    finally:
        subprocess.run(["umount", str(place)], check=True)


def fullness(disk: Disk, process: int) -> Trouble:
    """Fill a server's disk for a time."""

    def trouble(count: Count) -> None:
        count.wait_for_acknowledged(BEFORE)
        disk.fill(process)
        count.wait_for_refused(DURING)
        disk.free(process)

    return trouble
