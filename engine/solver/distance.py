"""Estimates how far a position is from a win. A search looks at the nearest position first."""

from engine.measured.figures import Weights
from engine.solver.bits import how_many, lowest
from engine.solver.compiled import Fields, Record, compiled
from engine.solver.mechanics import ALL_CARDS

QUEUES = 1024
"""Distances run from 0 to one less than this. Positions at the same distance wait in one queue."""


WEIGHED: Fields = dict.fromkeys(Weights._fields, ())
"""The fields of a record that holds weights."""


@compiled
def weigh(state: Record, weights: Weights) -> None:
    """Write the weights into the record where `distance` reads them."""
    kept = state.weights
    kept.lacking, kept.as_dealt, kept.buried = weights.lacking, weights.as_dealt, weights.buried
    kept.space, kept.free_cell, kept.offset = weights.space, weights.free_cell, weights.offset


@compiled
def distance(board: Record, state: Record) -> int:
    """Return the estimated distance from a win of the position on the board: the number of its queue."""
    weights = state.weights
    buried = 0
    for foundation in range(4):
        wanted = board.next_home[foundation, board.homes[foundation]]
        while wanted:
            card = board.above[lowest(wanted)]
            wanted &= wanted - 1
            while card >= 0:
                buried += 1
                card = board.above[card]
    as_dealt = how_many(board.key[0] & ~board.key[1] & ~board.key[2] & ALL_CARDS)
    value: int = (
        weights.lacking * (52 - board.at_home)
        + weights.as_dealt * as_dealt
        + weights.buried * buried
        - weights.space * board.spaces
        - weights.free_cell * board.free_cells
        + weights.offset
    )
    return max(0, min(QUEUES - 1, value))
