"""What a server costs while nobody visits it: until it first comes to rest, and from then on."""

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bench.effort import Effort
from bench.report import Figure
from bench.servers import children, cpu_seconds, running_at

TABLE = "A server that nobody visits"
ROW = "rampart serve, two solvers"
LOOK_SECONDS = 1.0
RESTS_AFTER_SECONDS = 15.0
"""A server is at rest when its solvers have done nothing for this long."""
SPAN_SECONDS = 40.0
"""How long each round watches the server at rest."""
_LONGEST_SECONDS = 1800.0


@dataclass(frozen=True, slots=True)
class Costs:
    """What a server and its solvers have taken so far (Linux only)."""

    cpu_seconds: float
    solving_seconds: float
    """The solvers' share of that."""
    wakes: int
    """How many times any of their threads has gone to sleep and woken."""
    written_bytes: int

    @classmethod
    def of(cls, server: int) -> Self:
        """Read the costs of a server, by its process id."""
        solvers = children(server)
        solving = sum(map(cpu_seconds, solvers))
        every = [server, *solvers]
        return cls(cpu_seconds(server) + solving, solving, sum(map(_wakes, every)), sum(map(_written_bytes, every)))


def measure(effort: Effort) -> list[Figure]:
    """Start a server on a new database, let it come to rest, and then watch it."""
    with tempfile.TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder, 'rampart.sqlite3')}"
        with running_at("app.site.commands", ["serve", "--port", "0"], address, RAMPART_SOLVERS="2") as server:
            began = _when_it_rests(server.process)
            span = SPAN_SECONDS * effort.rounds
            time.sleep(span)
            ended = Costs.of(server.process)
    return [
        Figure(TABLE, ROW, "seconds of CPU until it rests", began.cpu_seconds, 60),
        Figure(TABLE, ROW, "% of a core at rest", 100 * (ended.cpu_seconds - began.cpu_seconds) / span, 0.3),
        Figure(TABLE, ROW, "wakes a second", (ended.wakes - began.wakes) / span),
        Figure(TABLE, ROW, "bytes written at rest", ended.written_bytes - began.written_bytes, 0),
    ]


def _when_it_rests(server: int) -> Costs:
    costs, since = Costs.of(server), time.monotonic()
    until = since + _LONGEST_SECONDS
    while time.monotonic() < until:
        time.sleep(LOOK_SECONDS)
        now = Costs.of(server)
        if now.solving_seconds > costs.solving_seconds or not now.solving_seconds:
            costs, since = now, time.monotonic()
        elif time.monotonic() - since > RESTS_AFTER_SECONDS:
            return now
    raise RuntimeError("The server does not come to rest.")


def _wakes(process: int) -> int:
    tasks = Path(f"/proc/{process}/task").iterdir()
    return sum(_field(task / "status", "voluntary_ctxt_switches") for task in tasks)


def _written_bytes(process: int) -> int:
    return _field(Path(f"/proc/{process}/io"), "write_bytes")


def _field(file: Path, name: str) -> int:
    lines = (line.split(":") for line in file.read_text(encoding="ascii").splitlines())
    return next(int(value) for key, value in lines if key == name)
