"""Three verdicts on a position, and the search that gives them."""

import time
from dataclasses import dataclass
from enum import Enum, StrEnum
from functools import cache
from math import inf

from engine.deals import shuffled
from engine.games import find
from engine.moves import Move
from engine.position import Position, deal
from engine.rules import Build, Rules
from engine.solver.compiled import Array, boxed
from engine.solver.kernel import EXHAUSTED, OPEN, WON, Store, new_store, open_search, search
from engine.solver.lines import coded, line
from engine.solver.mechanics import new_board
from engine.solver.tables import tabulate

DEFAULT_MEMORY = 512 << 20
"""Bytes that a solver may keep positions in."""
LEAST_MEMORY = 4 << 20

_GREEDY_SHARE = 100
"""The greedy pass has one part in so many of the memory: what it does not find soon, it hardly ever finds."""
WON_FORTRESS = 6278
_FIRST_SLICE, _LONGEST_SLICE = 128, 50_000


class Verdict(StrEnum):
    """What is known of a position."""

    WINNABLE = "winnable"
    """A line was found and played through to a win."""
    UNWINNABLE = "unwinnable"
    """Every position that can be reached was looked at, but those that a stated argument leaves out."""
    UNDECIDED = "undecided"


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one question."""

    verdict: Verdict
    moves: tuple[Move, ...] | None
    """A winning line, where there is one."""
    nodes: int
    """Positions looked at."""
    seconds: float
    """Time spent, compiling left out."""


class Pass(Enum):
    """One of the two searches that take turns."""

    GREEDY = "finds wins"
    EXACT = "proves that there is none"


WEIGHTS = {
    Build.DOWN_IN_ANY_SUIT: {Pass.GREEDY: (4, 4, 2, 4, 2, 100), Pass.EXACT: (4, 2, 2, 4, 2, 100)},
    Build.DOWN_IN_ALTERNATE_COLOURS: {Pass.GREEDY: (4, 2, 2, 4, 2, 100), Pass.EXACT: (4, 2, 2, 4, 2, 100)},
    Build.UP_OR_DOWN_IN_SUIT: {Pass.EXACT: (4, 2, 2, 4, 2, 100)},
    Build.NONE: {Pass.EXACT: (8, 0, 2, 0, 8, 100)},
}
"""The passes of a game, and how each chooses its next position, as measured to be best; see `kernel`."""


class Solver:
    """Room for one search at a time, used again by the next."""

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        """Reserve so many bytes, at least `LEAST_MEMORY`; they are taken only as they are needed."""
        if memory < LEAST_MEMORY:
            raise ValueError(f"A solver needs at least {LEAST_MEMORY} bytes.")
        self.board = new_board()
        self.boxed = boxed(self.board)
        greedy = memory // _GREEDY_SHARE
        self.stores = {
            Pass.GREEDY: new_store(greedy, exact=False),
            Pass.EXACT: new_store(memory - greedy, exact=True),
        }

    def solve(self, rules: Rules, position: Position, *, seconds: float = inf, nodes: float = inf) -> Solution:
        """Search until there is a verdict or no more room, or until about so many seconds or nodes are spent."""
        warm_up()
        began = time.perf_counter()
        searching = self._search(rules, position, seconds, nodes)
        spent = time.perf_counter() - began
        return Solution(searching.verdict, searching.line(), searching.nodes, spent)

    def judge(self, rules: Rules, position: Position, *, seconds: float = inf) -> Verdict:
        """Give the verdict alone, as `solve` does; for counting many deals."""
        return self._search(rules, position, seconds, inf).verdict

    def _search(self, rules: Rules, position: Position, seconds: float, nodes: float) -> "Search":
        searching, began = Search(self, rules, position), time.perf_counter()
        while searching.open and searching.nodes < nodes and time.perf_counter() - began < seconds:
            searching.run()
        return searching


class Search:
    """One search, run slice by slice; it is over when its solver begins another.

    The greedy and the exact pass take turns, in slices that grow: whichever is the right one for a position, no
    more than as much again is spent on the other.
    """

    def __init__(self, solver: Solver, rules: Rules, position: Position) -> None:
        """Begin a search from this position."""
        self.verdict = Verdict.UNDECIDED
        self._solver, self._rules, self._position = solver, rules, position
        self._slice = _FIRST_SLICE
        self._won: Store | None = None
        self._looked: dict[Pass, int] = {}
        self._open = tuple(WEIGHTS[rules.build])

    @property
    def open(self) -> bool:
        """Whether running on may still bring a verdict."""
        return self.verdict is Verdict.UNDECIDED and bool(self._open)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return sum(self._looked.values())

    def run(self) -> None:
        """Run every pass for one slice, at most some 50,000 positions each."""
        for each in self._open:
            store = self._solver.stores[each]
            stands, self._looked[each] = self._go_on(each, store)
            if stands == WON:
                self.verdict, self._won = Verdict.WINNABLE, store
                return
            if stands == EXHAUSTED and each is Pass.EXACT:
                self.verdict = Verdict.UNWINNABLE
                return
            if stands != OPEN:
                self._open = tuple(other for other in self._open if other is not each)
        self._slice = min(self._slice * 2, _LONGEST_SLICE)

    def _go_on(self, each: Pass, store: Store) -> tuple[int, int]:
        rules, board = self._rules, self._solver.board
        if each in self._looked:
            return search(tabulate(rules), board, store, self._slice)
        first = coded(rules, self._position)
        return open_search(_boxed(rules), self._solver.boxed, store, WEIGHTS[rules.build][each], first, self._slice)

    def line(self) -> tuple[Move, ...] | None:
        """Give the winning line that was found, played through to the win."""
        if self._won is None:
            return None
        return line(self._rules, self._position, self._solver.board, self._won)


@cache
def _boxed(rules: Rules) -> Array:
    return boxed(tabulate(rules))


@cache
def warm_up() -> None:
    """Have every compiled function ready, so that no search waits for the compiler and no clock counts it."""
    rules = find("fortress").rules_with({})
    searching = Search(Solver(LEAST_MEMORY), rules, deal(rules, shuffled(WON_FORTRESS)))
    while searching.open:
        searching.run()
    searching.line()
