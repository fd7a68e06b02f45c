"""The kernel as plain Python, which notices every access beyond the end of an array."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
PROGRAM = """
import numpy
from engine.solver import Solver, shorten
from engine.solver.alike import open_alike
from engine.solver.compiled import boxed
from engine.solver.kernel import EXHAUSTED, WON
from engine.solver.lines import coded
from engine.solver.plans import Pass, passes
from engine.solver.tables import tabulate
from tests.engine.variants import VARIANTS
from tests.solver.exhaustive import fewest_moves, winnable
from tests.solver.reached import near_the_end, shrunken

solver = Solver()
with numpy.errstate(over="ignore"):
    for variant in VARIANTS:
        rules = shrunken(variant.rules)
        for seed in range(12):
            position = near_the_end(rules, seed, left=8 + seed)
            solution = solver.solve(rules, position)
            print(variant, solution.verdict == ("winnable" if winnable(rules, position, 100_000) else "unwinnable"))
            if solution.moves:
                shortened = shorten(solver, rules, position, solution.moves)
                print(variant, len(shortened.moves) == shortened.at_least == fewest_moves(rules, position, 100_000))
            if Pass.ALIKE in passes(rules):
                weights, store = passes(rules)[Pass.ALIKE], solver.stores[Pass.ALIKE]
                tables, first = boxed(tabulate(rules)), coded(rules, position)
                stands, _ = open_alike(tables, solver.boxed, store, weights, first, 100_000)
                print(variant, stands == (WON if solution.moves is not None else EXHAUSTED))
"""


@pytest.mark.long
def test_verdicts_and_shortest_lines_are_the_same_without_compiling() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) > (8 + 5) * 12
    assert all(line.endswith(" True") for line in lines)
