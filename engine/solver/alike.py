"""A search that proves that there is no win. It takes alike cards for one another.

Cards are *alike* if only their foundations tell them apart: cards of one rank if any suit builds, of one rank and
colour if colours alternate. As long as none of them goes home, alike cards could change places without any change in
what can move where. So the search *forgets* which of the moved cards is which, except those that foundations wait for.
(A card counts as moved if neither it nor a card above it is coded as dealt. Forgetting a card does no harm if it lies
as dealt and might have been built there.) To the search, two positions are one if they differ only by an exchange of
forgotten alike cards. It keeps them under the key of a position that stands for both.

When a card goes home, the search must know the next card of its suit again. That may be any of the alike cards
forgotten until now, and the search continues with every choice. So for each position that can be reached, the search
looks at one that stands for it: every move in the one is a move in the other, and if the move brings a card home, one
of the choices stands for the position that follows. The same holds for the safe moves of `safe`, which depend only on
which cards are home. If the search meets no win, no win can be reached. But the choices also lead to positions that
cannot be reached, so a win that it meets proves nothing. `docs/solver.md` draws an example.
"""

from engine.measured.figures import Weights
from engine.solver.bits import lowest
from engine.solver.compiled import Array, Record, compiled
from engine.solver.kernel import OPEN, WON, Store, empty, keep, mark_of, take_next
from engine.solver.mechanics import ALL_CARDS, begin, lay_out, list_moves, make, place, take_back
from engine.solver.safe import safe_move
from engine.solver.tables import HOME, SPACE


@compiled
def open_alike(
    tables: Array, board: Array, store: Store, weights: Weights, first: Array, budget: int
) -> tuple[int, int]:
    """Begin a search and run it, as `kernel.open_search` does."""
    nodes, slots, state = store.nodes, store.slots, store.state[0]
    place(board[0], first)
    empty(slots, state, weights)
    begin(tables[0], board[0])
    _meet(tables[0], board[0], nodes, slots, state, 0, 0)
    return search_alike(tables[0], board[0], store, budget)


@compiled
def search_alike(tables: Record, board: Record, store: Store, budget: int) -> tuple[int, int]:
    """Look at `budget` more positions. Return how the search stands and how many positions it has looked at so far."""
    nodes, slots, state = store.nodes, store.slots, store.state[0]
    for _ in range(budget):
        node = take_next(nodes, slots, state)
        if node < 0:
            return -node, state.looked
        board.key[0], board.key[1], board.key[2] = nodes[node, 0], nodes[node, 1], nodes[node, 2]
        lay_out(tables, board)
        _expand(tables, board, nodes, slots, state)
    return WON if state.won >= 0 else OPEN, state.looked


@compiled
def _expand(tables: Record, board: Record, nodes: Array, slots: Array, state: Record) -> None:
    forgotten = _moved(board) & ~_told_apart(board)
    state.moves[0] = safe_move(tables, board)
    count = 1 if state.moves[0] >= 0 else list_moves(tables, board, state.moves)
    for each in range(count):
        card, to = state.moves[each] & 63, state.moves[each] >> 6
        made = make(tables, board, card, to)
        _meet(tables, board, nodes, slots, state, 0, 0)
        if to >= HOME:
            known = forgotten & _told_apart(board)
            others = tables.alike[lowest(known)] & forgotten & ~known if known else 0
            while others:
                _meet(tables, board, nodes, slots, state, known, others & -others)
                others &= others - 1
        if state.won >= 0:
            return
        take_back(tables, board, card, made)


@compiled
def _meet(tables: Record, board: Record, nodes: Array, slots: Array, state: Record, known: int, other: int) -> None:
    """Keep the position that stands for the one on the board. `stand_in` explains the last two arguments."""
    key = stand_in(tables, board, state, known, other)
    keep(board, nodes, slots, state, key, mark_of(key[0], key[1], key[2]), (-1, 0))


@compiled
def stand_in(tables: Record, board: Record, state: Record, known: int, other: int) -> tuple[int, int, int]:
    """Return the key of the position that stands for the one on the board.

    `known` is the set of the one card that was forgotten until now, and `other` the set of the card that we take for
    it. Both are empty if we take every card for what it is.

    Moved cards lie in packed sequences. We sort these by the card or place under them, the card at their bottom, their
    length, and a known card in them. Then we name the forgotten cards in this order.
    """
    waited_for = _told_apart(board)
    told_apart = waited_for & ~known | other
    count, moved = _list_sequences(tables, board, state, told_apart, known, other)
    names = moved & ~waited_for
    first, second, third = board.key[0], board.key[1], board.key[2]
    for each in range(count):
        on, card = state.sequences[each] >> 24, state.sequences[each] & 63
        while card >= 0:
            if not told_apart >> card & 1:
                name = lowest(tables.alike[card] & names)
                names ^= 1 << name
            elif other >> card & 1:
                name = lowest(known)
            else:
                name = card
            code = tables.code[name, on]
            first = first & ~(1 << name) | (code & 1) << name
            second = second & ~(1 << name) | (code >> 1 & 1) << name
            third = third & ~(1 << name) | (code >> 2) << name
            on, card = name, board.above[card]
    return first, second, third


@compiled
def _list_sequences(
    tables: Record, board: Record, state: Record, told_apart: int, known: int, other: int
) -> tuple[int, int]:
    """Write the sequences of moved cards in order, each as a number whose last bits are its lowest card.

    Return their number and the set of their cards.
    """
    count, moved, as_dealt = 0, 0, _as_dealt(board)
    tops = board.tops & ~as_dealt
    while tops:
        card = lowest(tops)
        tops &= tops - 1
        length, mark = 1, 0
        while True:
            moved |= 1 << card
            if told_apart >> card & 1:
                mark = 1 + (lowest(known) if other >> card & 1 else card)
            on = board.below[card]
            if on >= SPACE or as_dealt >> on & 1:
                break
            card, length = on, length + 1
        sequence = on << 24 | lowest(tables.alike[card]) << 18 | length << 12 | mark << 6 | card
        at = count
        while at and state.sequences[at - 1] > sequence:
            state.sequences[at] = state.sequences[at - 1]
            at -= 1
        state.sequences[at] = sequence
        count += 1
    return count, moved


@compiled
def _as_dealt(board: Record) -> int:
    """Return the set of cards coded as dealt."""
    dealt: int = board.key[0] & ~board.key[1] & ~board.key[2] & ALL_CARDS
    return dealt


@compiled
def _moved(board: Record) -> int:
    """Return the set of cards off the foundations that are not coded as dealt, nor lie under a card that is."""
    moved, as_dealt = 0, _as_dealt(board)
    tops = board.tops & ~as_dealt
    while tops:
        card = lowest(tops)
        tops &= tops - 1
        while card < SPACE and not as_dealt >> card & 1:
            moved |= 1 << card
            card = board.below[card]
    return moved


@compiled
def _told_apart(board: Record) -> int:
    """Return the set of cards that foundations wait for."""
    told_apart = 0
    for foundation in range(4):
        told_apart |= board.next_home[foundation, board.homes[foundation]]
    return told_apart
