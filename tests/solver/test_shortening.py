"""Shorter lines and the bound below them, compared with trying everything, and replayed."""

import pytest

from engine.deals import shuffled
from engine.games import find
from engine.moves import Move, Outcome, apply, outcome
from engine.position import Position, deal
from engine.rules import Rules
from engine.solver import LEAST_MEMORY, Shortened, Solver, shorten
from engine.solver.detours import least_detours
from engine.solver.lines import coded
from engine.solver.mechanics import begin, place
from engine.solver.tables import tabulate
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.engine.verdicts import WINS
from tests.engine.verdicts import Verdict as Recorded
from tests.lengths import a_few, short_and_long
from tests.solver.exhaustive import fewest_moves
from tests.solver.reached import near_the_end, shrunken

LONG = 4
"""A deal of Stronghold that is won in a hundred moves or so; nobody knows whether fewer would do."""


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def wins(rules: Rules, position: Position, line: tuple[Move, ...]) -> bool:
    for move in line:
        position = apply(rules, position, move)
    return outcome(rules, position, ()) is Outcome.WON


def bound(solver: Solver, rules: Rules, position: Position) -> int:
    """Return the fewest moves that `least_detours` allows a win from the position."""
    place(solver.board, coded(rules, position))
    begin(tabulate(rules), solver.board)
    return 52 - int(solver.board.at_home) + int(least_detours(tabulate(rules), solver.board))


def first_line(solver: Solver, rules: Rules, position: Position) -> tuple[Move, ...]:
    moves = solver.solve(rules, position).moves
    assert moves is not None
    return moves


def shortened(solver: Solver, rules: Rules, number: int, nodes: int) -> Shortened:
    """Solve a deal and shorten the line that was found."""
    position = deal(rules, shuffled(number))
    return shorten(solver, rules, position, first_line(solver, rules, position), nodes=nodes)


@short_and_long(0.4)
@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_a_shortest_line_is_as_long_as_trying_everything_finds(variant: Variant, solver: Solver, share: float) -> None:
    rules, compared = shrunken(variant.rules), 0
    for seed in range(int(100 * share)):
        position = near_the_end(rules, seed, left=10 + 2 * (seed % 6))
        fewest = fewest_moves(rules, position, at_most=2000)
        if fewest is None:
            continue
        assert bound(solver, rules, position) <= fewest, f"seed {seed}"
        line = first_line(solver, rules, position)
        for nodes in (1, 7, 1_000_000):
            found = shorten(solver, rules, position, line, nodes=nodes)
            assert found.at_least <= fewest <= len(found.moves) <= len(line), f"seed {seed}, {nodes} nodes"
            assert wins(rules, position, found.moves)
        assert found.shortest, f"seed {seed}"
        compared += 1
    assert compared >= 10 * share, "too few to prove much"


@pytest.mark.parametrize("recorded", WINS[::5], ids=str)
def test_lines_of_other_programs_are_shortened_and_still_win(recorded: Recorded, solver: Solver) -> None:
    rules, position = recorded.rules, deal(recorded.rules, recorded.deck)
    found = shorten(solver, rules, position, recorded.line, nodes=30_000)
    assert wins(rules, position, found.moves)
    assert bound(solver, rules, position) <= found.at_least <= len(found.moves) <= len(recorded.line)


def test_the_same_effort_comes_to_the_same_line(solver: Solver) -> None:
    rules = rules_of("stronghold")
    position = deal(rules, shuffled(LONG))
    line = first_line(solver, rules, position)
    first = shorten(solver, rules, position, line, nodes=60_000)
    shortened(solver, rules_of("stonewall"), 2, nodes=1000)
    for other in (solver, Solver(64 << 20)):
        again = shorten(other, rules, position, line, nodes=60_000)
        assert (again.moves, again.at_least, again.nodes) == (first.moves, first.at_least, first.nodes)


def test_more_effort_never_comes_to_a_longer_line_or_a_lower_bound(solver: Solver) -> None:
    efforts = [shortened(solver, rules_of("stronghold"), LONG, nodes) for nodes in (0, 5000, 20_000, 80_000)]
    lengths, bounds = [len(one.moves) for one in efforts], [one.at_least for one in efforts]
    assert lengths == sorted(lengths, reverse=True)
    assert bounds == sorted(bounds)
    assert lengths[-1] < lengths[0]
    assert bounds[0] < bounds[-1] < lengths[-1]


def test_effort_is_counted_to_the_position(solver: Solver) -> None:
    assert shortened(solver, rules_of("stronghold"), LONG, nodes=12_345).nodes == 12_345


def test_a_line_that_is_proved_shortest_takes_no_more_effort(solver: Solver) -> None:
    found = shortened(solver, find("fortress").rules, 2, nodes=10_000_000)
    assert found.shortest
    assert found.nodes < 1_000_000


def test_a_full_memory_ends_the_search_without_a_wrong_word() -> None:
    rules = rules_of("stronghold", cell="one")
    found = shortened(Solver(LEAST_MEMORY), rules, 1, nodes=10_000_000)
    assert wins(rules, deal(rules, shuffled(1)), found.moves)
    assert found.at_least < len(found.moves)
    assert found.nodes < 10_000_000


def test_of_a_game_that_is_won_nothing_is_left_to_shorten(solver: Solver) -> None:
    win = WINS[0]
    position = deal(win.rules, win.deck)
    for move in win.line:
        position = apply(win.rules, position, move)
    found = shorten(solver, win.rules, position, ())
    assert (found.moves, found.at_least, found.shortest) == ((), 0, True)
