"""Where the time of a move request goes, measured inside the server during games."""

import json
import tempfile
from pathlib import Path

from bench.browser import play
from bench.effort import Effort
from bench.report import Figure
from bench.scripts import count, scripts_of_all
from bench.servers import running

TABLE = "Parts of a move request"
EACH = "µs of CPU"


def measure(effort: Effort) -> list[Figure]:
    """Measure over every game. HTTP, the commit and the threads take the time for which no part accounts."""
    tables = scripts_of_all(effort)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "parts.json")
        with running("bench.watched", [str(file)], Path(folder, "rampart.sqlite3")) as server:
            total = sum(play(server, table) for table in tables)
        parts: dict[str, float] = json.loads(file.read_text(encoding="utf-8"))
    parts["HTTP, commit, threads"] = total - sum(parts.values())
    moves = sum(map(count, tables))
    return [Figure(TABLE, part, EACH, seconds / moves * 1e6) for part, seconds in parts.items()]
