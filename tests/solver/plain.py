"""A search that leaves nothing out: every move of the mechanics from every position, without any argument.

It shares only the moves with the solver, and other tests compare these with the engine's. It has no safe moves, no
chains, no exchange of cards in cells, and no choice of what comes first.
"""

import numpy as np

from engine.position import Position
from engine.rules import Rules
from engine.solver.compiled import Array, Record, compiled
from engine.solver.lines import coded
from engine.solver.mechanics import MOST_MOVES, begin, lay_out, list_moves, make, new_board, place, take_back
from engine.solver.tables import tabulate

_LOST, _WON, _UNKNOWN = range(3)


class Plain:
    """Room for one such search at a time."""

    def __init__(self, at_most: int) -> None:
        """Make room for about `at_most` positions."""
        self._board, self._moves = new_board(), np.zeros(MOST_MOVES, dtype=np.int64)
        self._keys = np.empty((at_most + MOST_MOVES, 3), dtype=np.int64)
        self._slots = np.empty(1 << (2 * at_most).bit_length(), dtype=np.int64)

    def winnable(self, rules: Rules, position: Position) -> bool | None:
        """Return whether any position that can be reached is won; None if there are too many."""
        tables = tabulate(rules)
        place(self._board, coded(rules, position))
        begin(tables, self._board)
        found = _exhaust(tables, self._board, self._keys, self._slots, self._moves)
        return {_LOST: False, _WON: True}.get(found)


@compiled
def _exhaust(tables: Record, board: Record, keys: Array, slots: Array, moves: Array) -> int:
    slots[:] = 0
    met = _keep(board, keys, slots, 0)
    looked = 0
    while looked < met:
        if board.at_home == 52:
            return _WON
        if met + MOST_MOVES > len(keys):
            return _UNKNOWN
        board.key[:] = keys[looked]
        looked += 1
        lay_out(tables, board)
        for each in range(list_moves(tables, board, moves)):
            card = moves[each] & 63
            made = make(tables, board, card, moves[each] >> 6)
            met = _keep(board, keys, slots, met)
            if board.at_home == 52:
                return _WON
            take_back(tables, board, card, made)
    return _LOST


@compiled
def _keep(board: Record, keys: Array, slots: Array, met: int) -> int:
    """Keep the position on the board unless it was met before; return how many are kept."""
    first, second, third = board.key[0], board.key[1], board.key[2]
    mixed = (first * 31 + second) * 0x1E3779B97F4A7C15 + third * 0x5851F42D4C957F2D
    at = (mixed ^ mixed >> 29 & 0x7FFFFFFFF) & len(slots) - 1
    while slots[at]:
        known = keys[slots[at] - 1]
        if known[0] == first and known[1] == second and known[2] == third:
            return met
        at = at + 1 & len(slots) - 1
    keys[met, 0], keys[met, 1], keys[met, 2] = first, second, third
    slots[at] = met + 1
    return met + 1
