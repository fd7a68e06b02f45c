"""Alike cards taken for one another: what stands for a position, and whether the proofs are right."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from engine.cards import CARDS, Card
from engine.moves import apply, legal_moves
from engine.position import Position
from engine.rules import Rules
from engine.solver import Solver
from engine.solver.alike import open_alike, stand_in
from engine.solver.compiled import Record, boxed
from engine.solver.kernel import EXHAUSTED, WON
from engine.solver.lines import coded
from engine.solver.mechanics import MOST_MOVES, begin, lay_out, list_moves, make, new_board, place
from engine.solver.plans import Pass, passes
from engine.solver.tables import AS_DEALT, SPACE, tabulate
from tests.engine.variants import VARIANTS, Variant
from tests.lengths import a_few, short_and_long
from tests.solver.exhaustive import winnable
from tests.solver.reached import near_the_end, shrunken

USED = [variant for variant in VARIANTS if Pass.ALIKE in passes(variant.rules)]


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver()


def search(solver: Solver, rules: Rules, position: Position) -> tuple[int, int]:
    """Run this search by itself, to its end."""
    weights, first = passes(rules)[Pass.ALIKE], coded(rules, position)
    return open_alike(boxed(tabulate(rules)), solver.boxed, solver.stores[Pass.ALIKE], weights, first, 1_000_000)


@short_and_long(0.4)
@pytest.mark.parametrize("variant", a_few(USED), ids=str)
def test_what_it_proves_lost_is_lost_by_trying_everything(variant: Variant, solver: Solver, share: float) -> None:
    rules = shrunken(variant.rules)
    found = Counter[tuple[bool, bool]]()
    for seed in range(int(200 * share)):
        position = near_the_end(rules, seed, left=14 + 2 * (seed % 5))
        known = winnable(rules, position, at_most=2000)
        if known is not None:
            proved = search(solver, rules, position)[0] == EXHAUSTED
            assert not (known and proved), f"seed {seed}"
            found[known, proved] += 1
    assert found[True, False] >= 5 * share, found
    assert found[False, True] >= 10 * share, found


@short_and_long(0.4)
@pytest.mark.parametrize("variant", a_few(USED), ids=str)
def test_in_the_middle_of_a_game_too(variant: Variant, solver: Solver, share: float) -> None:
    rules, compared = shrunken(variant.rules), 0
    for seed in range(int(60 * share)):
        position = near_the_end(rules, seed, left=16 + 2 * (seed % 4))
        for _ in range(4):
            moves = legal_moves(rules, position)
            if not moves:
                break
            position = apply(rules, position, moves[seed % len(moves)])
            known = winnable(rules, position, at_most=1000)
            if known:
                assert search(solver, rules, position)[0] == WON
            compared += known is not None
    assert compared >= 30 * share


def walk(rules: Rules, seed: int) -> Iterator[Record]:
    """Yield the board after each of some random moves with half of the cards."""
    tables, board, chance = tabulate(rules), new_board(), random.Random(seed)
    place(board, coded(rules, near_the_end(rules, seed, left=26)))
    begin(tables, board)
    room = np.zeros(MOST_MOVES, dtype=np.int64)
    for _ in range(60):
        count = list_moves(tables, board, room)
        if not count:
            return
        move = int(room[chance.randrange(count)])
        make(tables, board, move & 63, move >> 6)
        yield board


def moved(board: Record) -> set[Card]:
    """Return the cards in sequences of moved cards, found from the top of each pile."""
    found = set()
    for top in CARDS:
        card = top if board.tops >> top & 1 else SPACE
        while card < SPACE and code_of(board, card) != AS_DEALT:
            found.add(card)
            card = board.below[card]
    return found


def code_of(board: Record, card: Card) -> int:
    return sum((int(word) >> card & 1) << bit for bit, word in enumerate(board.key))


def exchanged(tables: Record, board: Record, one: Card, other: Card) -> list[int]:
    """Return the key of the position in which two moved cards have changed places."""
    key = [int(word) for word in board.key]
    for card, instead in ((one, other), (other, one)):
        links = [(instead, int(board.below[card]))]
        links += [(int(board.above[card]), instead)] if board.above[card] >= 0 else []
        for upper, on in links:
            code = int(tables.code[upper, on])
            key = [word & ~(1 << upper) | (code >> bit & 1) << upper for bit, word in enumerate(key)]
    return key


@short_and_long(0.4)
@pytest.mark.parametrize("variant", a_few(USED), ids=str)
def test_an_exchange_of_forgotten_alike_cards_is_not_seen(variant: Variant, solver: Solver, share: float) -> None:
    rules, state = replace(shrunken(variant.rules), columns=(4,) * 6), solver.stores[Pass.ALIKE].state[0]
    tables = tabulate(rules)
    compared = Counter[bool]()
    for seed in range(int(40 * share)):
        for board in walk(rules, seed):
            wanted = [int(next_home[count]) for next_home, count in zip(board.next_home, board.homes, strict=True)]
            stands = stand_in(tables, board, state, 0, 0)
            before = board.key.copy()
            for one, other in combinations(sorted(moved(board)), 2):
                if tables.alike[one] >> other & 1:
                    board.key[:] = exchanged(tables, board, one, other)
                    lay_out(tables, board)
                    told_apart = any(cards >> one & 1 or cards >> other & 1 for cards in wanted)
                    # Cards that are told apart may lie so that their exchange changes nothing: each alone in a space.
                    assert stand_in(tables, board, state, 0, 0) == stands or told_apart
                    compared[told_apart] += 1
                    board.key[:] = before
                    lay_out(tables, board)
            board.key[:] = stands
            lay_out(tables, board)
            assert stand_in(tables, board, state, 0, 0) == stands
            board.key[:] = before
            lay_out(tables, board)
    assert compared[False] >= 20 * share
    assert compared[True]


@short_and_long(0.4)
@pytest.mark.parametrize("variant", a_few(USED), ids=str)
def test_a_card_that_is_no_longer_forgotten_may_be_any_of_those_alike(
    variant: Variant, solver: Solver, share: float
) -> None:
    rules, state = replace(shrunken(variant.rules), columns=(4,) * 6), solver.stores[Pass.ALIKE].state[0]
    tables = tabulate(rules)
    compared = 0
    for seed in range(int(40 * share)):
        for board in walk(rules, seed):
            wanted = {
                card
                for next_home, count in zip(board.next_home, board.homes, strict=True)
                for card in CARDS
                if next_home[count] >> card & 1
            }
            before = board.key.copy()
            for one in moved(board) & wanted:
                for other in moved(board) - wanted:
                    if tables.alike[one] >> other & 1:
                        chosen = stand_in(tables, board, state, 1 << one, 1 << other)
                        board.key[:] = exchanged(tables, board, one, other)
                        lay_out(tables, board)
                        assert stand_in(tables, board, state, 0, 0) == chosen
                        compared += 1
                        board.key[:] = before
                        lay_out(tables, board)
    assert compared >= 5 * share
