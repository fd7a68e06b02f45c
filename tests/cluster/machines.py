"""Machines: network namespaces at one bridge, with the processes in them."""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from pwd import getpwnam

from tests.cli.conftest import CHECKOUT
from tests.cluster.world import BRIDGE

_AS_POSTGRES = (
    *("setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"),
    # The Python that runs us may lie in root's home.
    *("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search"),
)


@dataclass(frozen=True)
class Machine:
    """A machine of its own, as far as the network can tell."""

    name: str
    address: str
    folder: Path

    @classmethod
    def plug_in(cls, name: str, address: str, world: Path) -> "Machine":
        """Make a machine and connect it."""
        made = cls(name, address, world / name)
        made.folder.mkdir()
        os.chown(made.folder, *_postgres())
        _ip("netns", "add", name)
        _ip("link", "add", made._cable, "type", "veth", "peer", "name", "eth0", "netns", name)
        _ip("-n", name, "address", "add", f"{address}/24", "dev", "eth0")
        for device in ("lo", "eth0"):
            _ip("-n", name, "link", "set", device, "up")
        _ip("link", "set", made._cable, "up")
        made.join()
        return made

    def start(
        self,
        *command: str | Path,
        settings: Mapping[str, str] | None = None,
        inside: Sequence[str] = (),
    ) -> "subprocess.Popen[bytes]":
        """Start a process, whose output goes to a file of the command's name."""
        log = self.folder / f"{Path(command[0]).name}.log"
        with log.open("ab") as out:
            return subprocess.Popen(
                ["ip", "netns", "exec", self.name, *inside, *command],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                cwd=CHECKOUT,
                env=settings,
            )

    def start_as_postgres(self, *command: str | Path) -> "subprocess.Popen[bytes]":
        """Start a process of the user who owns the database."""
        return self.start(*command, inside=_AS_POSTGRES)

    def cut(self) -> None:
        """Pull the cable: packets get lost, and nobody is told."""
        _ip("link", "set", self._cable, "nomaster")

    def join(self) -> None:
        """Put the cable back."""
        _ip("link", "set", self._cable, "master", BRIDGE)

    def send(self, which: signal.Signals, processes: Sequence[int]) -> None:
        """Send a signal to processes, of which some may have gone."""
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, which)

    def processes(self) -> list[int]:
        """List everything that runs on it."""
        told = subprocess.run(["ip", "netns", "pids", self.name], capture_output=True, text=True, check=True)
        return [int(process) for process in told.stdout.split()]

    def of_database(self) -> list[int]:
        """List the processes of PostgreSQL and of Patroni."""
        owner, _ = _postgres()
        return [process for process in self.processes() if _owner(process) == owner]

    @property
    def _cable(self) -> str:
        return f"to-{self.name}"


def _ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True)


def _postgres() -> tuple[int, int]:
    user = getpwnam("postgres")
    return user.pw_uid, user.pw_gid


def _owner(process: int) -> int | None:
    try:
        return Path(f"/proc/{process}").stat().st_uid
    except OSError:
        return None
