"""Two server processes over one PostgreSQL and one Redis, compared with one process."""

import tempfile
from dataclasses import replace
from pathlib import Path
from statistics import median

from app.store.migrate import migrate
from bench.crowd import in_a_rush
from bench.effort import Effort
from bench.report import Figure
from bench.scripts import count, scripts
from bench.servers import running_at
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
            paces = {}
            for workers in (1, 2):
                arguments = ["serve", "--port", "0", "--workers", str(workers)]
                with running_at("app.cli", arguments, postgres.url, RAMPART_REDIS_URL=redis.url) as server:
                    rounds = [count(written) / in_a_rush(server, written) for _ in range(effort.rounds + 1)][1:]
                paces[workers] = median(rounds)
        finally:
            redis.stop()
    rows = {"one process": paces[1], "two processes": paces[2]}
    return [
        *(Figure(TABLE, row, "moves a second", pace) for row, pace in rows.items()),
        Figure(TABLE, "two processes", "to one", paces[2] / paces[1]),
    ]
