"""Verdicts on positions under one set of rules, each searched for once."""

from typing import TypeAlias

from engine.asking import Verdict
from engine.moves import Move, after, is_won, legal_moves, objection
from engine.position import Position, unordered_key
from engine.rules import Rules
from engine.solver.search import Search, Solver

NODES = 6_000
"""About how many positions to look at for a verdict. What takes more stays undecided."""

Key: TypeAlias = tuple[object, ...]
"""Equal for positions that differ only in the order of their piles."""


class Judge:
    """A solver that remembers its verdicts on the positions of one deal or a few."""

    def __init__(self, solver: Solver, rules: Rules) -> None:
        self.rules = rules
        self._solver = solver
        self._keys: dict[Position, Key] = {}
        self._verdicts: dict[Key, Verdict] = {}
        self._successors: dict[Position, list[tuple[Move, Position]]] = {}

    def forget(self) -> None:
        """Forget everything. Call this before another deal."""
        self._keys.clear()
        self._verdicts.clear()
        self._successors.clear()

    def key(self, position: Position) -> Key:
        """Return a key that is equal for positions that differ only in the order of their piles."""
        if position not in self._keys:
            self._keys[position] = unordered_key(self.rules, position)
        return self._keys[position]

    def successors(self, position: Position) -> list[tuple[Move, Position]]:
        """Return the distinct moves with the positions they lead to, without those that only rename columns."""
        # The cache does not go by the key: if piles stand in another order, other moves lead to the same positions.
        if position not in self._successors:
            found = {self.key(position): (Move("", ""), position)}
            for move in legal_moves(self.rules, position):
                reached = after(self.rules, position, move)
                found.setdefault(self.key(reached), (move, reached))
            self._successors[position] = list(found.values())[1:]
        return self._successors[position]

    def verdict(self, position: Position) -> Verdict:
        """Return whether a position can be won."""
        key = self.key(position)
        if key not in self._verdicts:
            self._verdicts[key] = Verdict.WINNABLE if is_won(self.rules, position) else self._search(position).verdict
        return self._verdicts[key]

    def verdict_after(self, before: Position, move: Move, reached: Position) -> Verdict:
        """Return whether the position after a move can be won. A move that can be taken back needs no search."""
        key = self.key(reached)
        if key not in self._verdicts and self._goes_back(before, move, reached):
            self._verdicts[key] = self.verdict(before)
        return self.verdict(reached)

    def losing_moves(self, position: Position) -> list[Move] | None:
        """Return the distinct moves that lose, or None if any move is undecided."""
        judged = [(move, self.verdict_after(position, move, reached)) for move, reached in self.successors(position)]
        if any(verdict is Verdict.UNDECIDED for _, verdict in judged):
            return None
        return [move for move, verdict in judged if verdict is Verdict.UNWINNABLE]

    def line(self, position: Position) -> tuple[Move, ...] | None:
        """Return a winning line, or None if the solver finds none."""
        return self._search(position).line()

    def _goes_back(self, before: Position, move: Move, reached: Position) -> bool:
        back = Move(move.target, move.source, move.count)
        return objection(self.rules, reached, back) is None and after(self.rules, reached, back) == before

    def _search(self, position: Position) -> Search:
        searching = Search(self._solver, self.rules, position)
        while searching.open and searching.nodes < NODES:
            searching.run()
        return searching
