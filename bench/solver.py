"""The solver: how soon one core decides positions, on the same random deals for every game."""

import time
from statistics import median

from bench.effort import Effort
from bench.report import Figure
from engine.deals import Deck, shuffled
from engine.position import deal
from engine.solver import Search, Solver, Verdict, screen, warm_up
from tests.engine.variants import VARIANTS, Variant

TABLE = "Solver, from a position to its verdict"
_FIRST = 1_000_001
_LIMIT = 1.0
"""The most seconds of CPU for each deal."""


def measure(effort: Effort) -> list[Figure]:
    """Measure every game under every option."""
    solver = Solver()
    warm_up()
    decks = [shuffled(number) for number in range(_FIRST, _FIRST + effort.repeats)]
    return [figure for variant in VARIANTS for figure in _variant(solver, variant, decks)]


def _variant(solver: Solver, variant: Variant, decks: list[Deck]) -> list[Figure]:
    solved = [_solve(solver, variant, deck) for deck in decks]
    seconds = [searching for _, searching, _ in solved]
    decided = [searching for verdict, searching, _ in solved if verdict is not Verdict.UNDECIDED]
    screen(solver, variant.rules, decks[:1])
    began = time.process_time()
    screen(solver, variant.rules, decks)
    screened = time.process_time() - began
    values = {
        "decided in 1 s, %": 100 * sum(searching <= _LIMIT for searching in decided) / len(solved),
        "median, ms": 1000 * median(seconds),
        "with its line, ms": 1000 * median(searching + playing for _, searching, playing in solved),
        "mean, ms": 1000 * sum(seconds) / len(solved),
        "slowest decided, ms": 1000 * max(decided),
        "screened, µs a deal": 1_000_000 * screened / len(decks),
    }
    return [Figure(TABLE, str(variant), column, value) for column, value in values.items()]


def _solve(solver: Solver, variant: Variant, deck: Deck) -> tuple[Verdict, float, float]:
    """Return the verdict, and the seconds of CPU spent on it and on its line."""
    position = deal(variant.rules, deck)
    began = time.process_time()
    search = Search(solver, variant.rules, position)
    while search.open and time.process_time() - began < _LIMIT:
        search.run()
    decided = time.process_time()
    search.line()
    return search.verdict, decided - began, time.process_time() - decided
