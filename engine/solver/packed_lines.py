"""Reads the moves of a line that the search found among packed positions."""

from collections.abc import Iterator

from engine.cards import CARDS
from engine.rules import COMPLETE, FOUNDATIONS
from engine.solver.bits import lowest
from engine.solver.compiled import Record
from engine.solver.kernel import Store
from engine.solver.lines import Step, way
from engine.solver.packed import CELLS_AT, FROM_CELL, HOMES_AT, MOST_COLUMNS, after, one_more, safe_move
from engine.solver.tables import CELL, HOME


def packed_steps(board: Record, pack: Record, store: Store) -> Iterator[Step]:
    """Yield every move of the line that a search found, including the safe ones."""
    columns = [
        [int(pack.cards[column << 3 | row]) for row in range(int(pack.first) >> 3 * column & 7)]
        for column in range(MOST_COLUMNS)
    ]
    cells = [card for card in CARDS if board.below[card] == CELL]
    homes = [_home(board, pack, foundation) for foundation in range(FOUNDATIONS)]
    for position, move in _moves(pack, store):
        source, before, home = move >> 4, move >> 2 & 3, position >> HOMES_AT + 8 * (move & 3) & 0xFF
        if source >= FROM_CELL:
            rank = (position >> CELLS_AT + 4 * (source - FROM_CELL) & 15) - 1
            card = next(card for card in cells if pack.place[card % COMPLETE] == rank)
            cells.remove(card)
        else:
            for _ in range(before):
                cells.append(columns[source].pop())
                yield cells[-1], CELL
            card = columns[source].pop()
        foundation = homes.index(home)
        homes[foundation] = one_more(home)
        yield card, HOME + foundation


def _home(board: Record, pack: Record, foundation: int) -> int:
    if board.homes[foundation] == COMPLETE:
        return 0
    wanted = lowest(int(board.next_home[foundation, board.homes[foundation]]))
    return int(COMPLETE - board.homes[foundation]) << 4 | int(pack.place[wanted % COMPLETE])


def _moves(pack: Record, store: Store) -> Iterator[tuple[int, int]]:
    """Yield the moves on the way to the won position, each with the position before it."""
    position = int(pack.first)
    for move in (None, *(move for _, move in way(store))):
        if move is not None:
            yield position, move
            position = after(pack, position, move)
        while (safe := safe_move(pack, position)) >= 0:
            yield position, safe
            position = after(pack, position, safe)
