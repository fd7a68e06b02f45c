"""Many deals at once get the same verdicts as from single searches."""

import pytest

from engine.deals import shuffled
from engine.position import deal
from engine.rules import arrange
from engine.solver import Solver, Verdict, screen
from tests.engine.variants import VARIANTS, Variant
from tests.engine.verdicts import VERDICTS


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_screened_deals_have_the_verdicts_of_their_searches(variant: Variant) -> None:
    rules, solver = variant.rules, Solver()
    decks = [shuffled(number) for number in range(1, 101)]
    screened = screen(solver, rules, decks)
    decided = [(deck, verdict) for deck, verdict in zip(decks, screened, strict=True) if verdict != Verdict.UNDECIDED]
    assert bool(decided) is all(arrange(rules.dealing, deck) == deck for deck in decks)
    for deck, verdict in decided:
        assert solver.judge(rules, deal(rules, deck)) is verdict


def test_no_recorded_win_of_six_by_four_is_screened_out() -> None:
    recorded = [verdict for verdict in VERDICTS if verdict.slug == "six-by-four"]
    solver = Solver()
    for verdict in recorded:
        (screened,) = screen(solver, verdict.rules, [verdict.deck])
        assert (screened is Verdict.UNWINNABLE) <= (not verdict.winnable)


def test_of_no_deals_nothing_is_said() -> None:
    assert screen(Solver(), VARIANTS[0].rules, []) == []
