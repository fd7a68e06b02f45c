"""Several moves at a time, for games without building.

In these games a card in a cell only waits for its foundation, and a move to a cell only serves the cards under it.
Suppose that a line wins, and that it moves a card from a column to a cell and then does something else. It could have
done that first: either it needs no card of that column, and then one more cell is free; or it brings the card itself
home, which could have gone there from its column. So the move can be put off until the line goes on with the column. In
the end every move to a cell belongs to a chain of moves from one column, which ends with a card of that column going
home. A search need not look at positions within a chain.
"""

from engine.solver.bits import lowest
from engine.solver.compiled import Array, Record, compiled
from engine.solver.mechanics import list_moves, make, takes
from engine.solver.tables import CELL, HOME, SPACE


@compiled
def list_chains(tables: Record, board: Record, chains: Array) -> int:
    """Write what the search is to try, each as `card | to << 6`, and return how many there are.

    These are the legal moves or, with bare tables, the chains, each named by its last move.
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
    """Make all moves of a chain but the last; write each card with what `make` returned; return how many there were."""
    count, top = 0, card
    while tables.bare and board.above[top] >= 0:
        top = board.above[top]
    while top != card:
        under = board.below[top]
        cards[count], made[count] = top, make(tables, board, top, CELL)
        count, top = count + 1, under
    return count
