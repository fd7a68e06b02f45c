"""Certificates of numbered deals, written and checked."""

import random

import pytest

from engine.deals import shuffled
from engine.position import deal
from engine.proofs import FORMS, Argument, Unsound, Unwritten, check, collect, dealt, leanings
from engine.solver import Solver, Verdict
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.lengths import a_few
from tests.proofs.closing import table_of, unwinnable

every_variant = pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
DEALS = 5


@every_variant
def test_what_the_solver_calls_unwinnable_is_proved(variant: Variant) -> None:
    rules, chance, written = variant.rules, random.Random(1), 0
    leans_on = leanings(rules, FORMS[0])
    for number in unwinnable(variant, DEALS):
        lines = collect(rules, dealt(rules, shuffled(number)), leans_on, 2000)
        assert lines is not Unwritten.MEETS_A_WIN, number
        if isinstance(lines, list):
            written += 1
            table = table_of(variant, number, leans_on)
            assert check(table, lines) == len(lines)
            lines.remove(chance.choice(lines))
            with pytest.raises(Unsound):
                check(table, lines)
    assert written >= 2


@every_variant
def test_what_the_solver_can_win_is_never_proved_lost(variant: Variant) -> None:
    rules, solver, tried = variant.rules, Solver(), 0
    for number in range(1, 9):
        if solver.judge(rules, deal(rules, shuffled(number))) is Verdict.WINNABLE:
            for form in FORMS:
                lines = collect(rules, dealt(rules, shuffled(number)), leanings(rules, form), 200)
                assert not isinstance(lines, list), number
            tried += 1
    assert tried >= 2 or variant.rules is rules_of("six-by-four")


def test_no_more_positions_are_collected_than_are_allowed() -> None:
    rules = rules_of("fortress")
    deal_7 = dealt(rules, shuffled(7))
    lines = collect(rules, deal_7, (Argument.SAFE,), 80)
    assert isinstance(lines, list)
    assert len(lines) == 80
    assert collect(rules, deal_7, (Argument.SAFE,), 79) is Unwritten.TOO_LARGE


def test_a_certificate_names_the_arguments_that_make_a_difference() -> None:
    named = {variant.game.slug: " ".join(leanings(variant.rules, [*Argument])) for variant in VARIANTS}
    assert named == {
        "stonewall": "safe alike",
        "stronghold": "safe alike",
        "six-by-four": "safe alike",
        "fortress": "safe",
        "stalactites": "alike fewest",
    }


def test_a_text_that_is_no_position_begins_no_certificate() -> None:
    rules = rules_of("fortress")
    with pytest.raises(ValueError, match="not the text of a position"):
        collect(rules, dealt(rules, shuffled(7)), leanings(rules, FORMS[0]), 3, "nonsense")
