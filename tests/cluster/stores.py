"""Three machines that keep the same: PostgreSQL with Patroni and etcd, and Redis with Sentinel."""

import json
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2

from tests.cluster.machines import Machine
from tests.faults.cluster import VERSIONS

HOSTS = 3
LEASE_SECONDS = 20
"""How long a primary may be silent before another takes over; Patroni allows no less."""
PATIENCE_SECONDS = 120
_ASK_SECONDS = 2
_MASTER_SILENT_MS = 3000


class Stores:
    """The three machines."""

    def __init__(self, world: Path, patroni: Path) -> None:
        self.machines = [Machine.plug_in(f"db{number}", f"10.77.0.{number}", world) for number in range(1, HOSTS + 1)]
        self._patroni = patroni
        self._programs = max(VERSIONS.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3])).parent
        self._running: dict[tuple[str, str], subprocess.Popen[bytes]] = {}
        self._client = httpx2.Client(timeout=_ASK_SECONDS, trust_env=False)
        hosts = "&".join(f"host={machine.address}:5432" for machine in self.machines)
        self.database_url = f"postgresql://postgres@/postgres?{hosts}&target_session_attrs=read-write"
        self.redis_url = f"redis+sentinel://{','.join(f'{machine.address}:26379' for machine in self.machines)}/news"

    def start(self) -> None:
        """Start everything, and wait until it is whole."""
        for machine in self.machines:
            self.start_etcd(machine)
            (machine.folder / "patroni.json").write_text(json.dumps(self._settings(machine)))
            (machine.folder / "sentinel.conf").write_text(
                f"port 26379\nprotected-mode no\nsentinel monitor news {self.machines[0].address} 6379 2\n"
                f"sentinel down-after-milliseconds news {_MASTER_SILENT_MS}\nsentinel failover-timeout news 10000\n"
            )
        wait_for(lambda: len(self._etcd_leaders()) == HOSTS, "etcd")
        for machine in self.machines:
            self.start_database(machine)
            self.start_redis(machine)
            self.start_sentinel(machine)
        for machine in self.machines[1:]:
            wait_for(lambda machine=machine: self._redis(machine, "ping") == "PONG", "Redis")  # type: ignore[misc]
            self._redis(machine, "replicaof", self.machines[0].address, "6379")
        wait_for(self.is_whole, "the cluster")

    def start_etcd(self, machine: Machine) -> None:
        """Start etcd on a machine."""
        peers = ",".join(f"{each.name}=http://{each.address}:2380" for each in self.machines)
        listening = f"http://{machine.address}"
        self._running["etcd", machine.name] = machine.start(
            *("etcd", "--name", machine.name, "--data-dir", machine.folder / "etcd", "--initial-cluster", peers),
            *("--listen-client-urls", f"{listening}:2379", "--advertise-client-urls", f"{listening}:2379"),
            *("--listen-peer-urls", f"{listening}:2380", "--initial-advertise-peer-urls", f"{listening}:2380"),
            # Its own limits of 100 and 1,000 ms are for machines that do nothing else.
            *("--heartbeat-interval", "250", "--election-timeout", "2500"),
        )

    def start_database(self, machine: Machine) -> None:
        """Start Patroni on a machine, which starts PostgreSQL."""
        machine.start_as_postgres(self._patroni, machine.folder / "patroni.json")

    def start_redis(self, machine: Machine) -> None:
        """Start Redis on a machine; Sentinel tells it whom to follow."""
        self._running["redis", machine.name] = machine.start(
            *("redis-server", "--dir", machine.folder, "--protected-mode", "no"),
            *("--save", "", "--repl-diskless-sync-delay", "0"),
        )

    def start_sentinel(self, machine: Machine) -> None:
        """Start a Sentinel on a machine."""
        machine.start("redis-server", machine.folder / "sentinel.conf", "--sentinel")

    def kill_etcd(self, machine: Machine) -> None:
        """End the etcd of a machine at once."""
        self._running["etcd", machine.name].kill()

    def kill_redis(self, machine: Machine) -> None:
        """End the Redis of a machine at once, but not its Sentinel."""
        self._running["redis", machine.name].kill()

    def primary(self) -> Machine | None:
        """Return the machine that takes writes, as the cluster sees it; None if it sees none."""
        return next((each for each in self.machines if self._asked(each, "/primary") is not None), None)

    def standbys(self) -> list[Machine]:
        """Return the machines of which the primary may be waiting for one."""
        return [each for each in self.machines if self._asked(each, "/replica") is not None]

    def switch_over(self, primary: Machine) -> None:
        """Ask for another primary, as before a machine is served."""
        asked = self._client.post(
            f"http://{primary.address}:8008/switchover", json={"leader": primary.name}, timeout=PATIENCE_SECONDS
        )
        assert asked.status_code in {200, 202}, asked.text

    def etcd_leader(self) -> Machine:
        """Return the machine whose etcd leads."""
        leaders = self._etcd_leaders()
        return next(each for each in self.machines if leaders.get(each.name) == "itself")

    def redis_master(self) -> Machine:
        """Return the machine whose Redis takes news, as all sentinels see it."""
        (address,) = self._redis_masters()
        return next(each for each in self.machines if each.address == address)

    def is_whole(self) -> bool:
        """Return whether every part runs on every machine, and is in step."""
        return self._is_database_whole() and len(self._etcd_leaders()) == HOSTS and self._is_redis_whole()

    def _is_database_whole(self) -> bool:
        told = next((found for each in self.machines if (found := self._asked(each, "/cluster"))), None)
        members = told["members"] if told else []
        roles = sorted((member["role"], member["state"]) for member in members)
        return roles == [("leader", "running"), *[("quorum_standby", "streaming")] * (HOSTS - 1)]

    def _is_redis_whole(self) -> bool:
        masters = self._redis_masters()
        if len(masters) != 1:
            return False
        master = next(each for each in self.machines if each.address in masters)
        told = self._redis(master, "info", "replication")
        return "role:master" in told and told.count("state=online") == HOSTS - 1

    def _etcd_leaders(self) -> dict[str, str]:
        """Return for each machine whose etcd answers whether it leads: `itself` or `another`."""
        found = {}
        for machine in self.machines:
            try:
                told = self._client.post(f"http://{machine.address}:2379/v3/maintenance/status", json={}).json()
            except httpx2.HTTPError:
                continue
            if leader := told.get("leader"):
                found[machine.name] = "itself" if leader == told["header"]["member_id"] else "another"
        return found

    def _redis_masters(self) -> set[str]:
        told = [
            self._redis(each, "-p", "26379", "sentinel", "get-master-addr-by-name", "news") for each in self.machines
        ]
        return {each.split()[0] for each in told if each}

    def _redis(self, machine: Machine, *command: str) -> str:
        """Return what Redis, or a Sentinel, answers; nothing where it is silent."""
        try:
            return subprocess.run(
                ["redis-cli", "-h", machine.address, *command],
                capture_output=True,
                text=True,
                timeout=_ASK_SECONDS,
                check=False,
            ).stdout.strip()
        except subprocess.TimeoutExpired:
            return ""

    def _asked(self, machine: Machine, path: str) -> Any:
        """Return what Patroni says on a machine; None where it is silent or says no."""
        try:
            told = self._client.get(f"http://{machine.address}:8008{path}")
        except httpx2.HTTPError:
            return None
        return told.json() if told.status_code == 200 else None

    def _settings(self, machine: Machine) -> dict[str, Any]:
        """Write down for Patroni what `docs/operating.md` recommends."""
        everybody = "all all all trust"
        return {
            "scope": "rampart",
            "name": machine.name,
            "restapi": {"listen": f"{machine.address}:8008", "connect_address": f"{machine.address}:8008"},
            "etcd3": {"hosts": [f"{each.address}:2379" for each in self.machines]},
            "bootstrap": {
                "dcs": {
                    "ttl": LEASE_SECONDS,
                    "loop_wait": 5,
                    "retry_timeout": 5,
                    "primary_start_timeout": 0,
                    "synchronous_mode": "quorum",
                    "synchronous_mode_strict": True,
                    "postgresql": {
                        "use_pg_rewind": True,
                        "use_slots": True,
                        "parameters": {
                            "synchronous_commit": "on",
                            "wal_log_hints": "on",
                            "wal_sender_timeout": "5s",
                            "wal_receiver_timeout": "5s",
                            "max_connections": 120,
                            # For a small machine that is many at once.
                            "shared_buffers": "32MB",
                            "max_wal_size": "128MB",
                            "wal_keep_size": "64MB",
                        },
                    },
                },
                "initdb": [{"encoding": "UTF8"}, "data-checksums", "no-sync"],
            },
            "postgresql": {
                "listen": f"{machine.address}:5432",
                "connect_address": f"{machine.address}:5432",
                "data_dir": str(machine.folder / "data"),
                "bin_dir": str(self._programs),
                "pgpass": str(machine.folder / "pgpass"),
                "parameters": {"unix_socket_directories": ""},
                "pg_hba": [f"host {everybody}", "host replication all all trust"],
                "authentication": {
                    "superuser": {"username": "postgres"},
                    "replication": {"username": "postgres"},
                    "rewind": {"username": "postgres"},
                },
            },
        }


def wait_for(holds: Callable[[], bool], what: str) -> None:
    """Wait until something holds."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < until, f"After {PATIENCE_SECONDS} seconds {what} is still not there."
        time.sleep(0.2)


KILL, STOP, CONTINUE = signal.SIGKILL, signal.SIGSTOP, signal.SIGCONT
