"""Two server processes over one PostgreSQL and one Redis, compared with one process."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import median

from app.core.store.migrate import migrate
from bench.crowd import in_a_rush
from bench.effort import Effort
from bench.report import Figure
from bench.scripts import Script, count, scripts
from bench.servers import Running, children, cpu_seconds, running_at
from tests.engine.variants import VARIANTS
from tests.faults.cluster import cluster
from tests.live.conftest import RedisServer

TABLE = "Several processes over one PostgreSQL"


def measure(effort: Effort) -> list[Figure]:
    """Measure one process and two."""
    written = scripts(VARIANTS[0], replace(effort, players=effort.players * 4))
    with cluster() as postgres, tempfile.TemporaryDirectory() as folder:
        migrate(postgres.url)
        redis = RedisServer(Path(folder))
        redis.start()
        try:
            paces, costs = dict[int, float](), dict[int, float]()
            for workers in (1, 2):
                arguments = ["serve", "--port", "0", "--workers", str(workers)]
                with running_at("app.site.commands", arguments, postgres.url, RAMPART_REDIS_URL=redis.url) as server:
                    rounds = [_round(server, written) for _ in range(effort.rounds + 1)][1:]
                paces[workers], costs[workers] = (median(each) for each in zip(*rounds, strict=True))
        finally:
            redis.stop()
    rows = {1: "one process", 2: "two processes"}
    return [
        *(Figure(TABLE, row, "moves a second, all on two cores", paces[workers]) for workers, row in rows.items()),
        *(Figure(TABLE, row, "CPU a move, µs", costs[workers] * 1e6) for workers, row in rows.items()),
        *(Figure(TABLE, row, "moves a second, a core each", workers / costs[workers]) for workers, row in rows.items()),
        Figure(TABLE, rows[2], "so to one", 2 * costs[1] / costs[2]),
    ]


def _round(server: Running, written: Sequence[Script]) -> tuple[float, float]:
    """Return the moves a second, and the servers' CPU seconds for each move."""
    before = _cpu_seconds(server)
    seconds = in_a_rush(server, written)
    return count(written) / seconds, (_cpu_seconds(server) - before) / count(written)


def _cpu_seconds(server: Running) -> float:
    return sum(map(cpu_seconds, [server.process, *children(server.process)]))
