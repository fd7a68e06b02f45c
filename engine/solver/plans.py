"""How a search goes about a game: the passes that take turns, and the weights by which each chooses what comes next."""

from collections.abc import Mapping
from enum import Enum

from engine.caching import cached
from engine.measured import figures
from engine.measured.figures import Plan, Weights
from engine.rules import Rules
from engine.solver.tables import tabulate


class Pass(Enum):
    """A way to search; they take turns."""

    EXACT = "finds a win, or proves in the end that there is none"
    GREEDY = "finds wins sooner, but not all, and proves nothing"
    ALIKE = "proves sooner that there is no win, but not always, and finds none"


_ROUND = Weights(lacking=4, as_dealt=2, buried=2, space=4, free_cell=2, offset=100)
UNMEASURED = Plan(exact=_ROUND, greedy=_ROUND, alike=_ROUND, alike_share=1)
"""For a game that nobody has measured: every pass, by round numbers. It decides as surely, if not as soon."""


@cached()
def plan(rules: Rules) -> Plan:
    """Return the plan that was measured to be best under these rules, or `UNMEASURED`."""
    known = figures(rules)
    return known.plan if known else UNMEASURED


@cached()
def passes(rules: Rules) -> Mapping[Pass, Weights]:
    """Return the passes that take turns, with their weights.

    Where no two cards are alike, nothing is proved sooner by taking them for one another.
    """
    chosen = plan(rules)
    alike = chosen.alike if any(cards & cards - 1 for cards in tabulate(rules).alike.tolist()) else None
    every = {Pass.EXACT: chosen.exact, Pass.GREEDY: chosen.greedy, Pass.ALIKE: alike}
    return {each: weights for each, weights in every.items() if weights is not None}
