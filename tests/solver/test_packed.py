"""Positions as single numbers: the search of games without building."""

import random
from dataclasses import replace

import pytest

from engine.deals import shuffled
from engine.moves import Outcome, apply, outcome
from engine.position import Position, deal
from engine.rules import Rules
from engine.solver import Solver, Verdict
from engine.solver.compiled import boxed
from engine.solver.kernel import EXHAUSTED, open_search
from engine.solver.lines import coded
from engine.solver.packed import fits, mixed, open_packed
from engine.solver.plans import Pass, passes
from engine.solver.tables import tabulate
from tests.engine.variants import VARIANTS, rules_of
from tests.lengths import a_few
from tests.solver.exhaustive import winnable
from tests.solver.reached import near_the_end, played, shrunken

STALACTITES = [rules_of("stalactites", by=by) for by in ("ones", "twos")]
BY = pytest.mark.parametrize("rules", STALACTITES, ids=("ones", "twos"))


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def both(solver: Solver, rules: Rules, position: Position) -> list[tuple[int, int]]:
    """Run the search over packed positions and the one over boards, both to the end."""
    tables, store = boxed(tabulate(rules)), solver.stores[Pass.EXACT]
    weights, first = passes(rules)[Pass.EXACT], coded(rules, position)
    packed = open_packed(tables, solver.boxed, store, solver.boxed_pack, weights, first, 100_000)
    return [packed, open_search(tables, solver.boxed, store, weights, first, 100_000)]


@BY
def test_a_lost_deal_has_as_many_packed_positions_as_boards(rules: Rules, solver: Solver) -> None:
    compared = 0
    for number in range(1, 200):
        packed, boards = both(solver, rules, deal(rules, shuffled(number)))
        assert packed[0] == boards[0], f"deal {number}"
        if packed[0] == EXHAUSTED:
            assert packed == boards, f"deal {number}"
            compared += 1
    assert compared >= 10


@BY
def test_in_the_middle_of_a_game_too(rules: Rules, solver: Solver) -> None:
    compared = 0
    for number in range(1, 40):
        for position in list(played(rules, number))[::4]:
            packed, boards = both(solver, rules, position)
            assert packed[0] == boards[0], f"deal {number}"
            assert packed[0] != EXHAUSTED or packed == boards, f"deal {number}"
            compared += packed[0] == EXHAUSTED
    assert compared >= 30


@BY
def test_a_line_from_the_middle_of_a_game_wins(rules: Rules, solver: Solver) -> None:
    won = 0
    for number in range(1, 60):
        for position in list(played(rules, number))[1::6]:
            moves = solver.solve(rules, position, nodes=5000).moves
            for move in moves or ():
                position = apply(rules, position, move)  # noqa: PLW2901 (one after another)
            if moves is not None:
                assert outcome(rules, position, ()) is Outcome.WON
                won += 1
    assert won >= 50


def test_only_games_without_building_fit() -> None:
    for variant in VARIANTS:
        position = deal(variant.rules, shuffled(1))
        assert fits(variant.rules, position) is (variant.rules in STALACTITES)


@pytest.mark.parametrize("shape", a_few([{"columns": (2,) * 9}, {"cells": 3}, {"columns": (9, 9)}], 1), ids=str)
def test_what_does_not_fit_is_searched_all_the_same(shape: dict[str, object], solver: Solver) -> None:
    rules = replace(shrunken(STALACTITES[0]), **shape)  # type: ignore[arg-type]
    verdicts = set()
    for seed in range(20):
        position = near_the_end(rules, seed, left=18)
        known = winnable(rules, position, at_most=3000)
        if known is not None:
            assert not fits(rules, position)
            verdict = solver.solve(rules, position).verdict
            assert verdict is (Verdict.WINNABLE if known else Verdict.UNWINNABLE), f"seed {seed}"
            verdicts.add(verdict)
    assert verdicts


def test_no_two_positions_have_the_same_slot() -> None:
    chance, every = random.Random(1), 1 << 64
    back = [pow(factor, -1, every) for factor in (0x2545F4914F6CDD1D, 0x1E3779B97F4A7C15)]
    for _ in range(1000):
        position = chance.getrandbits(64) - (1 << 63)
        slot = mixed(position) * back[0] % every
        assert (slot ^ slot >> 32) * back[1] % every == position % every
