"""Verdicts: compared with recorded ones, with trying everything, and at the limits."""

from collections import Counter
from dataclasses import replace

import pytest

from engine.deals import shuffled
from engine.moves import Outcome, apply, outcome, replay
from engine.position import Position, deal
from engine.rules import Rules
from engine.solver import DEFAULT_MEMORY, LEAST_MEMORY, Search, Solver, Verdict
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.engine.verdicts import VERDICTS, WINS
from tests.engine.verdicts import Verdict as Recorded
from tests.lengths import a_few
from tests.solver.exhaustive import winnable
from tests.solver.reached import near_the_end, played, shrunken

HARD = 2000434
"""A deal of Stonewall that takes some million positions."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def wins(rules: Rules, position: Position, line: tuple[object, ...] | None) -> bool:
    for move in line or ():
        position = apply(rules, position, move)  # type: ignore[arg-type]
    return outcome(rules, position, ()) is Outcome.WON


@pytest.mark.parametrize("recorded", VERDICTS, ids=str)
def test_recorded_verdicts_are_found_again(recorded: Recorded, solver: Solver) -> None:
    rules = recorded.rules
    solution = solver.solve(rules, deal(rules, recorded.deck))
    assert solution.verdict is (Verdict.WINNABLE if recorded.winnable else Verdict.UNWINNABLE)
    if recorded.winnable:
        assert outcome(rules, replay(rules, recorded.deck, solution.moves or ()), ()) is Outcome.WON
    else:
        assert solution.moves is None


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_verdicts_are_those_of_trying_everything(variant: Variant, solver: Solver) -> None:
    rules = shrunken(variant.rules)
    verdicts = Counter[bool]()
    for seed in range(120):
        position = near_the_end(rules, seed, left=10 + 2 * (seed % 6))
        known = winnable(rules, position, at_most=3000)
        if known is not None:
            solution = solver.solve(rules, position)
            assert solution.verdict is (Verdict.WINNABLE if known else Verdict.UNWINNABLE), f"seed {seed}"
            assert wins(rules, position, solution.moves) is known
            verdicts[known] += 1
    assert min(verdicts[True], verdicts[False]) >= 10, "too few of a kind to prove much"


@pytest.mark.parametrize("by", a_few(["ones", "twos"], 1))
def test_chains_through_two_cells_lead_to_the_verdicts_of_trying_everything(by: str, solver: Solver) -> None:
    rules = replace(rules_of("stalactites", by=by), columns=(4,) * 4)
    verdicts = Counter[bool | None]()
    for seed in range(100):
        position = near_the_end(rules, seed, left=12 + seed % 9)
        known = winnable(rules, position, at_most=4000)
        if known is not None:
            solution = solver.solve(rules, position)
            assert (solution.verdict is Verdict.WINNABLE) is known, f"seed {seed}"
            assert wins(rules, position, solution.moves) is known
        verdicts[known] += 1
    assert min(verdicts[True], verdicts[False]) >= 10, verdicts


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_positions_deep_in_games_get_the_verdicts_of_trying_everything(variant: Variant, solver: Solver) -> None:
    rules, decided = variant.rules, 0
    for number in range(1, 40):
        *_, position = played(rules, number, moves=50)
        known = winnable(rules, position, at_most=200)
        if known is not None:
            solution = solver.solve(rules, position)
            assert solution.verdict is (Verdict.WINNABLE if known else Verdict.UNWINNABLE), f"deal {number}"
            decided += 1
    assert decided or variant.game.slug in {"six-by-four", "stronghold"}, "nothing was compared"


@pytest.mark.parametrize("recorded", WINS[::7], ids=str)
def test_a_won_game_can_be_won_from_every_position_on_its_way(recorded: Recorded, solver: Solver) -> None:
    rules, position = recorded.rules, deal(recorded.rules, recorded.deck)
    for place, move in enumerate(recorded.line):
        if place % 10 == 0:
            assert solver.solve(rules, position).verdict is Verdict.WINNABLE
        position = apply(rules, position, move)
    assert solver.solve(rules, position).moves == ()


def test_a_limit_of_nodes_or_seconds_gives_undecided(solver: Solver) -> None:
    rules = rules_of("stonewall")
    position = deal(rules, shuffled(HARD))
    stopped = solver.solve(rules, position, nodes=1)
    assert (stopped.verdict, stopped.moves) == (Verdict.UNDECIDED, None)
    assert stopped.nodes > 0
    assert solver.solve(rules, position, seconds=0).nodes == 0


def test_a_full_memory_gives_undecided() -> None:
    rules = rules_of("stonewall")
    solution = Solver(LEAST_MEMORY).solve(rules, deal(rules, shuffled(HARD)))
    assert solution.verdict is Verdict.UNDECIDED


def test_a_solver_keeps_within_its_memory() -> None:
    for memory in (LEAST_MEMORY, 50 << 20, DEFAULT_MEMORY):
        solver = Solver(memory)
        kept = sum(store.nodes.nbytes + store.slots.nbytes for store in solver.stores.values())
        assert memory * 0.6 < kept <= memory
    with pytest.raises(ValueError, match="needs at least"):
        Solver(LEAST_MEMORY - 1)


def test_a_search_in_slices_comes_to_the_same_verdict(solver: Solver) -> None:
    for recorded in VERDICTS[::5]:
        search = Search(solver, recorded.rules, deal(recorded.rules, recorded.deck))
        while search.open:
            search.run()
        assert (search.verdict is Verdict.WINNABLE) is recorded.winnable
        assert (search.line() is not None) is recorded.winnable


def test_what_was_solved_before_changes_nothing(solver: Solver) -> None:
    rules = rules_of("stonewall")
    first = solver.solve(rules, deal(rules, shuffled(17)))
    solver.solve(rules_of("stronghold"), deal(rules_of("stronghold"), shuffled(18)))
    again = solver.solve(rules, deal(rules, shuffled(17)))
    assert (again.verdict, again.moves, again.nodes) == (first.verdict, first.moves, first.nodes)
