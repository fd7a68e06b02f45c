"""Verdicts that are asked for once, beside those of a fresh solver."""

from random import Random

import pytest

from engine.asking import Verdict
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import after, legal_moves
from engine.position import deal
from engine.rules import Variant
from engine.solver import Solver
from engine.solver.mining.judge import Judge

STRONGHOLD, FORTRESS = variant_of("stronghold", "cell=none"), variant_of("fortress", "")


@pytest.mark.parametrize("variant", [STRONGHOLD, FORTRESS], ids=str)
def test_a_verdict_on_a_move_that_can_be_taken_back_is_the_solver_s_own(variant: Variant) -> None:
    rules, solver, random = variant.rules, Solver(), Random(5)
    judge, fresh = Judge(solver, rules), Solver()
    for number in (1, 2, 3):
        position = deal(rules, shuffled(number))
        for _ in range(12):
            for move, reached in (moves := judge.successors(position)):
                verdict = judge.verdict_after(position, move, reached)
                if verdict is not Verdict.UNDECIDED:
                    assert fresh.solve(rules, reached).verdict is verdict
            if not moves:
                break
            _, position = random.choice(moves)


def test_successors_are_legal_in_the_order_in_which_the_piles_stand() -> None:
    rules, judge = STRONGHOLD.rules, Judge(Solver(), STRONGHOLD.rules)
    dealt = deal(rules, shuffled(17))
    turned = dealt._replace(piles=(*reversed(dealt.piles[:4]), *dealt.piles[4:]))
    for position in (dealt, turned):
        for move, reached in judge.successors(position):
            assert move in legal_moves(rules, position)
            assert reached == after(rules, position, move)
