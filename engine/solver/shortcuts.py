"""The search for a shorter way to a win: best first, over positions with the number of detours that led to them.

The search looks again at a position that it reaches by fewer detours than before. It leaves out a position from which
even `least_detours` more would not beat the best win known. So when no position is left, that win is a shortest one.

If foundations are in suit, this search too makes safe moves at once: in the argument of `safe`, the second player makes
only detours that the first makes as well. With bare tables it does not, since there the second player may need a cell
when the first needs none. Chains put moves off, and swapping cards of a rank renames them; neither adds a detour.
"""

from typing import NamedTuple

from engine.solver.chains import clear, list_chains
from engine.solver.compiled import Array, Record, compiled, record
from engine.solver.detours import least_detours
from engine.solver.distance import WEIGHED, distance
from engine.solver.kernel import (
    EXHAUSTED,
    FIRST_SLOTS,
    FULL,
    MOST_SAFE_MOVES,
    OPEN,
    Store,
    grow,
    mark_of,
    swapped_in_cells,
)
from engine.solver.mechanics import ALL_CARDS, MOST_MOVES, begin, lay_out, make, place, take_back
from engine.solver.safe import settle
from engine.solver.tables import HOME

QUEUES = 2048
MOST_DETOURS = 1023
"""The most detours of a line that the search can shorten. No line of the solver comes near this."""

_LINK_BITS = 24
_LINK = (1 << _LINK_BITS) - 1
MOST_NODES = _LINK - MOST_MOVES
"""A node's fourth word holds its parent and the next node in its queue, each plus one, and the detours on the way to
it, or `_STALE` once there is a better way. The other words are as in `kernel`."""
_STALE = MOST_DETOURS + 1


class Arrival(NamedTuple):
    """How the search reached a position."""

    node: int
    """The node before it, or -1 for none."""
    move: int
    detours: int


def new_state() -> Record:
    """Return room for what one search knows.

    weight: the weight of each detour, made or still to come. weights: those of the rest of the distance, as in
    `distance`. fewest: the detours of the best win known. won: its node, or -1 before the first win. count: nodes kept.
    looked: nodes looked at. width: slots in use. best: the lowest queue in use. queues: the first node of each, plus
    one. moves, cards, made, before, made_before: room for lists.
    """
    return record(
        {
            **dict.fromkeys(("weight", "fewest", "won", "count", "looked", "width", "best"), ()),
            "weights": WEIGHED,
            "queues": (QUEUES,),
            "moves": (MOST_MOVES,),
            **dict.fromkeys(("cards", "made", "before", "made_before"), (MOST_SAFE_MOVES,)),
        }
    )


@compiled
def open_shortcuts(tables: Array, board: Array, store: Store, state: Array, first: Array) -> None:
    """Begin a search from `first`, which `lines.coded` returned, by the weights in the state. Records come boxed."""
    _open(tables[0], board[0], store, state[0], first)


@compiled
def _open(tables: Record, board: Record, store: Store, state: Record, first: Array) -> None:
    place(board, first)
    begin(tables, board)
    settle_in_suit(tables, board, state)
    state.queues[:] = 0
    state.won, state.count, state.looked, state.best = -1, 0, 0, QUEUES - 1
    state.width = min(FIRST_SLOTS, len(store.slots))
    store.slots[: state.width] = 0
    _meet(tables, board, store, state, Arrival(-1, 0, 0))


@compiled
def follow_shortcuts(tables: Array, board: Array, store: Store, state: Array, budget: int) -> tuple[int, int]:
    """Look at `budget` more positions. Return how the search stands and how many positions it has looked at so far.

    Records come boxed. After a win the search looks for a better one, so it is never `WON`, but `EXHAUSTED` in the end.
    """
    until = state[0].looked + budget
    stands = _follow(tables[0], board[0], store, state[0], until)
    return stands, state[0].looked


@compiled
def _follow(tables: Record, board: Record, store: Store, state: Record, until: int) -> int:
    nodes = store.nodes
    room = min(len(nodes), MOST_NODES) - MOST_MOVES
    while state.looked < until:
        while state.queues[state.best] == 0:
            if state.best == QUEUES - 1:
                return EXHAUSTED
            state.best += 1
        if state.count > room:
            return FULL
        node = state.queues[state.best] - 1
        state.queues[state.best] = nodes[node, 3] >> _LINK_BITS & _LINK
        detours = nodes[node, 3] >> 2 * _LINK_BITS
        if detours == _STALE:
            continue
        state.looked += 1
        board.key[0], board.key[1], board.key[2] = nodes[node, 0], nodes[node, 1], nodes[node, 2] & ALL_CARDS
        lay_out(tables, board)
        _expand(tables, board, store, state, node, detours)
    return OPEN


@compiled
def _expand(tables: Record, board: Record, store: Store, state: Record, node: int, detours: int) -> None:
    for each in range(list_chains(tables, board, state.moves)):
        move = state.moves[each]
        card, to = move & 63, move >> 6
        cleared = clear(tables, board, card, state.before, state.made_before)
        made = make(tables, board, card, to)
        settled = settle_in_suit(tables, board, state)
        _meet(tables, board, store, state, Arrival(node, move, detours + cleared + (1 if to < HOME else 0)))
        for last in range(settled - 1, -1, -1):
            take_back(tables, board, state.cards[last], state.made[last])
        take_back(tables, board, card, made)
        for last in range(cleared - 1, -1, -1):
            take_back(tables, board, state.before[last], state.made_before[last])


@compiled
def _meet(tables: Record, board: Record, store: Store, state: Record, arrival: Arrival) -> None:
    """Keep the position on the board, unless it cannot lead to a better win or was reached as cheaply before."""
    nodes, slots = store.nodes, store.slots
    detours = arrival.detours + least_detours(tables, board)
    if detours >= state.fewest:
        return
    first, second, third = board.key[0], board.key[1], board.key[2]
    if tables.bare:
        swapped = swapped_in_cells(board)
        first, second = first ^ swapped, second ^ swapped
    if (state.count + 1) * 4 > state.width * 3 and state.width < len(slots):
        grow(slots, state)
    mark = mark_of(first, second, third)
    last = state.width - 1
    at = mark & last
    while slots[at]:
        if slots[at] >> 32 & 0xFFFFFFFF == mark:
            known = nodes[(slots[at] & 0xFFFFFFFF) - 1]
            if known[0] == first and known[1] == second and known[2] & ALL_CARDS == third:
                if known[3] >> 2 * _LINK_BITS <= arrival.detours:
                    return
                # The old node stays in its queue, since positions reached from it still need their way back.
                known[3] = known[3] & (1 << 2 * _LINK_BITS) - 1 | _STALE << 2 * _LINK_BITS
                break
        at = (at + 1) & last
    node, queue = state.count, min(QUEUES - 1, state.weight * detours + distance(board, state))
    slots[at] = mark << 32 | node + 1
    nodes[node, 0], nodes[node, 1], nodes[node, 2] = first, second, third | arrival.move << 52
    nodes[node, 3] = arrival.detours << 2 * _LINK_BITS | state.queues[queue] << _LINK_BITS | arrival.node + 1
    state.queues[queue] = node + 1
    state.best = min(state.best, queue)
    state.count += 1
    if board.at_home == 52:
        state.fewest, state.won = arrival.detours, node


@compiled
def settle_in_suit(tables: Record, board: Record, state: Record) -> int:
    """Make safe moves as `settle` does if that cannot add detours, and return how many there were."""
    return settle(tables, board, state.cards, state.made) if tables.suited else 0


@compiled
def parent_of(nodes: Array, node: int) -> int:
    """Return the node before a node, or -1 for none."""
    parent: int = (nodes[node, 3] & _LINK) - 1
    return parent


@compiled
def least_left(store: Store, state: Array) -> int:
    """Return the fewest detours, made or still to come, of any position that is left to look at.

    The search must go by detours alone, so that the number of a queue is the number of detours.
    """
    nodes, queues = store.nodes, state[0].queues
    for queue in range(QUEUES):
        node = queues[queue] - 1
        while node >= 0:
            if nodes[node, 3] >> 2 * _LINK_BITS != _STALE:
                return queue
            node = (nodes[node, 3] >> _LINK_BITS & _LINK) - 1
    return QUEUES
