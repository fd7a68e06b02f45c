"""Several moves at a time, for games without building.

In these games a card in a cell only waits for its foundation, and a move to a cell only serves the cards under it.
Suppose that a winning line moves a card from a column to a cell and then does something else. It could have done the
other thing first: either that needs no card of this column, and would have one more free cell; or it brings the same
card home, which could have gone there from its column. So the line can put the move to the cell off until it returns to
the column. In the end every move to a cell belongs to a chain of moves from one column, which ends with a card of that
column going home. A search need not look at positions within a chain.
"""

from engine.solver.bits import lowest
from engine.solver.compiled import Array, Record, compiled
from engine.solver.mechanics import list_moves, make, takes
from engine.solver.tables import CELL, HOME, SPACE


@compiled
def list_chains(tables: Record, board: Record, chains: Array) -> int:
    """Write the moves that the search should try, each as `card | to << 6`, and return how many there are.

    They are the legal moves or, with bare tables, the last move of each chain.
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
    """Make all moves of a chain but the last, write each card and what `make` returned for it, and return how many."""
    count, top = 0, card
    while tables.bare and board.above[top] >= 0:
        top = board.above[top]
    while top != card:
        under = board.below[top]
        cards[count], made[count] = top, make(tables, board, top, CELL)
        count, top = count + 1, under
    return count
