"""Translates positions and moves between the engine and the kernel."""

from collections.abc import Iterable, Iterator

import numpy as np

from engine.caching import cached
from engine.cards import CARDS, RANK, Card
from engine.moves import Move, Outcome, apply, outcome
from engine.position import Position, face_down_rows, layout
from engine.rules import Rules
from engine.solver.chains import clear
from engine.solver.compiled import Array, Record, compiled
from engine.solver.kernel import NODE_BITS, Store
from engine.solver.mechanics import ALL_CARDS, begin, lay_out, make
from engine.solver.safe import settle
from engine.solver.tables import CELL, HOME, SPACE, bottom, tabulate

Step = tuple[Card, int]
"""A move of the kernel: a card, and what it moves onto."""


def coded(rules: Rules, position: Position) -> Array:
    """Return a position in the form that `mechanics.place` takes."""
    columns, bottoms, below, face_down = layout(rules).columns, _bottoms(rules), [HOME] * len(CARDS), 0
    for on, pile in zip(bottoms, position.piles, strict=True):
        if on < HOME:
            for card in pile:
                below[card] = on
                on = card  # noqa: PLW2901 (each card lies on the one before it)
    if rules.face_down_rows:
        for at in columns:
            for row in face_down_rows(rules, position, at):
                face_down |= 1 << position.piles[at][row]
    homes = [position.piles[at] for at in _foundations(rules, position)]
    tops = [pile[-1] if pile else -1 for pile in homes]
    return np.array([*below, *map(len, homes), *tops, face_down], dtype=np.int64)


def line(rules: Rules, position: Position, board: Record, store: Store) -> tuple[Move, ...]:
    """Return the winning line that a search from the position found. Play it through to check it."""
    return played(rules, position, _steps(rules, board, store))


def played(rules: Rules, position: Position, steps: Iterable[Step]) -> tuple[Move, ...]:
    """Return the moves of a winning line from the position. Raise `AssertionError` if playing it does not win."""
    table, foundations, moves = layout(rules), _foundations(rules, position), []
    for card, to in steps:
        source = _source(rules, position, card)
        pile = position.piles[source]
        if to >= HOME:
            target = foundations[to - HOME]
        else:
            choice = table.cells if to == CELL else table.columns
            target = next(at for at in choice if position.piles[at][-1:] == ((to,) if to < SPACE else ()))
        moves.append(Move(table.ids[source], table.ids[target], len(pile) - pile.index(card) if card in pile else 1))
        position = apply(rules, position, moves[-1])
    if outcome(rules, position, ()) is not Outcome.WON:
        raise AssertionError("A line of the solver did not win.")
    return tuple(moves)


def _steps(rules: Rules, board: Record, store: Store) -> Iterator[Step]:
    """Yield every move of the line that a search found, including the safe ones."""
    moves = np.array(way(store), dtype=np.int64).reshape(-1, 2)
    steps = np.empty(len(moves) * (1 + rules.cells) + len(CARDS), dtype=np.int64)
    for step in steps[: _write_steps(tabulate(rules), board, store, moves, steps)].tolist():
        yield step & 63, step >> 6


@compiled
def _write_steps(tables: Record, board: Record, store: Store, moves: Array, steps: Array) -> int:
    """Write `card | to << 6` for these moves and those that the search makes along with them. Return their number."""
    nodes, state = store.nodes, store.state[0]
    begin(tables, board)
    count = _write_settled(tables, board, state, steps, 0)
    for each in range(len(moves)):
        node, card, to = nodes[moves[each, 0]], moves[each, 1] & 63, moves[each, 1] >> 6
        board.key[0], board.key[1], board.key[2] = node[0], node[1], node[2] & ALL_CARDS
        lay_out(tables, board)
        for cleared in range(clear(tables, board, card, state.cards, state.made)):
            steps[count] = state.cards[cleared] | CELL << 6
            count += 1
        make(tables, board, card, to)
        steps[count] = card | to << 6
        count = _write_settled(tables, board, state, steps, count + 1)
    return count


@compiled
def _write_settled(tables: Record, board: Record, state: Record, steps: Array, count: int) -> int:
    for settled in range(settle(tables, board, state.cards, state.made)):
        steps[count] = state.cards[settled] | board.below[state.cards[settled]] << 6
        count += 1
    return count


def way(store: Store) -> list[tuple[int, int]]:
    """Return the moves on the way to the won node in order, each after the node where it was made."""
    moves = []
    node = int(store.state[0].won)
    while parent := int(store.nodes[node, 3]) >> NODE_BITS:
        moves.append((parent - 1, int(store.nodes[node, 2]) >> 52 & 0xFFF))
        node = parent - 1
    return moves[::-1]


def _source(rules: Rules, position: Position, card: Card) -> int:
    """Return the pile to take the card from. In a cell, any card of its rank may stand in for it; see `kernel`."""
    table = layout(rules)
    found = next(at for at, pile in enumerate(position.piles) if card in pile)
    if found not in table.foundations:
        return found
    return next(at for at in table.cells if position.piles[at] and RANK[position.piles[at][0]] == RANK[card])


@cached()
def _bottoms(rules: Rules) -> list[int]:
    """Return the place of each pile's lowest card."""
    return [bottom(rules, at) for at in range(len(layout(rules).ids))]


def _foundations(rules: Rules, position: Position) -> list[int]:
    """Return the foundations in the kernel's order.

    Foundations that take any suit have no names. The fullest of these comes first, because the kernel plays to equal
    ones in that order.
    """
    foundations = list(layout(rules).foundations)
    if not tabulate(rules).suited:
        foundations.sort(key=lambda at: -len(position.piles[at]))
    return foundations
