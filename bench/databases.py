"""One move request on either database, next to simpler servers: a constant page, Core, the bare driver and an ORM."""

import pickle
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

from app.core.store.migrate import migrate
from bench.browser import answers, play
from bench.effort import Effort
from bench.report import Figure
from bench.scripts import Script, count, scripts_of_all
from bench.servers import Running, running_at
from tests.faults.cluster import Cluster, cluster

TABLE = "One move request on either database, µs of the server's CPU"
MOST = {"sqlite": {"ratio to Core": 1.25}, "postgresql": {"ratio to the driver": 1.5}}
"""The targets."""
SERVERS = {
    "Rampart": ("app.site.commands", "serve", "--port", "0"),
    "Core": ("bench.floor",),
    "driver": ("bench.stacks", "driver"),
    "ORM": ("bench.stacks", "orm"),
}
"""The module of each server, with its arguments. All but Rampart also get the file of recorded answers."""


def measure(effort: Effort) -> list[Figure]:
    """Measure over every game."""
    tables = scripts_of_all(effort)
    with cluster() as postgres, tempfile.TemporaryDirectory() as folder:
        return [
            *_measured("sqlite", [f"sqlite:///{folder}/{name}.sqlite3" for name in SERVERS], tables, effort, None),
            *_measured("postgresql", [postgres.url] * len(SERVERS), tables, effort, postgres),
        ]


def _measured(
    row: str, urls: Sequence[str], tables: Sequence[Sequence[Script]], effort: Effort, postgres: Cluster | None
) -> list[Figure]:
    moves = sum(map(count, tables))
    rounds: list[dict[str, float]] = []
    with _all(urls, tables) as servers:
        for _ in range(effort.rounds + 1):
            taken = {name: sum(play(server, table) for table in tables) for name, server in servers.items()}
            taken["constant page"] = sum(play(servers["Core"], table, "answer") for table in tables)
            if postgres:
                before = _cpu_seconds(postgres)
                for table in tables:
                    play(servers["Rampart"], table)
                taken["the database's own"] = _cpu_seconds(postgres) - before
            rounds.append(taken)
    del rounds[0]  # the round that warmed everything up
    each = {name: median(taken[name] for taken in rounds) / moves * 1e6 for name in rounds[0]}
    ratios = {
        "ratio to Core": median(taken["Rampart"] / taken["Core"] for taken in rounds),
        "ratio to the driver": median(taken["Rampart"] / taken["driver"] for taken in rounds),
    }
    figures = each | ratios | {"moves a second of CPU": 1e6 / each["Rampart"]}
    return [Figure(TABLE, row, name, value, MOST[row].get(name)) for name, value in figures.items()]


@contextmanager
def _all(urls: Sequence[str], tables: Sequence[Sequence[Script]]) -> Iterator[dict[str, Running]]:
    """Run Rampart, and the simpler servers that repeat its answers."""
    servers: dict[str, Running] = {}
    with ExitStack() as stack:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory()), "recorded.pickle")
        for (name, (module, *arguments)), url in zip(SERVERS.items(), urls, strict=True):
            migrate(url)
            told = arguments if name == "Rampart" else [*arguments, str(file)]
            servers[name] = stack.enter_context(running_at(module, told, url))
            if name == "Rampart":
                real = servers[name]
                recorded = {script.address: (script, answers(real, script)) for table in tables for script in table}
                file.write_bytes(pickle.dumps(recorded))
        yield servers


def _cpu_seconds(postgres: Cluster) -> float:
    return sum(time.clock_gettime(~process << 3 | 2) for process in postgres.processes())
