"""Finds shorter lines, and how short they can be at best.

The search of `shortcuts` runs in growing rounds: first over the whole line, with different weights for detours; then
from places on the line, the last one first, to shorten the rest; and then by detours alone, which shows how many every
win needs. The order is fixed and does not depend on a clock. So the same number of positions leads to the same line on
every machine, if the positions fit into memory.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import count
from math import inf
from typing import NamedTuple

from engine.caching import cached
from engine.measured.figures import Weights
from engine.moves import Move, apply
from engine.position import Position
from engine.rules import Rules
from engine.solver.chains import clear
from engine.solver.compiled import Record, boxed
from engine.solver.kernel import EXHAUSTED, FULL, KEY_BITS, OPEN
from engine.solver.lines import Step, coded, played
from engine.solver.mechanics import begin, lay_out, make
from engine.solver.plans import Pass
from engine.solver.samples import samples
from engine.solver.search import LEAST_MEMORY, Solver
from engine.solver.shortcuts import (
    MOST_DETOURS,
    follow_shortcuts,
    least_left,
    new_state,
    open_shortcuts,
    parent_of,
    settle_in_suit,
)
from engine.solver.tables import CELL, tabulate

_FIRST_ROUND, _SLICE = 10_000, 20_000
_WITHOUT_LIMIT = 1 << 62
_FAR = Weights(lacking=4, as_dealt=4, buried=2, space=4, free_cell=2, offset=100)
"""For deals that are hard to win."""
_NEAR = Weights(lacking=2, as_dealt=1, buried=1, space=2, free_cell=1, offset=100)
"""For other deals."""
_BY_DETOURS = Weights(lacking=0, as_dealt=0, buried=0, space=0, free_cell=0, offset=0)
"""For rounds in which only detours count."""
_WHOLE = ((2, _FAR), (1, _NEAR), (2, _NEAR), (3, _NEAR))
_REST = (2, _NEAR)
"""The weight of a detour, and the other weights, in rounds over the whole line and over its rest, as measured."""
_EIGHTHS = range(7, 0, -1)
"""The places on the line, in eighths, from which the rounds over its rest begin."""
_REST_SHARE = 4
"""A round over the rest looks at one position for this many of a round over the whole line."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A winning line, and a bound on all other lines."""

    moves: tuple[Move, ...]
    at_least: int
    """No winning line has fewer moves."""
    nodes: int
    """How many positions the search looked at."""
    seconds: float

    @property
    def shortest(self) -> bool:
        """Whether the search has proved that no line is shorter."""
        return self.at_least == len(self.moves)


def shorten(
    solver: Solver,
    rules: Rules,
    position: Position,
    moves: tuple[Move, ...],
    *,
    seconds: float = inf,
    nodes: int = _WITHOUT_LIMIT,
) -> Shortened:
    """Return the shortest line found within `nodes` positions and about `seconds`.

    `moves` is a winning line from the position. The search ends sooner if no line can be shorter, or if memory is full.
    """
    warm_up()
    began, looked = time.perf_counter(), 0
    homeward = len(moves) - _detours(moves)
    search = _Search(solver, rules)
    search.begin(position, 1, _BY_DETOURS, fewest=_detours(moves))
    at_least = homeward + search.least()
    for each in _rounds():
        start = len(moves) * each.eighths // 8
        rest = moves[start:]
        search.begin(_after(rules, position, moves[:start]), each.detour, each.weights, fewest=_detours(rest))
        size = min(each.size, nodes - looked)
        while search.stands == OPEN and search.looked < size and time.perf_counter() - began < seconds:
            search.go_on(min(_SLICE, size - search.looked))
        looked += search.looked
        moves = moves[:start] + (search.line() or rest)
        if start == 0:
            at_least = max(at_least, homeward + search.least())
        over = looked >= nodes or time.perf_counter() - began >= seconds
        if over or at_least == len(moves) or (search.stands == FULL and each.weights == _BY_DETOURS):
            break
    return Shortened(moves, at_least, looked, time.perf_counter() - began)


def _detours(moves: tuple[Move, ...]) -> int:
    return sum(move.target[0] != "f" for move in moves)


def _after(rules: Rules, position: Position, moves: tuple[Move, ...]) -> Position:
    return reduce(lambda before, move: apply(rules, before, move), moves, position)


@cached()
def warm_up() -> None:
    """Compile every function, so that no search waits for the compiler and no measured time includes it."""
    (rules, position), *_ = samples()
    search = _Search(Solver(LEAST_MEMORY), rules)
    search.begin(position, *_WHOLE[0], fewest=MOST_DETOURS)
    search.go_on(_SLICE)
    search.line()
    search.least()


class _Round(NamedTuple):
    """One search."""

    eighths: int
    """How many eighths of the line stay as they are."""
    detour: int
    """The weight of a detour."""
    weights: Weights
    """The other weights."""
    size: int
    """How many positions the round looks at."""


def _rounds() -> Iterator[_Round]:
    for doubled in count():
        size = _FIRST_ROUND << doubled
        yield from (_Round(0, *weighed, size) for weighed in _WHOLE)
        yield from (_Round(eighths, *_REST, size // _REST_SHARE) for eighths in _EIGHTHS)
        yield _Round(0, 1, _BY_DETOURS, size)


class _Search:
    """The search of `shortcuts`, which can be used repeatedly under the same rules."""

    def __init__(self, solver: Solver, rules: Rules) -> None:
        self._rules = rules
        self._board, self._store, self._state = solver.board, solver.stores[Pass.EXACT], new_state()
        self._boxed = boxed(tabulate(rules)), solver.boxed, self._store, boxed(self._state)

    def begin(self, position: Position, detour: int, weights: Weights, fewest: int) -> None:
        """Begin a new search, for a win from this position with fewer than `fewest` detours."""
        state, self._position, self._by_detours = self._state, position, weights == _BY_DETOURS
        state.weight, state.weights, state.fewest = detour, weights, min(fewest, MOST_DETOURS)
        open_shortcuts(*self._boxed, coded(self._rules, position))
        self.stands, self.looked = OPEN, 0

    def go_on(self, budget: int) -> None:
        """Look at `budget` more positions."""
        self.stands, self.looked = follow_shortcuts(*self._boxed, budget)

    def least(self) -> int:
        """Return a lower bound on the detours of every win, as far as this search has shown one."""
        if self.stands != EXHAUSTED and not self._by_detours:
            return 0
        return min(int(self._state.fewest), least_left(self._store, self._boxed[-1]))

    def line(self) -> tuple[Move, ...] | None:
        """Return the line that the search found, played through to the win, or None if it found none."""
        if self._state.won < 0:
            return None
        return played(self._rules, self._position, self._steps())

    def _steps(self) -> Iterator[Step]:
        tables, board, nodes = tabulate(self._rules), self._board, self._store.nodes
        begin(tables, board)
        yield from self._settled(tables)
        way, node = [], int(self._state.won)
        while (parent := parent_of(nodes, node)) >= 0:
            way.append((parent, int(nodes[node, 2]) >> 52 & 0xFFF))
            node = parent
        for parent, move in reversed(way):
            board.key = nodes[parent, :3] & KEY_BITS
            lay_out(tables, board)
            cleared = clear(tables, board, move & 63, self._state.cards, self._state.made)
            yield from [(int(card), CELL) for card in self._state.cards[:cleared]]
            make(tables, board, move & 63, move >> 6)
            yield move & 63, move >> 6
            yield from self._settled(tables)

    def _settled(self, tables: Record) -> Iterator[Step]:
        settled = settle_in_suit(tables, self._board, self._state)
        yield from [(int(card), int(self._board.below[card])) for card in self._state.cards[:settled]]
