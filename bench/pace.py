"""How soon a server answers a move at half its capacity."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

from app.core.store.migrate import migrate
from bench.browser import play
from bench.crowd import at_a_pace
from bench.effort import Effort
from bench.report import Figure
from bench.scripts import count, scripts
from bench.servers import running_at
from tests.engine.variants import VARIANTS
from tests.faults.cluster import cluster

TABLE = "At half load, ms from the time of a request to its answer"
MOST = {"p99, ms": 10.0}
"""The target."""


def measure(effort: Effort) -> list[Figure]:
    """Measure on both databases."""
    with cluster() as postgres, tempfile.TemporaryDirectory() as folder:
        return [
            figure
            for row, url in (("sqlite", f"sqlite:///{folder}/games.sqlite3"), ("postgresql", postgres.url))
            for figure in _measured(row, url, effort)
        ]


def _measured(row: str, url: str, effort: Effort) -> list[Figure]:
    migrate(url)
    written = scripts(VARIANTS[0], replace(effort, players=effort.players * 8))
    with running_at("app.site.commands", ["serve", "--port", "0"], url) as server:
        play(server, written)
        pace = 0.5 * count(written) / play(server, written)
        rounds = [at_a_pace(server, written, pace) for _ in range(effort.rounds)]
        memory = server.resident_bytes() / 2**20
    values = {
        "moves a second": pace,
        "p50, ms": median(_at(delays, 0.5) for delays in rounds) * 1000,
        "p99, ms": median(_at(delays, 0.99) for delays in rounds) * 1000,
        "MiB under load": memory,
    }
    return [Figure(TABLE, row, name, value, MOST.get(name)) for name, value in values.items()]


def _at(delays: Sequence[float], place: float) -> float:
    return delays[round(place * (len(delays) - 1))]
