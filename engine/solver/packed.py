"""The search for games without building, in which a position is one number.

If a card that left its column can only be in a cell or on a foundation, each for any suit, then a few figures make a
position: how many cards each column has left, the ranks in two cells, and for each foundation how many cards it lacks
and which rank it waits for. Ranks here count in the order in which foundations take them, so each foundation waits for
the rank after its top. Of the 64 bits, the lowest 24 are the heights of up to eight columns. The next 8 are the cells,
each a rank plus one, the lower first. The last 32 are the foundations, each with the number that it lacks and the rank
that it waits for, the highest first, and 0 for a complete one.

The search tries the chains of `chains` and makes the safe moves of `safe`. It writes a move as `column << 4 | cards put
into cells before << 2 | foundation`, with columns 8 and 9 for the cells.
"""

from engine.measured.figures import Weights
from engine.position import Position, layout
from engine.rules import Rules
from engine.solver.bits import lowest
from engine.solver.compiled import Array, Record, compiled, record
from engine.solver.distance import QUEUES
from engine.solver.kernel import OPEN, WON, Store, add, empty, take_next
from engine.solver.mechanics import begin, place
from engine.solver.tables import CELL, SPACE, tabulate

MOST_COLUMNS, TALLEST, MOST_CELLS = 8, 7, 2
FROM_CELL = MOST_COLUMNS
CELLS_AT, HOMES_AT = 24, 32


def fits(rules: Rules, position: Position) -> bool:
    """Return whether a position can be packed into one number."""
    columns = layout(rules).columns
    return (
        bool(tabulate(rules).bare)
        and rules.cells <= MOST_CELLS
        and len(columns) <= MOST_COLUMNS
        and max(len(position.piles[at]) for at in columns) <= TALLEST
    )


def new_pack() -> Record:
    """Return room for what the search knows of the columns at its start.

    cards: the cards of each column, from the bottom, at `column << 3 | height`.
    ranks: their ranks, in the order in which foundations take them.
    tops: for each height of a column, a one in the four bits for the rank of its top card.
    buried: for each height of a column and each rank, at `column << 7 | height << 4 | rank`, how many cards lie above
    each card of that rank, added up.
    place: for each rank, its place in the order in which foundations take them.
    cells: how many there are. first: the position where the search began.
    """
    return record(
        {"cards": (64,), "ranks": (64,), "tops": (64,), "buried": (1024,), "place": (13,), "cells": (), "first": ()}
    )


@compiled
def open_packed(
    tables: Array, board: Array, store: Store, pack: Array, weights: Weights, first: Array, budget: int
) -> tuple[int, int]:
    """Begin a search and run it, as `kernel.open_search` does."""
    place(board[0], first)
    begin(tables[0], board[0])
    _lay_out(tables[0], board[0], pack[0])
    empty(store.slots, store.state[0], weights)
    _meet(pack[0], store, pack[0].first, -1, 0)
    return search_packed(pack, store, budget)


@compiled
def search_packed(pack: Array, store: Store, budget: int) -> tuple[int, int]:
    """Look at `budget` more positions. Return how the search stands and how many positions it has looked at so far."""
    nodes, slots, state = store.nodes, store.slots, store.state[0]
    for _ in range(budget):
        node = take_next(nodes, slots, state)
        if node < 0:
            return -node, state.looked
        position = nodes[node, 0]
        for each in range(_list_chains(pack[0], position, state.moves)):
            _meet(pack[0], store, after(pack[0], position, state.moves[each]), node, state.moves[each])
    return WON if state.won >= 0 else OPEN, state.looked


@compiled
def _lay_out(tables: Record, board: Record, pack: Record) -> None:
    """Pack the position on the board."""
    card = 0
    for rank in range(13):
        pack.place[card % 13] = rank
        card = lowest(tables.follows[card])
    pack.ranks[:], pack.tops[:], pack.buried[:] = 0, 0, 0
    pack.cells, pack.first, column = tables.cells, 0, 0
    for bottom in range(52):
        if board.below[bottom] == SPACE:
            height = 0
            card = bottom
            while card >= 0:
                at = column << 3 | height
                pack.cards[at], pack.ranks[at] = card, pack.place[card % 13]
                height += 1
                pack.tops[at + 1] = 1 << 4 * pack.ranks[at]
                for rank in range(13):
                    under = (at - (column << 3) << 4) + (column << 7) + rank
                    pack.buried[under + 16] = pack.buried[under]
                for lower in range(height - 1):
                    pack.buried[(column << 7) + (height << 4) + pack.ranks[column << 3 | lower]] += 1
                card = board.above[card]
            pack.first |= height << 3 * column
            column += 1
        elif board.below[bottom] == CELL:
            pack.first = _with_in_cell(pack.first, pack.place[bottom % 13])
    for foundation in range(4):
        if board.homes[foundation] < 13:
            waits_for = pack.place[lowest(board.next_home[foundation, board.homes[foundation]]) % 13]
            pack.first |= (13 - board.homes[foundation] << 4 | waits_for) << HOMES_AT + 8 * foundation
    pack.first = _sorted_homes(pack.first)


@compiled
def _list_chains(pack: Record, position: int, chains: Array) -> int:
    """Write the moves to try, and return how many there are."""
    count, free, wanted = 0, pack.cells, 0
    for foundation in range(4):
        home = position >> HOMES_AT + 8 * foundation & 0xFF
        wanted |= (home > 0) << (home & 15)
    for cell in range(MOST_CELLS):
        held = position >> CELLS_AT + 4 * cell & 15
        if held:
            free -= 1
            if wanted >> held - 1 & 1 and (not cell or held != position >> CELLS_AT & 15):
                count = _list_targets(position, held - 1, FROM_CELL + cell << 4, chains, count)
    for column in range(MOST_COLUMNS):
        height = position >> 3 * column & 7
        for before in range(min(free + 1, height)):
            rank = pack.ranks[column << 3 | height - 1 - before]
            if wanted >> rank & 1:
                count = _list_targets(position, rank, column << 4 | before << 2, chains, count)
    return count


@compiled
def _list_targets(position: int, rank: int, source: int, chains: Array, count: int) -> int:
    """Write chains that end with a card of the rank, to the first of equal foundations. Return the new count."""
    last = 0
    for foundation in range(4):
        home = position >> HOMES_AT + 8 * foundation & 0xFF
        if home and home != last and home & 15 == rank:
            chains[count] = source | foundation
            count += 1
        last = home
    return count


@compiled
def after(pack: Record, position: int, move: int) -> int:
    """Return the position after a chain, before any safe moves."""
    source, before, at = move >> 4, move >> 2 & 3, HOMES_AT + 8 * (move & 3)
    if source >= FROM_CELL:
        high, low = position >> CELLS_AT + 4 & 15, position >> CELLS_AT & 15
        position ^= (high << 4 | low) << CELLS_AT
        position |= (high if source == FROM_CELL else low) << CELLS_AT
    else:
        height = position >> 3 * source & 7
        for lifted in range(1, before + 1):
            position = _with_in_cell(position, pack.ranks[source << 3 | height - lifted])
        position -= before + 1 << 3 * source
    home = position >> at & 0xFF
    return _sorted_homes(position ^ (home ^ one_more(home)) << at)


@compiled
def one_more(home: int) -> int:
    """Return a foundation with one more card: it lacks one less, in the high bits, and waits for the next rank."""
    if home < 1 << 5:
        return 0
    return home - (1 << 4) + 1 if home & 15 < 12 else home - (1 << 4) - 12


@compiled
def settled(pack: Record, position: int) -> int:
    """Return a position with its safe moves made."""
    while True:
        move = safe_move(pack, position)
        if move < 0:
            return position
        position = after(pack, position, move)


@compiled
def safe_move(pack: Record, position: int) -> int:
    """Return a safe move, or -1."""
    bare = 0
    for column in range(MOST_COLUMNS):
        bare += pack.tops[column << 3 | position >> 3 * column & 7]
    low, high = position >> CELLS_AT & 15, position >> CELLS_AT + 4 & 15
    for foundation in range(4):
        home = position >> HOMES_AT + 8 * foundation & 0xFF
        rank = home & 15
        cell = 0 if low == rank + 1 else 1 if high == rank + 1 else -1
        if home and (cell >= 0 or bare >> 4 * rank & 15):
            lacking, waiting = 0, 0
            for other in range(4):
                lacks, waits_for = position >> HOMES_AT + 8 * other + 4 & 15, position >> HOMES_AT + 8 * other & 15
                between = rank - waits_for if rank >= waits_for else rank - waits_for + 13
                lacking += between < lacks
                waiting += between == 0 and lacks > 0
            if cell >= 0:
                every = (bare >> 4 * rank & 15) + (low == rank + 1) + (high == rank + 1)
                if lacking in (waiting, every):
                    return FROM_CELL + cell << 4 | foundation
            elif waiting == lacking:
                return _column_with(pack, position, rank) << 4 | foundation
    return -1


@compiled
def _column_with(pack: Record, position: int, rank: int) -> int:
    """Return a column with a card of the rank on top. There must be one."""
    column = 0
    while pack.tops[column << 3 | position >> 3 * column & 7] != 1 << 4 * rank:
        column += 1
    return column


@compiled
def _meet(pack: Record, store: Store, position: int, parent: int, move: int) -> None:
    """Make a position's safe moves, and keep the result unless the search has met it before."""
    slots, state = store.slots, store.state[0]
    position = settled(pack, position)
    slot = mixed(position)
    last = state.width - 1
    at = slot >> 32 & last
    while slots[at]:
        if slots[at] == slot:
            return
        at = (at + 1) & last
    slots[at] = slot
    add(store.nodes, state, (position, 0, 0), (parent, move), _distance(pack, state, position))
    if not position >> HOMES_AT:
        state.won = state.count - 1


@compiled
def mixed(position: int) -> int:
    """Return a different number for each position. Its high bits say where to look it up.

    Every step can be undone, so a slot alone tells positions apart, without a look at their nodes.
    """
    mixed = position * 0x1E3779B97F4A7C15
    mixed ^= mixed >> 32 & 0xFFFFFFFF
    return mixed * 0x2545F4914F6CDD1D


@compiled
def _distance(pack: Record, state: Record, position: int) -> int:
    """Return a position's estimated distance from a win, as `distance.distance` does."""
    weights = state.weights
    lacking, buried, free = 0, 0, pack.cells
    for foundation in range(4):
        home = position >> HOMES_AT + 8 * foundation & 0xFF
        if home:
            lacking += home >> 4
            for column in range(MOST_COLUMNS):
                buried += pack.buried[column << 7 | (position >> 3 * column & 7) << 4 | home & 15]
    free -= (position >> CELLS_AT & 15 > 0) + (position >> CELLS_AT + 4 & 15 > 0)
    value: int = weights.lacking * lacking + weights.buried * buried - weights.free_cell * free + weights.offset
    return max(0, min(QUEUES - 1, value))


@compiled
def _with_in_cell(position: int, rank: int) -> int:
    """Return a position with one more card in the cells, the lower rank in the first."""
    low, held = position >> CELLS_AT & 15, rank + 1
    if not low:
        return position | held << CELLS_AT
    return position ^ low << CELLS_AT | min(low, held) << CELLS_AT | max(low, held) << CELLS_AT + 4


@compiled
def _sorted_homes(position: int) -> int:
    """Return a position with its foundations in order, the one that lacks most first."""
    first, second = position >> HOMES_AT & 0xFF, position >> HOMES_AT + 8 & 0xFF
    third, fourth = position >> HOMES_AT + 16 & 0xFF, position >> HOMES_AT + 24 & 0xFF
    first, second = max(first, second), min(first, second)
    third, fourth = max(third, fourth), min(third, fourth)
    first, third = max(first, third), min(first, third)
    second, fourth = max(second, fourth), min(second, fourth)
    second, third = max(second, third), min(second, third)
    homes = fourth << 24 | third << 16 | second << 8 | first
    return position & (1 << HOMES_AT) - 1 | homes << HOMES_AT
