"""The search that reaches one of three verdicts on a position."""

import time
from dataclasses import dataclass
from math import inf

from engine.asking import Verdict
from engine.caching import cached
from engine.moves import Move
from engine.position import Position
from engine.rules import Rules
from engine.solver.alike import open_alike, search_alike
from engine.solver.compiled import Array, boxed
from engine.solver.kernel import EXHAUSTED, OPEN, WON, Store, new_store, open_search, search
from engine.solver.lines import coded, line, played
from engine.solver.mechanics import new_board
from engine.solver.packed import fits, new_pack, open_packed, search_packed
from engine.solver.packed_lines import packed_steps
from engine.solver.plans import Pass, passes, plan
from engine.solver.samples import samples
from engine.solver.tables import tabulate

DEFAULT_MEMORY = 512 << 20
"""How many bytes a solver may use for positions."""
LEAST_MEMORY = 4 << 20

_FIRST_SLICE, _LONGEST_SLICE = 128, 50_000
_FIRST_SLICE_OF_ALIKE = 512
"""The first slice in which the alike pass runs. Smaller ones decide half of all deals with the cheaper passes."""
_EXACT_SHARE = 8
"""After the alike pass, the exact pass looks at one position for this many of the greedy pass."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer to one question."""

    verdict: Verdict
    moves: tuple[Move, ...] | None
    """A winning line, if there is one."""
    nodes: int
    """Positions looked at."""
    seconds: float
    """The time spent, without that of the compiler."""


_SHARES = {Pass.EXACT: 4, Pass.GREEDY: 1, Pass.ALIKE: 3}
"""The shares of the memory that the passes get."""


class Solver:
    """The memory of one search at a time, which the next search reuses."""

    def __init__(self, memory: int = DEFAULT_MEMORY) -> None:
        """Reserve `memory` bytes, which the solver takes as it needs them. Raise `ValueError` below `LEAST_MEMORY`."""
        if memory < LEAST_MEMORY:
            raise ValueError(f"A solver needs at least {LEAST_MEMORY} bytes.")
        self.board = new_board()
        self.boxed = boxed(self.board)
        self.pack = new_pack()
        self.boxed_pack = boxed(self.pack)
        part = memory // sum(_SHARES.values())
        self.stores = {each: new_store(share * part, exact=each is not Pass.GREEDY) for each, share in _SHARES.items()}

    def solve(self, rules: Rules, position: Position, *, seconds: float = inf, nodes: float = inf) -> Solution:
        """Search until there is a verdict, memory is full, or about `seconds` or `nodes` positions are spent."""
        warm_up()
        began = time.perf_counter()
        searching = self._search(rules, position, seconds, nodes)
        spent = time.perf_counter() - began
        return Solution(searching.verdict, searching.line(), searching.nodes, spent)

    def judge(self, rules: Rules, position: Position, *, seconds: float = inf) -> Verdict:
        """Return only the verdict of `solve`, for counting many deals."""
        return self._search(rules, position, seconds, inf).verdict

    def _search(self, rules: Rules, position: Position, seconds: float, nodes: float) -> "Search":
        searching, began = Search(self, rules, position), time.perf_counter()
        while searching.open and searching.nodes < nodes and time.perf_counter() - began < seconds:
            searching.run()
        return searching


class Search:
    """One search, run slice by slice. It ends when its solver begins another.

    The passes take turns, in slices that grow. So whichever pass suits a position, we spend no more than the same again
    on each other pass. After some slices the exact pass stops while the pass over alike cards runs, which proves the
    same with a small part of the positions. When that pass is over, the exact pass gets a smaller share than the greedy
    one.
    """

    def __init__(self, solver: Solver, rules: Rules, position: Position) -> None:
        """Begin a search from this position."""
        self.verdict = Verdict.UNDECIDED
        self._solver, self._rules, self._position = solver, rules, position
        self._first = coded(rules, position)
        self._packed = fits(rules, position)
        self._slice = _FIRST_SLICE
        self._passes = passes(rules)
        self._alike_share = plan(rules).alike_share
        self._won: Store | None = None
        self._looked: dict[Pass, int] = {}
        # The search compares packed positions whole, so another pass over them would only repeat the first.
        self._open = (Pass.EXACT,) if self._packed else tuple(self._passes)

    @property
    def open(self) -> bool:
        """Whether another `run` may still bring a verdict."""
        return self.verdict is Verdict.UNDECIDED and bool(self._open)

    @property
    def nodes(self) -> int:
        """Positions looked at so far."""
        return sum(self._looked.values())

    def run(self) -> None:
        """Run the passes whose turn it is for one slice of at most some 50,000 positions each."""
        for each in self._open:
            size = self._size(each)
            stands = self._go_on(each, size) if size else OPEN
            if stands == EXHAUSTED and each is not Pass.GREEDY:
                self.verdict = Verdict.UNWINNABLE
                return
            if stands == WON and each is not Pass.ALIKE:
                self.verdict, self._won = Verdict.WINNABLE, self._solver.stores[each]
                return
            if stands != OPEN:
                self._open = tuple(other for other in self._open if other is not each)
        self._slice = min(self._slice * 2, _LONGEST_SLICE)

    def _size(self, each: Pass) -> int:
        """Return how many positions a pass may look at in its turn."""
        small = self._slice < _FIRST_SLICE_OF_ALIKE
        if each is Pass.EXACT and not small and len(self._open) > 1:
            return 0 if Pass.ALIKE in self._open else self._slice // _EXACT_SHARE
        if each is Pass.ALIKE:
            return 0 if small else self._slice // self._alike_share
        return self._slice

    def _go_on(self, each: Pass, size: int) -> int:
        solver, store = self._solver, self._solver.stores[each]
        if each in self._looked:
            if self._packed:
                stands, looked = search_packed(solver.boxed_pack, store, size)
            else:
                go_on = search_alike if each is Pass.ALIKE else search
                stands, looked = go_on(tabulate(self._rules), solver.board, store, size)
        else:
            tables, weights = _boxed(self._rules), self._passes[each]
            if self._packed:
                room = tables, solver.boxed, store, solver.boxed_pack
                stands, looked = open_packed(*room, weights, self._first, size)
            else:
                begin = open_alike if each is Pass.ALIKE else open_search
                stands, looked = begin(tables, solver.boxed, store, weights, self._first, size)
        self._looked[each] = looked
        return stands

    def line(self) -> tuple[Move, ...] | None:
        """Return the winning line, played through to the win, or None if none was found."""
        if self._won is None:
            return None
        if self._packed:
            steps = packed_steps(self._solver.board, self._solver.pack, self._won)
            return played(self._rules, self._position, steps)
        return line(self._rules, self._position, self._solver.board, self._won)


@cached()
def _boxed(rules: Rules) -> Array:
    return boxed(tabulate(rules))


@cached()
def warm_up() -> None:
    """Compile every function, so that no search waits for the compiler and no measured time includes it."""
    solver = Solver(LEAST_MEMORY)
    for rules, position in samples():
        searching = Search(solver, rules, position)
        while searching.open:
            searching.run()
        searching.line()
