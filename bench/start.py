"""How long a server takes to start on an existing database, and how much memory it then takes."""

import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from bench.effort import Effort
from bench.report import Figure
from bench.servers import running

TABLE = "Second start"


def measure(effort: Effort) -> list[Figure]:
    """Measure from the command to the first answer."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder, "rampart.sqlite3")
        _start(database)
        taken = [_start(database) for _ in range(effort.rounds)]
    seconds, cpu_seconds, mebibytes = map(median, zip(*taken, strict=True))
    return [
        Figure(TABLE, "rampart serve", "seconds to the first answer", seconds, 2),
        Figure(TABLE, "rampart serve", "seconds of CPU", cpu_seconds),
        Figure(TABLE, "rampart serve", "MiB at rest", mebibytes),
    ]


def _start(database: Path) -> tuple[float, float, float]:
    """Start and stop the server; return the seconds to its first answer, its seconds of CPU time, and its memory."""
    began = time.perf_counter()
    with (
        running("app.site.commands", ["serve", "--port", "0"], database) as server,
        closing(server.connect()) as connection,
    ):
        connection.request("GET", "/readyz")
        connection.getresponse().read()
        return time.perf_counter() - began, server.cpu_seconds(), server.resident_bytes() / 2**20
