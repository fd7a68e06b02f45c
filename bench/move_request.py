"""One complete move request: what it costs the server, compared with the least that it could cost."""

import pickle
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from bench.browser import answers, play
from bench.effort import Effort
from bench.report import Figure
from bench.scripts import Script, count, scripts_of_all
from bench.servers import Running, running

TABLE = "One move request, µs of the server's CPU"
MOST = 1.4
"""The target for the ratio to the floor."""


@dataclass(frozen=True, slots=True)
class Round:
    """Seconds of CPU time for the same moves."""

    moves: int
    real: float
    floor: float
    answer: float
    """The seconds of the floor without its statements."""


def measure(effort: Effort) -> list[Figure]:
    """Measure every game under every option, and all of them together."""
    tables = scripts_of_all(effort)
    with _both(tables) as (real, floor):
        rounds = [_round(real, floor, tables) for _ in range(effort.rounds)]
    named = [str(table[0].variant) for table in tables]
    figures = [
        figure for row, taken in zip(named, zip(*rounds, strict=True), strict=True) for figure in _row(row, taken)
    ]
    return [*figures, *_row("all", [_together(taken) for taken in rounds])]


@contextmanager
def _both(tables: Sequence[Sequence[Script]]) -> Iterator[tuple[Running, Running]]:
    """Run Rampart, and the floor that repeats its answers."""
    with (
        tempfile.TemporaryDirectory() as folder,
        running("app.site.commands", ["serve", "--port", "0"], Path(folder, "rampart.sqlite3")) as real,
    ):
        recorded = {script.address: (script, answers(real, script)) for table in tables for script in table}
        file = Path(folder, "recorded.pickle")
        file.write_bytes(pickle.dumps(recorded))
        with running("bench.floor", [str(file)], Path(folder, "floor.sqlite3")) as floor:
            _round(real, floor, tables)  # to warm both up
            yield real, floor


def _round(real: Running, floor: Running, tables: Sequence[Sequence[Script]]) -> list[Round]:
    """Let each server play all games in a row, because a server that has just been idle is slower."""
    taken = [[play(server, table, verb) for table in tables] for server, verb in _turns(real, floor)]
    return [Round(count(table), *seconds) for table, *seconds in zip(tables, *taken, strict=True)]


def _turns(real: Running, floor: Running) -> list[tuple[Running, str]]:
    return [(real, "moves"), (floor, "moves"), (floor, "answer")]


def _together(rounds: Sequence[Round]) -> Round:
    return Round(
        sum(each.moves for each in rounds),
        sum(each.real for each in rounds),
        sum(each.floor for each in rounds),
        sum(each.answer for each in rounds),
    )


def _row(row: str, rounds: Sequence[Round]) -> list[Figure]:
    def each_move(seconds: Sequence[float]) -> float:
        return median(seconds) / rounds[0].moves * 1e6

    return [
        Figure(TABLE, row, "Rampart", each_move([taken.real for taken in rounds])),
        Figure(TABLE, row, "floor", each_move([taken.floor for taken in rounds])),
        Figure(TABLE, row, "floor, nothing kept", each_move([taken.answer for taken in rounds])),
        # We measure both sides of a ratio one right after the other, so it is steadier than they are.
        Figure(TABLE, row, "ratio to the floor", median([taken.real / taken.floor for taken in rounds]), MOST),
    ]
