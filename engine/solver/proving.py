"""Searches many deals for those that are winnable under each of several sets of rules."""

from collections.abc import Iterator, Sequence

from engine.asking import Verdict
from engine.deals import Deck
from engine.position import deal
from engine.rules import Rules
from engine.solver.bands import BANDS, band
from engine.solver.screening import screen
from engine.solver.search import Solver
from engine.solver.shuffling import deck, shuffle


def try_deals(
    solver: Solver, every: Sequence[Rules], numbers: Sequence[int], nodes: int
) -> Iterator[tuple[int, str | None]]:
    """Yield each number with the band of its deal, or None if the deal is not proved winnable.

    A deal is proved winnable if the solver finds a win under each of these rules, within `nodes` positions each. Its
    band is its hardest under any of them.
    """
    rows = shuffle(numbers)
    screened = [screen(solver, rules, rows) for rules in every]
    for number, row, *verdicts in zip(numbers, rows, *screened, strict=True):
        yield number, None if Verdict.UNWINNABLE in verdicts else _band(solver, every, deck(row), nodes)


def _band(solver: Solver, every: Sequence[Rules], dealt: Deck, nodes: int) -> str | None:
    bands = []
    for rules in every:
        solution = solver.solve(rules, deal(rules, dealt), nodes=nodes)
        if solution.moves is None:
            return None
        bands.append(band(rules, solution.nodes))
    return max(bands, key=BANDS.index)
