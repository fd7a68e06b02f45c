"""Measure: `python -m bench [names…]`."""

import argparse
from collections.abc import Callable, Sequence

from bench import (
    arrival,
    bands,
    boards,
    databases,
    engine,
    idle,
    labels,
    length,
    memory,
    move_parts,
    move_request,
    pace,
    pars,
    processes,
    solver,
    start,
    stored,
    streams,
)
from bench.effort import QUICK, THOROUGH, Effort
from bench.report import PAGE, Figure, rewrite, text

BENCHES: dict[str, Callable[[Effort], list[Figure]]] = {
    "arrival": arrival.measure,
    "bands": bands.measure,
    "boards": boards.measure,
    "databases": databases.measure,
    "engine": engine.measure,
    "idle": idle.measure,
    "labels": labels.measure,
    "length": length.measure,
    "memory": memory.measure,
    "move": move_request.measure,
    "pace": pace.measure,
    "pars": pars.measure,
    "parts": move_parts.measure,
    "processes": processes.measure,
    "solver": solver.measure,
    "start": start.measure,
    "stored": stored.measure,
    "streams": streams.measure,
}
"""All benchmarks. To add one, write a module with such a function, a line here and a part of docs/benchmarks.md."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmarks that the arguments name, and print their tables."""
    parser = argparse.ArgumentParser(prog="bench", description="Measure Rampart's speed.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"what to measure: {', '.join(BENCHES)} (default: all)"
    )
    parser.add_argument(
        "--quick",
        dest="effort",
        action="store_const",
        const=QUICK,
        default=THOROUGH,
        help="see only that everything runs; the figures mean nothing",
    )
    parser.add_argument("--markdown", action="store_true", help="write the tables into docs/benchmarks.md too")
    read = parser.parse_args(arguments)
    if unknown := sorted(set(read.names) - set(BENCHES)):
        parser.error(f"there is no benchmark called {', '.join(unknown)}")
    for name in read.names or BENCHES:
        figures = BENCHES[name](read.effort)
        print(text(figures), flush=True)
        if read.markdown:
            PAGE.write_text(rewrite(PAGE.read_text(encoding="utf-8"), name, figures), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
