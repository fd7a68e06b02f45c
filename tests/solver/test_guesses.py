"""Ways in which the face-down cards may lie, and what follows from them."""

import random
from itertools import pairwise

import pytest

from engine.asking import MakeGuesses, VariantPosition
from engine.deals import shuffled
from engine.games import variant_of
from engine.position import Position, deal, face_down_rows
from engine.solver import LEAST_MEMORY, Solver
from engine.solver.__main__ import answer
from engine.solver.guesses import guesses
from tests.lengths import a_few
from tests.solver.reached import played

VARIANT = variant_of("stonewall", "")
RULES = VARIANT.rules
COLUMNS = range(len(RULES.columns))


def laid_otherwise(position: Position, seed: int) -> Position:
    """Return a position that differs from another only in how the face-down cards lie."""
    places = [(at, row) for at in COLUMNS for row in face_down_rows(RULES, position, at)]
    cards = [position.piles[at][row] for at, row in places]
    random.Random(seed).shuffle(cards)
    piles = [list(pile) for pile in position.piles]
    for (at, row), card in zip(places, cards, strict=True):
        piles[at][row] = card
    return Position(tuple(map(tuple, piles)), position.face_down)


def seen(position: Position) -> list[list[int | None]]:
    """Return what a player sees, None for a face-down card."""
    hidden = {(at, row) for at in COLUMNS for row in face_down_rows(RULES, position, at)}
    return [
        [None if (at, row) in hidden else card for row, card in enumerate(pile)]
        for at, pile in enumerate(position.piles)
    ]


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver(LEAST_MEMORY)


@pytest.mark.parametrize("number", [1, 2, 7])
def test_guesses_look_like_the_position_and_hold_the_same_cards(number: int) -> None:
    for position in played(RULES, number, moves=20):
        for way in guesses(RULES, position, 3):
            assert seen(way) == seen(position)
            assert sorted(card for pile in way.piles for card in pile) == list(range(52))
            assert way.face_down == position.face_down


def test_guesses_differ_from_each_other() -> None:
    ways = list(guesses(RULES, deal(RULES, shuffled(3)), 8))
    assert all(one != other for one, other in pairwise(ways))


@pytest.mark.parametrize("number", [2, 7, 11])
def test_positions_that_look_the_same_get_the_same_guesses(number: int) -> None:
    for position in played(RULES, number, moves=20):
        for seed in range(3):
            other = laid_otherwise(position, seed)
            assert list(guesses(RULES, other, 4)) == list(guesses(RULES, position, 4))


@pytest.mark.parametrize("number", a_few([2, 7], 1))
def test_positions_that_look_the_same_get_the_same_answer(number: int, solver: Solver) -> None:
    for position in list(played(RULES, number, moves=20))[::7]:
        answers = [
            answer(solver, MakeGuesses(VariantPosition.of(VARIANT, one), 60))
            for one in (position, laid_otherwise(position, 1), laid_otherwise(position, 2))
        ]
        assert answers[0] == answers[1] == answers[2]
