"""The search: best first, in slices, over positions stored as keys.

One kernel serves two passes. The *greedy* pass recognizes positions by a sum that is blind to suits. So it looks at few
positions and finds wins soon, but it proves nothing if it finds none. The *exact* pass compares whole keys, so when it
has no position left, there is no win. `docs/solver.md` draws what a position is here.
"""

from typing import NamedTuple

import numpy as np

from engine.measured.figures import Weights
from engine.solver.bits import lowest
from engine.solver.chains import clear, list_chains
from engine.solver.compiled import Array, Record, boxed, compiled, record
from engine.solver.distance import QUEUES, WEIGHED, distance, weigh
from engine.solver.mechanics import ALL_CARDS, MOST_MOVES, begin, lay_out, make, place, take_back
from engine.solver.safe import settle
from engine.solver.tables import SPACE

OPEN, WON, EXHAUSTED, FULL = range(4)
"""How a search stands: it has positions left; it has found a win; it has no position left; it has no room left."""

FIRST_SLOTS = 1024
MOST_SAFE_MOVES = 52
MOST_SEQUENCES = 52

NODE_BYTES, SLOT_BYTES = 32, 8
NODE_BITS = 32
KEY_BITS = np.array([-1, -1, ALL_CARDS])
"""The first two words of a node are those of its key. The third holds its move above the 52 bits of the key. The fourth
holds its parent and, in the lower bits, the next node in its queue, each plus one."""


class Store(NamedTuple):
    """The positions that a search has met, and those that it still has to look at."""

    nodes: Array
    """Each position that the search has met (int64[n, 4])."""
    slots: Array
    """A hash table with open addressing: 0 if empty, else mark << 32 | node + 1 (int64[a power of two])."""
    state: Array
    """One record. exact: 1 if whole keys tell positions apart. weights: how the search chooses the next position.
    count: nodes kept. looked: nodes looked at. width: slots in use. won: the winning node, -1 for none. best: the
    lowest queue in use. queues: the first node of each, plus one. moves, cards, made, before, made_before, sequences:
    room for lists."""


def new_store(memory: int, *, exact: bool) -> Store:
    """Return a store of `memory` bytes, which should be 50,000 or more. It takes them only as it uses them."""
    slots = FIRST_SLOTS
    while slots * 2 * SLOT_BYTES * 3 <= memory:
        slots *= 2
    nodes = min(slots * 3 // 4, (memory - slots * SLOT_BYTES) // NODE_BYTES)
    state = record(
        {
            **dict.fromkeys(("exact", "count", "looked", "width", "won", "best"), ()),
            "weights": WEIGHED,
            "queues": (QUEUES,),
            "moves": (MOST_MOVES,),
            **dict.fromkeys(("cards", "made", "before", "made_before"), (MOST_SAFE_MOVES,)),
            "sequences": (MOST_SEQUENCES,),
        }
    )
    state.exact = exact
    return Store(np.empty((nodes, 4), dtype=np.int64), np.empty(slots, dtype=np.int64), boxed(state))


@compiled
def open_search(
    tables: Array, board: Array, store: Store, weights: Weights, first: Array, budget: int
) -> tuple[int, int]:
    """Begin a search from the position that `lines.coded` returned, and run it as `search` does.

    Tables and board come boxed, because this one call decides half of all deals and must be cheap.
    """
    place(board[0], first)
    start(tables[0], board[0], store, weights)
    return search(tables[0], board[0], store, budget)


@compiled
def start(tables: Record, board: Record, store: Store, weights: Weights) -> None:
    """Make the safe moves of the position in the board's `first_…` fields, and begin a search from the result."""
    nodes, slots, state = store.nodes, store.slots, store.state[0]
    empty(slots, state, weights)
    begin(tables, board)
    settle(tables, board, state.cards, state.made)
    _meet(tables, board, nodes, slots, state, -1, 0)


@compiled
def empty(slots: Array, state: Record, weights: Weights) -> None:
    """Forget every position of the search before."""
    weigh(state, weights)
    state.queues[:] = 0
    state.count, state.looked, state.best, state.won = 0, 0, QUEUES - 1, -1
    state.width = min(FIRST_SLOTS, len(slots))
    slots[: state.width] = 0


@compiled
def search(tables: Record, board: Record, store: Store, budget: int) -> tuple[int, int]:
    """Look at `budget` more positions. Return how the search stands and how many positions it has looked at so far."""
    nodes, slots, state = store.nodes, store.slots, store.state[0]
    for _ in range(budget):
        node = take_next(nodes, slots, state)
        if node < 0:
            return -node, state.looked
        board.key[0], board.key[1], board.key[2] = nodes[node, 0], nodes[node, 1], nodes[node, 2] & ALL_CARDS
        lay_out(tables, board)
        _expand(tables, board, nodes, slots, state, node)
    return WON if state.won >= 0 else OPEN, state.looked


@compiled
def take_next(nodes: Array, slots: Array, state: Record) -> int:
    """Take the next node off its queue and return it. Make sure that there is room for the positions after it.

    If the search is over, return how it stands instead, as a negative number.
    """
    if state.won >= 0:
        return -WON
    while state.queues[state.best] == 0:
        if state.best == QUEUES - 1:
            return -EXHAUSTED
        state.best += 1
    if state.count > len(nodes) - MOST_MOVES:
        return -FULL
    if (state.count + MOST_MOVES) * 4 > state.width * 3 and state.width < len(slots):
        grow(slots, state)
    node: int = state.queues[state.best] - 1
    state.queues[state.best] = nodes[node, 3] & (1 << NODE_BITS) - 1
    state.looked += 1
    return node


@compiled
def _expand(tables: Record, board: Record, nodes: Array, slots: Array, state: Record, node: int) -> None:
    for each in range(list_chains(tables, board, state.moves)):
        move = state.moves[each]
        card, to = move & 63, move >> 6
        cleared = clear(tables, board, card, state.before, state.made_before)
        made = make(tables, board, card, to)
        settled = settle(tables, board, state.cards, state.made)
        _meet(tables, board, nodes, slots, state, node, move)
        if state.won >= 0:
            return
        for last in range(settled - 1, -1, -1):
            take_back(tables, board, state.cards[last], state.made[last])
        take_back(tables, board, card, made)
        for last in range(cleared - 1, -1, -1):
            take_back(tables, board, state.before[last], state.made_before[last])


@compiled
def _meet(tables: Record, board: Record, nodes: Array, slots: Array, state: Record, parent: int, move: int) -> None:
    """Keep the position on the board, unless the search has met it before."""
    first, second, third = board.key[0], board.key[1], board.key[2]
    if tables.bare:
        swapped = swapped_in_cells(board)
        first, second = first ^ swapped, second ^ swapped
    mark = mark_of(first, second, third) if state.exact else mark_of(_ranks_alone(board), 0, 0)
    keep(board, nodes, slots, state, (first, second, third), mark, (parent, move))


@compiled
def keep(
    board: Record,
    nodes: Array,
    slots: Array,
    state: Record,
    key: tuple[int, int, int],
    mark: int,
    origin: tuple[int, int],
) -> None:
    """Keep a position under this key, unless the search has met it before. The board says how far from a win it is.

    `origin` is the node before the position, or -1 for none, and the move that led from there.
    """
    at = slot_for(nodes, slots, state, key, mark)
    if at >= 0:
        slots[at] = mark << 32 | state.count + 1
        add(nodes, state, key, origin, distance(board, state))
        if board.at_home == 52:
            state.won = state.count - 1


@compiled
def slot_for(nodes: Array, slots: Array, state: Record, key: tuple[int, int, int], mark: int) -> int:
    """Return the slot for a position with this key and mark, or -1 if the search has met it before."""
    last = state.width - 1
    at: int = mark & last
    while slots[at]:
        if slots[at] >> 32 & 0xFFFFFFFF == mark:
            known = nodes[(slots[at] & 0xFFFFFFFF) - 1]
            if not state.exact or (known[0] == key[0] and known[1] == key[1] and known[2] & ALL_CARDS == key[2]):
                return -1
        at = (at + 1) & last
    return at


@compiled
def add(nodes: Array, state: Record, key: tuple[int, int, int], origin: tuple[int, int], queue: int) -> None:
    """Keep a position as the next node, in this queue."""
    node = state.count
    parent, move = origin
    nodes[node, 0], nodes[node, 1], nodes[node, 2] = key[0], key[1], key[2] | move << 52
    nodes[node, 3] = parent + 1 << NODE_BITS | state.queues[queue]
    state.queues[queue] = node + 1
    state.best = min(state.best, queue)
    state.count += 1


@compiled
def swapped_in_cells(board: Record) -> int:
    """Return the cards to swap so that, of each rank, the lowest cards that have left the columns are in the cells.

    If a card can only go from a cell to a foundation, and only its rank counts there, it makes no difference which of
    two cards of a rank is in a cell and which is home.
    """
    swapped, cells = 0, board.loose
    while cells:
        card = lowest(cells)
        cells &= cells - 1
        for lower in range(card % 13, card, 13):
            code = board.key[0] | board.key[1] | board.key[2]
            if not (code ^ swapped) >> lower & 1:
                swapped ^= 1 << card | 1 << lower
                break
    return swapped


@compiled
def mark_of(first: int, second: int, third: int) -> int:
    """Return 32 bits by which to look up a position."""
    mixed = first * 0x1E3779B97F4A7C15 + second * 0x3C6EF372FE94F82B + third * 0x5851F42D4C957F2D
    mixed ^= mixed >> 32 & 0xFFFFFFFF
    mixed *= 0x2545F4914F6CDD1D
    return mixed >> 32 & 0xFFFFFFFF


@compiled
def _ranks_alone(board: Record) -> int:
    """Return a sum over the piles that depends only on the ranks of their cards."""
    total = 0
    tops = board.tops
    while tops:
        card = lowest(tops)
        tops &= tops - 1
        pile = 1
        while card < SPACE:
            pile = pile * 0x1E3779B97F4A7C15 + card % 13
            card = board.below[card]
        pile = (pile ^ pile >> 32 & 0xFFFFFFFF) * 0x3C6EF372FE94F82B + card
        total += (pile ^ pile >> 29 & 0x7FFFFFFFF) * 0x5851F42D4C957F2D
    return total


@compiled
def grow(slots: Array, state: Record) -> None:
    """Use four times as many slots."""
    kept = slots[: state.width].copy()
    state.width = min(state.width * 4, len(slots))
    slots[: state.width] = 0
    for slot in kept:
        if slot:
            at = slot >> 32 & state.width - 1
            while slots[at]:
                at = (at + 1) & state.width - 1
            slots[at] = slot
