"""Verdicts of unwinnable, proved again with nothing left out."""

from collections import Counter

import pytest

from engine.solver import Solver, Verdict
from tests.engine.variants import VARIANTS, Variant
from tests.lengths import a_few
from tests.solver.exhaustive import winnable
from tests.solver.plain import Plain
from tests.solver.reached import near_the_end, played, shrunken

DEALS = range(1, 61)
NODES = 50_000
ROOM = 2_000_000


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_what_is_unwinnable_stays_so_when_every_move_is_tried(variant: Variant) -> None:
    rules, solver, plain, proved = variant.rules, Solver(), Plain(ROOM), Counter[bool]()
    for number in DEALS:
        positions = list(played(rules, number, moves=12))
        for made, position in {0: positions[0], len(positions) - 1: positions[-1]}.items():
            if solver.solve(rules, position, nodes=NODES).verdict is Verdict.UNWINNABLE:
                won = plain.winnable(rules, position)
                assert won is not True, f"deal {number} after {made} moves"
                proved[made > 0] += won is False
    assert proved[False], "no deal was proved again"
    assert proved[True] >= 8, "too few positions were proved again to say much"


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_trying_every_move_is_what_the_engine_alone_comes_to(variant: Variant) -> None:
    rules, plain, verdicts = shrunken(variant.rules), Plain(20_000), Counter[bool]()
    for seed in range(60):
        position = near_the_end(rules, seed, left=10 + 2 * (seed % 6))
        known = winnable(rules, position, at_most=1000)
        if known is not None:
            assert plain.winnable(rules, position) is known, f"seed {seed}"
            verdicts[known] += 1
    assert min(verdicts[True], verdicts[False]) >= 3, "too few of a kind to prove much"
