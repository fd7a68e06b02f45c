"""Pars: how much the fixed effort shortens the first line of a deal, and how near it comes to the lower bound."""

import time
from collections.abc import Iterator
from itertools import count, islice
from statistics import mean

from bench.effort import Effort
from bench.report import Figure
from engine.deals import Deck, shuffled
from engine.measured import figures
from engine.position import deal
from engine.rules import Rules
from engine.solver import Shortened, Solver, shorten
from engine.solver.__main__ import NODES_A_DEAL, NODES_A_PAR
from engine.solver.shortening import warm_up
from tests.engine.variants import VARIANTS, Variant
from tests.engine.verdicts import WINS

TABLE = "Pars, means of moves"
_DEALS_A_REPEAT = 15
_FIRST = 3_000_001


def measure(effort: Effort) -> list[Figure]:
    """Measure every game under every option."""
    solver, deals = Solver(), max(1, effort.repeats // _DEALS_A_REPEAT)
    warm_up()
    return [figure for variant in VARIANTS for figure in _variant(solver, variant, deals)]


def _variant(solver: Solver, variant: Variant, deals: int) -> list[Figure]:
    pars, lengths, seconds = list[Shortened](), list[int](), list[float]()
    for deck in islice(_decks(variant), 100 * deals):
        position = deal(variant.rules, deck)
        moves = solver.solve(variant.rules, position, nodes=NODES_A_DEAL).moves
        if moves is not None:
            began = time.process_time()
            pars.append(shorten(solver, variant.rules, position, moves, nodes=NODES_A_PAR))
            seconds.append(time.process_time() - began)
            lengths.append(len(moves))
        if len(pars) == deals:
            break
    values = {
        "first line": mean(lengths),
        "par": mean(len(par.moves) for par in pars),
        "at least": mean(par.at_least for par in pars),
        "proved shortest, %": 100 * mean(par.shortest for par in pars),
        "seconds of CPU": mean(seconds),
    }
    return [Figure(TABLE, str(variant), column, value) for column, value in values.items()]


def _decks(variant: Variant) -> Iterator[Deck]:
    """Return deals of a variant, or recorded wins if hardly any deal can be won."""
    if _hardly_ever_won(variant.rules):
        return (win.deck for win in WINS if win.rules == variant.rules)
    return map(shuffled, count(_FIRST))


def _hardly_ever_won(rules: Rules) -> bool:
    known = figures(rules)
    return known is not None and known.count.winnable < known.count.deals / 1000
