"""Moves without building, several at a time.

What lies in a cell then only waits for its foundation, and a move to a cell serves the cards under it alone. Let a
line win, and let it move a card from a column to a cell without going on with that column. What it does next could
have been done before: it needs no card of that column, and it finds the more free cells; or else the card itself goes
home, and could have gone there from its column. So the move can be put off until the line goes on with the column, and
in the end every move to a cell stands in a chain, all from one column, that ends with a card of it going home.
A search need look at no position within a chain.
"""

from engine.solver.bits import lowest
from engine.solver.compiled import Array, Record, compiled
from engine.solver.mechanics import list_moves, make, takes
from engine.solver.tables import CELL, HOME, SPACE


@compiled
def list_chains(tables: Record, board: Record, chains: Array) -> int:
    """Write what the search is to try, each `card | to << 6`, and give their number.

    These are the legal moves, or with bare tables the chains, each named by its last move.
    """
    if not tables.bare:
        return list_moves(tables, board, chains)
    count = 0
    tops = board.tops
    while tops:
        card = lowest(tops)
        tops &= tops - 1
        for _ in range(1 + board.free_cells):
            for foundation in range(4):
                if takes(board, foundation, card):
                    chains[count] = card | (HOME + foundation) << 6
                    count += 1
            card = board.below[card]
            if card >= SPACE:
                break
    return count


@compiled
def clear(tables: Record, board: Record, card: int, cards: Array, made: Array) -> int:
    """Make the moves of a chain before its last; write each card and what `make` gave, and give their number."""
    count, top = 0, card
    while tables.bare and board.above[top] >= 0:
        top = board.above[top]
    while top != card:
        under = board.below[top]
        cards[count], made[count] = top, make(tables, board, top, CELL)
        count, top = count + 1, under
    return count
