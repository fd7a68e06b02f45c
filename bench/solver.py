"""The solver: the same random deals for every game, one core, from a position to its verdict."""

import time
from statistics import median

from bench.effort import Effort
from bench.report import Figure
from engine.deals import Deck, shuffled
from engine.position import deal
from engine.solver import Solver, Verdict, screen, warm_up
from tests.engine.variants import VARIANTS, Variant

TABLE = "Solver, from a position to its verdict"
_FIRST = 1_000_001
_LIMIT = 1.0
"""Seconds for each deal."""


def measure(effort: Effort) -> list[Figure]:
    """Measure every game under every option."""
    solver = Solver()
    warm_up()
    decks = [shuffled(number) for number in range(_FIRST, _FIRST + effort.repeats)]
    return [figure for variant in VARIANTS for figure in _variant(solver, variant, decks)]


def _variant(solver: Solver, variant: Variant, decks: list[Deck]) -> list[Figure]:
    positions = [deal(variant.rules, deck) for deck in decks]
    solved = [solver.solve(variant.rules, position, seconds=_LIMIT) for position in positions]
    decided = [solution.seconds for solution in solved if solution.verdict is not Verdict.UNDECIDED]
    screen(solver, variant.rules, decks[:1])
    began = time.perf_counter()
    screen(solver, variant.rules, decks)
    screened = time.perf_counter() - began
    values = {
        "decided in 1 s, %": 100 * len(decided) / len(solved),
        "median, ms": 1000 * median(solution.seconds for solution in solved),
        "mean, ms": 1000 * sum(solution.seconds for solution in solved) / len(solved),
        "slowest decided, ms": 1000 * max(decided),
        "screened, µs a deal": 1_000_000 * screened / len(decks),
    }
    return [Figure(TABLE, str(variant), column, value) for column, value in values.items()]
