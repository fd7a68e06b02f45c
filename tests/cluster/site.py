"""Two servers of Rampart, each on a machine of its own, over one cluster."""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import httpx2

from tests.app.conftest import SECRET
from tests.cli.conftest import CHECKOUT, environment
from tests.cluster.machines import Machine
from tests.cluster.stores import KILL, Stores, wait_for
from tests.cluster.world import HUB

SERVERS = 2
_PORT = 8000
_EXPECTED = ("A work took too long", "A standby has not confirmed", "and will be tried again")
"""What a server says as an error when the database falls silent, beside warnings."""


class Site:
    """What players see."""

    def __init__(self, world: Path, stores: Stores) -> None:
        self.machines = [Machine.plug_in(f"web{number}", f"10.77.0.{10 + number}", world) for number in range(SERVERS)]
        self.addresses = [f"http://{machine.address}:{_PORT}" for machine in self.machines]
        self._settings = environment(
            RAMPART_DATABASE_URL=stores.database_url,
            RAMPART_REDIS_URL=stores.redis_url,
            RAMPART_SECRET=SECRET,
            # The players stand for a proxy, so each can be somebody else.
            RAMPART_TRUSTED_PROXIES=HUB,
        )
        self._client = httpx2.Client(timeout=5, trust_env=False)

    def start(self) -> None:
        """Make the tables, start the servers, and wait until they are ready."""
        self._command("migrate")
        for machine in self.machines:
            self.start_server(machine)
        wait_for(self.is_ready, "a server")

    def start_server(self, machine: Machine) -> None:
        """Start the server of a machine."""
        machine.start(
            *(sys.executable, "-m", "app.site.commands", "serve", "--host", machine.address, "--port", str(_PORT)),
            settings=self._settings,
        )

    def kill_server(self, machine: Machine) -> None:
        """Stop the server of a machine at once."""
        machine.send(KILL, machine.processes())

    def is_ready(self) -> bool:
        """Return whether all servers reach the database and Redis."""
        try:
            return all(self._client.get(f"{each}/readyz").status_code == 200 for each in self.addresses)
        except httpx2.HTTPError:
            return False

    def check(self) -> str:
        """Return what `rampart check` finds wrong; nothing if all is well."""
        return self._command("check")

    def failures(self) -> list[str]:
        """Return the lines of the servers' logs that tell of a failure of their own."""
        return [line for machine in self.machines for line in _failures(_lines(machine))]

    def _command(self, name: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "app.site.commands", name],
            cwd=CHECKOUT,
            env=self._settings,
            capture_output=True,
            text=True,
            check=False,
        )
        return "" if done.returncode == 0 else done.stdout + done.stderr


def _lines(machine: Machine) -> list[str]:
    return (machine.folder / f"{Path(sys.executable).name}.log").read_text().splitlines()


def _failures(lines: Sequence[str]) -> list[str]:
    logged = [json.loads(line) for line in lines if line.startswith("{")]
    return [
        json.dumps(line)
        for line in logged
        if line["level"] not in {"info", "warning"} and not any(words in line["said"] for words in _EXPECTED)
    ]
