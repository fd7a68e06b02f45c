"""The open data of a simulated year, at length: `python -m tests.soak.data --games 100000`.

It writes the file of each month as `rampart data` does, in a process of its own, and says how fast that was and how
much memory it took at most. Then it verifies every file, and looks for names, ids and open events in it.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from app.core.store.ids import new_id
from app.core.store.migrate import migrate
from app.features.open_data.data_files import lines_of
from tests.app.open_data.year import MONTHS, YEAR, Year, simulate
from tests.cli.conftest import environment
from tests.databases import transaction

PLAYERS = 500


def main(arguments: Sequence[str] | None = None) -> int:
    """Fill a database, write, verify and look."""
    parser = argparse.ArgumentParser(prog="tests.soak.data", description=__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games of the year (default: %(default)s)")
    parser.add_argument("--one-month", action="store_true", help="let all of them end in one month, to see its memory")
    read = parser.parse_args(arguments)
    months = MONTHS[: 1 if read.one_month else None]
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.sqlite3"
        migrate(url)
        people = [new_id(4 * number) for number in range(PLAYERS)]
        with transaction(url) as connection:
            year = simulate(connection, people, read.games, months=months)
        print(f"{year.stored} games are stored", flush=True)
        found = sum(_month(url, Path(folder), str(month), year) for month in months)
        assert found == year.stored, f"{found} games of {year.stored} were published"
    return 0


def _month(url: str, folder: Path, month: str, year: Year) -> int:
    file = folder / f"{month}.ndjson.zst"
    began = time.perf_counter()
    told = _rampart(url, "data", "--month", month, "--output", str(file))
    seconds = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
    print(f"{told.strip()}; {seconds:.1f} s, at most {peak} MiB", flush=True)
    began = time.perf_counter()
    print(f"{_rampart(url, 'verify', str(file)).strip()}; {time.perf_counter() - began:.1f} s", flush=True)
    games = 0
    with file.open("rb") as source:
        for line in lines_of(source):
            expect_nothing_secret(line, year)
            games += 1
    return games


def expect_nothing_secret(line: bytes, year: Year) -> None:
    """Fail if a line tells who played, or the deal of an open event."""
    text, game = line.decode(), json.loads(line)
    assert "Ethelbert" not in text
    assert not [player for player in year.players if player in text]
    assert game["deck"].replace(" ", "") not in year.secret_decks
    assert not game["event"] or game["player"] is game["rating"] is None
    assert game["day"].startswith(str(YEAR))


def _rampart(url: str, *arguments: str) -> str:
    settings = environment(RAMPART_DATABASE_URL=url, RAMPART_SECRET="a secret for tests alone")
    return subprocess.run(
        [sys.executable, "-m", "app.site.commands", *arguments],
        env=settings,
        check=True,
        capture_output=True,
        text=True,
    ).stdout


if __name__ == "__main__":
    raise SystemExit(main())
