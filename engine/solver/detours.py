"""A lower bound on the moves that a win still needs besides those that bring cards home.

Nothing leaves a foundation, so every line brings home each card that is not there yet, in one move each. All its other
moves are *detours*, and lines differ in length only by these.

The bound, for foundations in suit: a card that lies in a column above a lower one of its suit makes a detour. It has to
leave before the lower one can go home, and until then it cannot go home itself. When it first moves, it still lies on
the same card as now, since nothing under it can leave without it. If the two are no packed sequence, or if only single
cards move, then it is the lowest card of those that move, and a move has only one lowest card. So every such card makes
a detour of its own.
"""

from engine.solver.bits import lowest
from engine.solver.compiled import Record, compiled
from engine.solver.tables import SPACE


@compiled
def least_detours(tables: Record, board: Record) -> int:
    """Return a lower bound on the detours in any win from the position on the board."""
    if not tables.suited:
        return 0
    detours = 0
    columns = board.tops & ~board.loose
    while columns:
        card = lowest(columns)
        columns &= columns - 1
        # We go down from the top. These are cards above, which wait until we meet a lower one of their suit.
        waiting = 0
        while card < SPACE:
            suit = 0x1FFF << card // 13 * 13
            blocked = waiting & suit & -(1 << card)
            waiting ^= blocked
            while blocked:
                detours += 1
                blocked &= blocked - 1
            on: int = board.below[card]
            moves_alone = (
                not tables.packed or on >= SPACE or board.face_down >> on & 1 or not tables.onto[on] >> card & 1
            )
            if moves_alone:
                waiting |= 1 << card
            card = on
    return detours
