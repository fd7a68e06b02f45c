"""The kernel moves as the engine does."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from engine.cards import RANK
from engine.deals import deal_number, shuffled
from engine.moves import Move, apply, legal_moves, renames, replay
from engine.position import Position, layout
from engine.rules import Rules
from engine.solver.compiled import Record
from engine.solver.kernel import swapped_in_cells
from engine.solver.lines import coded
from engine.solver.mechanics import MOST_MOVES, begin, lay_out, list_moves, make, new_board, place, take_back
from engine.solver.tables import CELL, HOME, SPACE, tabulate
from tests.engine.test_perft import COUNTS, Count
from tests.engine.variants import VARIANTS, Variant, rules_of
from tests.engine.verdicts import win
from tests.lengths import a_few
from tests.solver.reached import near_the_end, played, shrunken

GAMES = range(100, 140)
STATE = ("below", "key", "homes", "at_home", "tops", "loose", "face_down", "spaces", "free_cells")


def laid(rules: Rules, position: Position) -> Record:
    board = new_board()
    place(board, coded(rules, position))
    begin(tabulate(rules), board)
    return board


def listed(rules: Rules, board: Record) -> list[tuple[int, int]]:
    room = np.zeros(MOST_MOVES, dtype=np.int64)
    count = list_moves(tabulate(rules), board, room)
    return [(int(move) & 63, int(move) >> 6) for move in room[:count]]


def expected(rules: Rules, position: Position) -> Iterator[tuple[int, int]]:
    """Yield the legal moves in the kernel's terms, each once."""
    seen = set()
    for move in legal_moves(rules, position):
        if not renames(rules, position, move):
            meant = in_the_kernel(rules, position, move)
            if meant not in seen:
                seen.add(meant)
                yield meant


def in_the_kernel(rules: Rules, position: Position, move: Move) -> tuple[int, int]:
    table = layout(rules)
    source, target = table.index[move.source], table.index[move.target]
    card = position.piles[source][-move.count]
    if target in table.foundations:
        return card, HOME + order(rules, position).index(first_alike(rules, position, target))
    if target in table.cells:
        return card, CELL
    return card, position.piles[target][-1] if position.piles[target] else SPACE


def order(rules: Rules, position: Position) -> list[int]:
    """Return the foundations as the kernel numbers them: as they are if in suit, else the fullest first."""
    foundations = list(layout(rules).foundations)
    return sorted(foundations, key=lambda at: 0 if rules.in_suit else -len(position.piles[at]))


def first_alike(rules: Rules, position: Position, target: int) -> int:
    def stands(at: int) -> tuple[int, int]:
        return len(position.piles[at]), position.piles[at][-1] % 13

    if rules.in_suit:
        return target
    return next(at for at in order(rules, position) if stands(at) == stands(target))


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_the_kernel_lists_the_legal_moves(variant: Variant) -> None:
    rules, compared = variant.rules, 0
    for number in GAMES:
        for position in played(rules, number):
            moves = listed(rules, laid(rules, position))
            assert Counter(moves) == Counter(expected(rules, position))
            compared += len(moves)
    assert compared > 100


def state(board: Record) -> dict[str, Any]:
    return {name: np.array(board[name]).tolist() for name in STATE}


@pytest.mark.parametrize("variant", a_few(VARIANTS, 3), ids=str)
def test_a_move_made_is_the_engine_s_move_and_can_be_taken_back(variant: Variant) -> None:
    rules = variant.rules
    tables, met = tabulate(rules), 0
    for number in GAMES[:8]:
        for position in played(rules, number):
            board, again = laid(rules, position), new_board()
            before = state(board)
            for move in legal_moves(rules, position):
                if renames(rules, position, move) or first_alike_is_another(rules, position, move):
                    continue
                card, to = in_the_kernel(rules, position, move)
                made = make(tables, board, card, to)
                place(again, coded(rules, apply(rules, position, move)))
                begin(tables, again)
                for name in ("tops", "loose", "face_down", "spaces", "free_cells", "at_home"):
                    assert board[name] == again[name], name
                after = state(board)
                lay_out(tables, board)
                for foundation in range(4):
                    # Which foundation a card lies on is known only while its move can be taken back.
                    if to == HOME + foundation:
                        board.below[card] = to
                assert state(board) == after
                take_back(tables, board, card, made)
                assert state(board) == before
                met += 1
    assert met > 20


def first_alike_is_another(rules: Rules, position: Position, move: Move) -> bool:
    at = layout(rules).index[move.target]
    return at in layout(rules).foundations and first_alike(rules, position, at) != at


@pytest.mark.parametrize("line", a_few(COUNTS, 8), ids=str)
def test_the_kernel_counts_as_many_move_sequences(line: Count) -> None:
    rules = rules_of(line.slug, **line.options)
    first = win(line.slug, line.options, line.deal).line[: line.played] if line.played else ()
    board = laid(rules, replay(rules, shuffled(deal_number(line.deal)), first))
    counts = [0] * len(line.counts)
    _count(rules, board, counts, 0, 1)
    assert counts == line.counts


def _count(rules: Rules, board: Record, counts: list[int], length: int, ways: int) -> None:
    """Count sequences. A move that stands for several of the engine's counts as many times."""
    tables = tabulate(rules)
    for card, to in listed(rules, board):
        more = ways * _stands_for(board, to)
        counts[length] += more
        if length + 1 < len(counts):
            made = make(tables, board, card, to)
            _count(rules, board, counts, length + 1, more)
            take_back(tables, board, card, made)


def _stands_for(board: Record, to: int) -> int:
    if to == SPACE:
        return int(board.spaces)
    if to == CELL:
        return int(board.free_cells)
    if to < HOME:
        return 1
    homes = [(int(count), int(taken[count])) for count, taken in zip(board.homes, board.next_home, strict=True)]
    return homes.count(homes[to - HOME])


def test_which_of_a_rank_lie_in_cells_is_told_alike_and_none_gets_lost() -> None:
    rules, compared = replace(shrunken(rules_of("stalactites", by="ones")), cells=2), 0
    for seed in range(60):
        position = near_the_end(rules, seed, left=20)
        for first, second in combinations((card for pile in position.piles[:3] for card in pile), 2):
            if RANK[first] == RANK[second]:
                columns = [tuple(card for card in pile if card not in (first, second)) for pile in position.piles[:3]]
                held = Position((*columns, *position.piles[3:7], (first,), (second,)), position.face_down)
                board = laid(rules, held)
                before, swapped = state(board), swapped_in_cells(board)
                board.key[0], board.key[1] = board.key[0] ^ swapped, board.key[1] ^ swapped
                lay_out(tabulate(rules), board)
                assert (board.free_cells, board.at_home, board.homes.tolist()) == (
                    0,
                    before["at_home"],
                    before["homes"],
                )
                assert [card % 13 for card in range(52) if int(board.loose) >> card & 1] == [first % 13, second % 13]
                assert swapped_in_cells(board) == 0
                compared += 1
    assert compared >= 50
