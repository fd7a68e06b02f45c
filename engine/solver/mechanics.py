"""Moves cards for the search: the mechanics of `engine.moves`, over links between cards.

A position says what each card lies on. Columns, cells and reserve places have no numbers, so positions that differ only
in the order of piles are one. A packed sequence hangs on its lowest card, so moving it changes one link, just as moving
a single card does.
"""

from engine.cards import CARDS
from engine.rules import COMPLETE, FOUNDATIONS
from engine.solver.bits import lowest
from engine.solver.compiled import Array, Record, compiled, record
from engine.solver.tables import AS_DEALT, BUILT, CELL, HOME, IN_CELL, IN_SPACE, RESERVE, SPACE

ALL_CARDS = (1 << 52) - 1
MOST_MOVES = 512
HOME_BITS = 4
"""How many bits of a key count one foundation's cards. The first two words hold two counts each, above the cards."""


def new_board() -> Record:
    """Return an empty board: room for a position that changes in place, and for the one where its search began.

    below: what each card lies on.
    above: which card lies on each, -1 for none; without meaning for cards on foundations.
    key: bit `c` of word `j` is bit `j` of the code of card `c`; above these, the numbers of cards on foundations.
    homes: the number of cards on each foundation. at_home: the number on all of them.
    tops: the set of cards off the foundations with nothing on them. loose: those of them in cells and the reserve.
    face_down: the set of face-down cards.
    spaces, free_cells: how many there are.
    first_below, first_homes, first_face_down: the same as without `first_`, at the start of the search.
    first_tops: the top card of each foundation at the start of the search, -1 for none.
    next_home: for each foundation and number of cards on it, the set of cards that it takes next.
    turn: for each foundation and card, how many cards the foundation has when it takes that one, -1 if never.
    """
    cards, each = (len(CARDS),), (FOUNDATIONS,)
    return record(
        {"below": cards, "above": cards, "key": (3,), "homes": each, "at_home": (), "tops": (), "loose": ()}
        | {"face_down": (), "spaces": (), "free_cells": ()}
        | {"first_below": cards, "first_homes": each, "first_tops": each, "first_face_down": ()}
        | {"next_home": (*each, COMPLETE + 1), "turn": (*each, *cards)}
    )


@compiled
def place(board: Record, first: Array) -> None:
    """Write the `first_…` fields of a board, in the order of `first`: the position where a search begins."""
    for card in range(52):
        board.first_below[card] = first[card]
    for foundation in range(4):
        board.first_homes[foundation], board.first_tops[foundation] = first[52 + foundation], first[56 + foundation]
    board.first_face_down = first[60]


@compiled
def begin(tables: Record, board: Record) -> None:
    """Prepare a board whose `first_…` fields are set, and lay out that position."""
    _plan_foundations(tables, board)
    board.key[:] = 0
    for foundation in range(4):
        board.homes[foundation] = board.first_homes[foundation]
        board.key[foundation >> 1] |= board.homes[foundation] << 52 + HOME_BITS * (foundation & 1)
    for card in range(52):
        on = board.first_below[card]
        code = tables.code[card, on]
        if on < SPACE and board.first_face_down >> on & 1:
            code = AS_DEALT
        _recode(board, card, code)
    lay_out(tables, board)


@compiled
def _plan_foundations(tables: Record, board: Record) -> None:
    board.next_home[:] = 0
    board.turn[:] = -1
    for foundation in range(4):
        top = board.first_tops[foundation]
        taken = tables.starts[foundation] if top < 0 else tables.follows[top]
        for more in range(board.first_homes[foundation], 13):
            board.next_home[foundation, more] = taken
            left = taken
            while left:
                board.turn[foundation, lowest(left)] = more
                left &= left - 1
            if taken:
                taken = tables.follows[lowest(taken)]


@compiled
def lay_out(tables: Record, board: Record) -> None:
    """Work out all other fields from the board's key."""
    first, second, third = board.key[0], board.key[1], board.key[2]
    board.homes[0], board.homes[1] = first >> 52 & 15, first >> 56 & 15
    board.homes[2], board.homes[3] = second >> 52 & 15, second >> 56 & 15
    board.at_home = board.homes[0] + board.homes[1] + board.homes[2] + board.homes[3]
    spaces, cells, covered, face_down, loose = tables.columns, tables.cells, 0, 0, 0
    board.above[:] = -1
    for card in range(52):
        code = (first >> card & 1) | (second >> card & 1) << 1 | (third >> card & 1) << 2
        if code >= BUILT:
            on = tables.parent[card, code - BUILT]
        elif code == AS_DEALT:
            on = board.first_below[card]
        elif code == IN_SPACE:
            on = SPACE
            spaces -= 1
        elif code == IN_CELL:
            on = CELL
            cells -= 1
        else:
            on = HOME
        board.below[card] = on
        if on < SPACE:
            board.above[on] = card
            covered |= 1 << on
            if code == AS_DEALT:
                face_down |= board.first_face_down & (1 << on)
        elif on in (CELL, RESERVE):
            loose |= 1 << card
    board.tops = (first | second | third) & ALL_CARDS & ~covered
    board.loose, board.face_down, board.spaces, board.free_cells = loose, face_down, spaces, cells


@compiled
def make(tables: Record, board: Record, card: int, to: int) -> int:
    """Move a card, with the cards on it, onto `to`. Return what `take_back` needs.

    A link to a face-down card is coded as dealt, so the code shows what the card lies on.
    """
    on: int = board.below[card]
    old = tables.code[card, on]
    turned = 0
    if on < SPACE:
        board.above[on] = -1
        board.tops |= 1 << on
        if board.face_down >> on & 1:
            board.face_down ^= 1 << on
            old, turned = AS_DEALT, 1
    elif on == SPACE:
        board.spaces += 1
    else:
        board.loose ^= 1 << card
        if on == CELL:
            board.free_cells += 1
    if to < SPACE:
        board.above[to] = card
        board.tops ^= 1 << to
    elif to == SPACE:
        board.spaces -= 1
    elif to == CELL:
        board.free_cells -= 1
        board.loose ^= 1 << card
    else:
        foundation = to - HOME
        board.homes[foundation] += 1
        board.key[foundation >> 1] += 1 << 52 + HOME_BITS * (foundation & 1)
        board.at_home += 1
        board.tops ^= 1 << card
    board.below[card] = to
    _recode(board, card, old ^ tables.code[card, to])
    return on | turned << 6


@compiled
def take_back(tables: Record, board: Record, card: int, made: int) -> None:
    """Take back the move of a card for which `make` returned `made`."""
    on, turned, to = made & 63, made >> 6, board.below[card]
    if to < SPACE:
        board.above[to] = -1
        board.tops ^= 1 << to
    elif to == SPACE:
        board.spaces += 1
    elif to == CELL:
        board.free_cells += 1
        board.loose ^= 1 << card
    else:
        foundation = to - HOME
        board.homes[foundation] -= 1
        board.key[foundation >> 1] -= 1 << 52 + HOME_BITS * (foundation & 1)
        board.at_home -= 1
        board.tops ^= 1 << card
    if on < SPACE:
        board.above[on] = card
        board.tops ^= 1 << on
        board.face_down |= turned << on
    elif on == SPACE:
        board.spaces -= 1
    else:
        board.loose ^= 1 << card
        if on == CELL:
            board.free_cells -= 1
    board.below[card] = on
    old = AS_DEALT if turned else tables.code[card, on]
    _recode(board, card, old ^ tables.code[card, to])


@compiled
def _recode(board: Record, card: int, change: int) -> None:
    board.key[0] ^= (change & 1) << card
    board.key[1] ^= (change >> 1 & 1) << card
    board.key[2] ^= (change >> 2) << card


@compiled
def list_moves(tables: Record, board: Record, moves: Array) -> int:
    """Write the legal moves, each as `card | to << 6`, and return how many there are: at most `MOST_MOVES`.

    Of several spaces, free cells or equal foundations, it lists moves to only one. It leaves out the move of
    a whole column into a space.
    """
    count = 0
    columns = board.tops & ~board.loose
    left = board.tops
    while left:
        top = lowest(left)
        left &= left - 1
        for foundation in range(4):
            if takes(board, foundation, top):
                moves[count] = top | (HOME + foundation) << 6
                count += 1
        if board.free_cells and columns >> top & 1:
            moves[count] = top | CELL << 6
            count += 1
        card = top
        while True:
            targets = tables.parents[card] & columns & ~(1 << top)
            while targets:
                moves[count] = card | lowest(targets) << 6
                targets &= targets - 1
                count += 1
            on = board.below[card]
            if board.spaces and on != SPACE and tables.into_space >> card & 1:
                moves[count] = card | SPACE << 6
                count += 1
            if not tables.packed or on >= SPACE or not tables.onto[on] >> card & 1 or board.face_down >> on & 1:
                break
            card = on
    return count


@compiled
def takes(board: Record, foundation: int, card: int) -> bool:
    """Return whether a foundation takes the card, and no earlier foundation has as many cards and takes the same."""
    taken = board.next_home[foundation, board.homes[foundation]]
    if not taken >> card & 1:
        return False
    for other in range(foundation):
        if board.homes[other] == board.homes[foundation] and board.next_home[other, board.homes[other]] == taken:
            return False
    return True
