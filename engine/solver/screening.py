"""Judging many deals in one call, each for a moment only: what is not decided then is left to a search of its own."""

from collections.abc import Sequence
from functools import cache

import numpy as np

from engine.cards import CARDS
from engine.deals import Deck
from engine.position import deal, face_down_rows
from engine.rules import Rules
from engine.solver.compiled import Array, Record, compiled
from engine.solver.distance import Weights
from engine.solver.kernel import EXHAUSTED, WON, Store, search, start
from engine.solver.search import WEIGHTS, Pass, Solver, Verdict
from engine.solver.tables import HOME, bottom, tabulate

_BUDGET = 300
"""Positions looked at for each deal."""
_VERDICTS = {WON: Verdict.WINNABLE, EXHAUSTED: Verdict.UNWINNABLE}


def screen(solver: Solver, rules: Rules, decks: Sequence[Deck] | Array) -> list[Verdict]:
    """Judge deals, decks or rows of `shuffle`, by their exact pass, cut short."""
    tables, store, weights = tabulate(rules), solver.stores[Pass.EXACT], WEIGHTS[rules.build][Pass.EXACT]
    stands = np.empty(len(decks), dtype=np.int64)
    _screen(
        tables, solver.board, store, weights, np.array(decks, dtype=np.int64).reshape(-1, 52), _dealt(rules), stands
    )
    return [_VERDICTS.get(int(each), Verdict.UNDECIDED) for each in stands]


@compiled
def _screen(
    tables: Record,
    board: Record,
    store: Store,
    weights: Weights,
    decks: Array,
    dealt: Array,
    stands: Array,
) -> None:
    for each in range(len(decks)):
        _deal(board, decks[each], dealt)
        start(tables, board, store, weights)
        stands[each], _ = search(tables, board, store, _BUDGET)


@compiled
def _deal(board: Record, deck: Array, dealt: Array) -> None:
    """Write a deal on the board, given for each place in dealing order where it lies."""
    board.first_face_down = 0
    for foundation in range(4):
        board.first_homes[foundation], board.first_tops[foundation] = 0, -1
    for each in range(52):
        card, on, bottom, hidden = deck[each], dealt[each, 0], dealt[each, 1], dealt[each, 2]
        board.first_below[card] = bottom if on < 0 else deck[on]
        board.first_face_down |= hidden << card
        if bottom >= HOME:
            board.first_homes[bottom - HOME], board.first_tops[bottom - HOME] = 1, card


@cache
def _dealt(rules: Rules) -> Array:
    """Deal the numbers 0 to 51 as if they were cards.

    Give for each the number that it lies on or -1, the place at the bottom of its pile, and whether it lies face down.
    """
    position = deal(rules, tuple(CARDS))
    dealt = np.zeros((len(CARDS), 3), dtype=np.int64)
    for at, pile in enumerate(position.piles):
        hidden = face_down_rows(rules, position, at)
        for row, place in enumerate(pile):
            dealt[place] = pile[row - 1] if row else -1, bottom(rules, at), row in hidden
    return dealt
