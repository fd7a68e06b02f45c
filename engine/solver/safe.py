"""Moves to the foundations that the search makes at once, because keeping the card back can never help.

The argument, for foundations in suit: compare two players. The first keeps card `c` back. The second plays it now, and
then copies the first. The second can follow unless the first lays a card `d` on `c`. So `c` may go home if every such
card `d` is home already or could go home at once instead, and if that is no loss either, because the same holds for
the cards that could be laid on `d`. If cards move one by one, the card that follows `c` on its foundation never stands
in the way: it can go home from wherever it would have been laid on `c` (`wanted_by` in `engine/tables.py`). All that
the second player ever lacks is a place under cards that are home. In return, this player has cards uncovered or turned
up, and places free, sooner than the first. Spaces, cells, face-down cards and a reserve do not change this. (We look at
two steps; the cards of a third must be home.)

Without building, and with foundations that take any suit, cards of one rank stand for one another. A card for which
some foundation waits now may go there in either of two cases. First, if every foundation that still lacks the rank
waits for it: playing this card then keeps no other card of the rank from its place, and since these foundations stand
at the same rank, the one with the fewest cards can play the part of any other. Second, if the card lies in a cell and
every other card of its rank that is not home lies bare: whenever the first player plays one of those, the second puts
it into the cell that this card left, and so has as good a card for each foundation that comes to want the rank.
"""

from engine.solver.bits import lowest
from engine.solver.compiled import Array, Record, compiled
from engine.solver.mechanics import make
from engine.solver.tables import HOME


@compiled
def settle(tables: Record, board: Record, cards: Array, made: Array) -> int:
    """Make all safe moves, write each card and what `make` returned for it, and return how many there were."""
    count = 0
    while True:
        move = safe_move(tables, board)
        if move < 0:
            return count
        cards[count] = move & 63
        made[count] = make(tables, board, move & 63, move >> 6)
        count += 1


@compiled
def safe_move(tables: Record, board: Record) -> int:
    """Return a safe move, `card | to << 6`, or -1."""
    homes = board.homes
    waiting = (
        board.next_home[0, homes[0]]
        | board.next_home[1, homes[1]]
        | board.next_home[2, homes[2]]
        | board.next_home[3, homes[3]]
    )
    ready = waiting & board.tops
    while ready:
        card = lowest(ready)
        ready &= ready - 1
        if tables.bare:
            foundation = _for_any_of_rank(board, card)
            if foundation >= 0:
                return card | (HOME + foundation) << 6
        elif tables.suited and _safe_in_suit(tables, board, card, waiting):
            for foundation in range(4):
                if board.next_home[foundation, homes[foundation]] >> card & 1:
                    return card | (HOME + foundation) << 6
    return -1


@compiled
def _safe_in_suit(tables: Record, board: Record, card: int, waiting: int) -> bool:
    left = board.key[0] | board.key[1] | board.key[2]
    first = tables.wanted_by[card] & left
    if first & ~waiting:
        return False
    while first:
        low = lowest(first)
        first &= first - 1
        second = tables.wanted_by[low] & left
        if second & ~waiting:
            return False
        while second:
            lower = lowest(second)
            second &= second - 1
            if tables.wanted_by[lower] & left:
                return False
    return True


@compiled
def _for_any_of_rank(board: Record, card: int) -> int:
    """Return the foundation to which the card can safely go, or -1."""
    fewest, lacking, waiting, bare = -1, 0, 0, 0
    for foundation in range(4):
        more = board.turn[foundation, card] - board.homes[foundation]
        lacking += more >= 0
        waiting += more == 0
        if more == 0 and (fewest < 0 or board.homes[foundation] < board.homes[fewest]):
            fewest = foundation
    for each in range(card % 13, 52, 13):
        bare += board.tops >> each & 1
    return fewest if waiting == lacking or (board.loose >> card & 1 and bare == lacking) else -1
