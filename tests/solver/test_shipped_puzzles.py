"""The puzzles that ship."""

from itertools import combinations
from random import Random

import pytest

from app.play.service.shipped import SHIPPED, file_of, shipped_ids, shipped_puzzle, shipped_puzzles
from engine.asking import Verdict
from engine.moves import after, apply, replay
from engine.puzzles import Puzzle, is_reached, puzzle_id, written_puzzle
from engine.solver import Solver
from engine.solver.mining import Candidate, Judge, assess
from engine.solver.mining.mine import APART, apart, shape
from engine.solver.mining.ways import LEAST_MOVES, MOST_MOVES
from tests.engine.variants import VARIANTS, Variant
from tests.lengths import short_and_long

SHIPPING = [variant for variant in VARIANTS if file_of(variant).exists()]
LEAST = 300
PROVED_AGAIN = 60
"""Puzzles of each variant that the long test proves again, by a seed that stays; the short one a part of them."""


def test_the_five_games_ship_puzzles_under_every_option() -> None:
    assert len(SHIPPING) >= 8
    assert {variant.game.slug for variant in SHIPPING} >= {
        "fortress",
        "six-by-four",
        "stalactites",
        "stonewall",
        "stronghold",
    }
    assert {file.name for file in SHIPPED.iterdir()} == {file_of(variant).name for variant in SHIPPING}


def solved(puzzle: Puzzle) -> list[bool]:
    """Return whether the goal is reached, at the start and after each move of the way."""
    rules, position = puzzle.variant.rules, puzzle.position
    reached = [is_reached(rules, position, puzzle.goal)]
    for move in puzzle.way:
        position = apply(rules, position, move)
        reached.append(is_reached(rules, position, puzzle.goal))
    return reached


@pytest.mark.parametrize("variant", SHIPPING, ids=str)
def test_there_are_enough_and_each_is_solved_by_its_way_with_the_last_move(variant: Variant) -> None:
    puzzles = shipped_puzzles(variant)
    assert len(puzzles) >= LEAST
    for puzzle in puzzles:
        assert LEAST_MOVES <= len(puzzle.way) <= MOST_MOVES
        assert solved(puzzle) == [False] * len(puzzle.way) + [True]


@pytest.mark.parametrize("variant", SHIPPING, ids=str)
def test_no_two_are_nearly_the_same(variant: Variant) -> None:
    rules, of_deals = variant.rules, dict[int | None, list[Puzzle]]()
    for puzzle in shipped_puzzles(variant):
        of_deals.setdefault(puzzle.deal, []).append(puzzle)
    for puzzles in of_deals.values():
        for one, other in combinations(puzzles, 2):
            assert one.goal != other.goal
            assert apart(rules, one.position, other.position) >= APART
    shapes = {shape(rules, puzzle.position, puzzle.goal) for puzzle in shipped_puzzles(variant)}
    assert len(shapes) == len(shipped_puzzles(variant))


@pytest.mark.parametrize("variant", SHIPPING, ids=str)
def test_the_file_is_what_its_puzzles_write_and_stays_small(variant: Variant) -> None:
    text = file_of(variant).read_text()
    assert text == "".join(f"{written_puzzle(puzzle)}\n" for puzzle in shipped_puzzles(variant))
    assert len(text) < 300_000


def test_every_puzzle_is_found_by_the_id_that_its_content_has() -> None:
    ids = [one for variant in SHIPPING for one in shipped_ids(variant)]
    assert len(set(ids)) == len(ids)
    for variant in SHIPPING:
        for puzzle in shipped_puzzles(variant)[:20]:
            assert puzzle.id == puzzle_id(variant, puzzle.position, puzzle.goal)
            assert shipped_puzzle(puzzle.id) == puzzle
    assert shipped_puzzle("nothing") is None


@short_and_long(0.04)
@pytest.mark.parametrize("variant", SHIPPING, ids=str)
def test_a_sample_is_proved_again(variant: Variant, share: float) -> None:
    """Proved: the way never loses, nothing on it is undecided, both players fail as often, the rating is theirs."""
    judge = Judge(Solver(), variant.rules)
    for puzzle in Random(13).sample(shipped_puzzles(variant), round(PROVED_AGAIN * share)):
        judge.forget()
        candidate = Candidate(
            variant=variant, deal=puzzle.deal, deck=puzzle.deck, moves=puzzle.moves, goal=puzzle.goal, way=puzzle.way
        )
        assert assess(judge, candidate) == puzzle


@pytest.mark.parametrize("variant", SHIPPING, ids=str)
def test_on_the_way_of_a_sample_some_moves_lose_by_the_solver_s_whole_search(variant: Variant) -> None:
    rules, solver = variant.rules, Solver()
    judge = Judge(solver, rules)
    for puzzle in Random(14).sample(shipped_puzzles(variant), 2):
        position, risks = puzzle.position, 0
        for move in puzzle.way:
            for losing in (judge.losing_moves(position) or ())[:1]:
                risks += 1
                assert solver.solve(rules, after(rules, position, losing)).verdict is Verdict.UNWINNABLE
            position = after(rules, position, move)
        assert risks >= 2
        assert solver.solve(rules, position).verdict is Verdict.WINNABLE
        assert position == replay(rules, puzzle.deck, (*puzzle.moves, *puzzle.way))
