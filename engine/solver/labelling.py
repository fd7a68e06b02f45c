"""Labels for every move of a position: whether it keeps the win, and in how many moves it wins at most.

First it judges the position itself: if that is lost, so is every move. Then it goes over the moves in rounds, each
longer than the one before, so that a hard move does not hold up the easy ones. A line found for one move often wins
after others too, since most moves can be taken back. Finally it shortens the lines.
"""

import time
from collections.abc import Iterator
from math import inf

from msgspec.structs import replace

from engine.asking import Labelled, Labels, Verdict, texts_of
from engine.moves import Move, after, distinct_moves, is_won, legal_moves
from engine.position import Position
from engine.rules import Rules
from engine.solver.search import Solver
from engine.solver.shortening import shorten

FIRST_LOOK = 2_000
"""How many positions to look at for a move in the first round."""
FURTHER = 8
"""How many times as many positions a round looks at as the one before."""
LONGEST_LOOK = FIRST_LOOK * FURTHER**4
"""A move that is open after this many positions stays undecided."""
TO_SHORTEN = 20_000
"""How many positions to look at to shorten a line."""

Line = tuple[str, ...]
"""Moves that win, as text."""


def label(solver: Solver, rules: Rules, position: Position, known: Labels, seconds: float = inf) -> Labels:
    """Work on the labels of a position's moves for about `seconds`, which one hard move may exceed, and return them.

    `known` is what an earlier call returned for this position. The first time, it is labels without moves.
    """
    until = time.monotonic() + seconds
    labelling = _Labelling(solver, rules, position, known)
    for _ in labelling.steps():
        if time.monotonic() >= until:
            break
    labels = labelling.labels()
    return labels if labels.open else labels.settled()


class _Labelling:
    """The work on one position."""

    def __init__(self, solver: Solver, rules: Rules, position: Position, known: Labels) -> None:
        self._solver, self._rules, self._position = solver, rules, position
        self._reached = {str(move): reached for move, reached in distinct_moves(rules, position).items()}
        self._rows = {one.move: one for one in known.moves} or {move: Labelled(move) for move in self._reached}
        self._judged = known.verdict
        self._wins: dict[Position, Line] = {}
        for move, row in self._rows.items():
            if row.line is not None:
                self._learn(self._reached[move], row.line)

    def labels(self) -> Labels:
        """Return the labels known so far, the best first."""
        verdicts = {row.verdict for row in self._rows.values()}
        if Verdict.WINNABLE in verdicts or is_won(self._rules, self._position):
            verdict = Verdict.WINNABLE
        else:
            verdict = self._judged if Verdict.UNDECIDED in verdicts else Verdict.UNWINNABLE
        return Labels(verdict, sorted(self._rows.values(), key=_rank))

    def steps(self) -> Iterator[None]:
        """Take one step after another, until no move is open."""
        if self._rows and self._judged is Verdict.UNDECIDED and not any(row.effort for row in self._rows.values()):
            self._judge_position()
            yield
        while open_rows := [row for row in self._rows.values() if row.open]:
            undecided = [row for row in open_rows if row.verdict is Verdict.UNDECIDED]
            if undecided:
                self._look(min(undecided, key=lambda row: row.effort))
            else:
                self._shorten(min(open_rows, key=_rank))
            yield

    def _judge_position(self) -> None:
        solution = self._solver.solve(self._rules, self._position, nodes=FIRST_LOOK * FURTHER)
        self._judged = solution.verdict
        lost = solution.verdict is Verdict.UNWINNABLE
        # Any effort above 0 shows that the position has been judged.
        self._rows = {
            move: Labelled(move, solution.verdict if lost else Verdict.UNDECIDED, open=not lost, effort=1)
            for move in self._rows
        }
        if solution.moves:
            self._learn(self._position, texts_of(solution.moves))

    def _look(self, row: Labelled) -> None:
        reached = self._reached[row.move]
        line = self._line_from(reached)
        if line is None:
            effort = max(row.effort * FURTHER, FIRST_LOOK)
            solution = self._solver.solve(self._rules, reached, nodes=effort)
            if solution.moves is None:
                still_open = solution.verdict is Verdict.UNDECIDED and effort < LONGEST_LOOK
                self._rows[row.move] = Labelled(row.move, solution.verdict, open=still_open, effort=effort)
                return
            line = texts_of(solution.moves)
            self._learn(reached, line)
        self._rows[row.move] = Labelled(row.move, Verdict.WINNABLE, 1 + len(line), effort=row.effort, line=line)

    def _shorten(self, row: Labelled) -> None:
        reached = self._reached[row.move]
        line, at_least = self._line_from(reached) or (), 0
        if line:
            shortened = shorten(self._solver, self._rules, reached, _read(line), nodes=TO_SHORTEN)
            line, at_least = texts_of(shortened.moves), shortened.at_least
            self._learn(reached, line)
        self._rows[row.move] = replace(row, at_most=1 + len(line), at_least=1 + at_least, open=False, line=line)

    def _line_from(self, reached: Position) -> Line | None:
        """Return the shortest known win from a position, or through one move from it; None if there is none."""
        found = [] if reached not in self._wins else [self._wins[reached]]
        for move in legal_moves(self._rules, reached):
            further = self._wins.get(after(self._rules, reached, move))
            if further is not None:
                found.append((str(move), *further))
        return min(found, key=len, default=None)

    def _learn(self, position: Position, line: Line) -> None:
        """Remember a win, from this position and from each one on its way."""
        for at, move in enumerate(_read(line)):
            known = self._wins.get(position)
            if known is None or len(known) > len(line) - at:
                self._wins[position] = line[at:]
            position = after(self._rules, position, move)
        self._wins.setdefault(position, ())


def _read(line: Line) -> tuple[Move, ...]:
    return tuple(map(Move.read, line))


_ORDER = [Verdict.WINNABLE, Verdict.UNDECIDED, Verdict.UNWINNABLE]


def _rank(row: Labelled) -> tuple[int, int]:
    return _ORDER.index(row.verdict), row.at_most or 0
