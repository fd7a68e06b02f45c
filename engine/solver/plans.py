"""How to search a game: the passes that take turns, and the weights by which each chooses the next position."""

from collections.abc import Mapping
from enum import Enum

from engine.caching import cached
from engine.measured import figures
from engine.measured.figures import Plan, Weights
from engine.rules import Rules
from engine.solver.tables import tabulate


class Pass(Enum):
    """A way to search. The passes take turns."""

    EXACT = "finds a win, or proves in the end that there is none"
    GREEDY = "finds wins sooner, but not all, and proves nothing"
    ALIKE = "proves sooner that there is no win, but not always, and finds none"


_ROUND = Weights(lacking=4, as_dealt=2, buried=2, space=4, free_cell=2, offset=100)
UNMEASURED = Plan(exact=_ROUND, greedy=_ROUND, alike=_ROUND, alike_share=1)
"""The plan for a game that nobody has measured: every pass, with round weights. It is as sound, if not as fast."""


@cached()
def plan(rules: Rules) -> Plan:
    """Return the best plan measured for these rules, or `UNMEASURED`."""
    known = figures(rules)
    return known.plan if known else UNMEASURED


@cached()
def passes(rules: Rules) -> Mapping[Pass, Weights]:
    """Return the passes that take turns, with their weights.

    Without alike cards, the alike pass is left out, because it proves nothing sooner.
    """
    chosen = plan(rules)
    alike = chosen.alike if any(cards & cards - 1 for cards in tabulate(rules).alike.tolist()) else None
    every = {Pass.EXACT: chosen.exact, Pass.GREEDY: chosen.greedy, Pass.ALIKE: alike}
    return {each: weights for each, weights in every.items() if weights is not None}
