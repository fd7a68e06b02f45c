"""The analysis board: how soon every move of a position has its verdict, in positions that people might reach."""

import time
from collections.abc import Iterator
from random import Random

from bench.effort import Effort
from bench.report import Figure
from engine.asking import Labels, Verdict
from engine.deals import shuffled
from engine.moves import Move, after
from engine.position import Position, deal
from engine.rules import Rules, Variant
from engine.solver import Solver, warm_up
from engine.solver.labelling import label
from engine.solver.shortening import warm_up as warm_up_shortening
from tests.engine.variants import VARIANTS

TABLE = "Analysis board, all moves of a position labelled"
_FIRST = 2_000_001
_SHARE = 5 / 12
"""How many positions of each variant to label for each repeat: 125 for 300."""
_A_GAME = 25
"""How many positions to take from one game."""
_BETWEEN = 3
"""How many moves of a winning line to make between two of these positions."""
_SLIP = 0.1
"""The share of moves that the player makes at random, without regard to the win."""


def measure(effort: Effort) -> list[Figure]:
    """Measure every game under every option, and all together."""
    solver, spent = Solver(), list[float]()
    warm_up()
    warm_up_shortening()
    figures = []
    for variant in VARIANTS:
        seconds = [one for one, _ in _labelled(solver, variant, max(2, round(effort.repeats * _SHARE)))]
        spent += seconds
        figures += _figures(str(variant), seconds)
    return [*figures, *_figures("all", spent)]


def _figures(row: str, seconds: list[float]) -> list[Figure]:
    ordered = sorted(seconds)
    values = {
        "positions": len(ordered),
        "median, ms": 1000 * ordered[len(ordered) // 2],
        "95 %, ms": 1000 * ordered[int(0.95 * len(ordered))],
        "slowest, ms": 1000 * ordered[-1],
        "within 300 ms, %": 100 * sum(one <= 0.3 for one in ordered) / len(ordered),
    }
    return [Figure(TABLE, row, column, value) for column, value in values.items()]


def _labelled(solver: Solver, variant: Variant, most: int) -> Iterator[tuple[float, Labels]]:
    """Label positions that a fair player might reach. Yield the seconds until every move has its verdict."""
    random, number, found = Random(str(variant)), _FIRST, 0
    while found < most:
        position, number = deal(variant.rules, shuffled(number)), number + 1
        if solver.solve(variant.rules, position, nodes=200_000).verdict is not Verdict.WINNABLE:
            continue
        for _ in range(_A_GAME):
            seconds, labels = _label(solver, variant.rules, position)
            if not labels.moves or found == most:
                break
            yield seconds, labels
            found += 1
            position = _played_on(solver, variant.rules, position, labels, random)


def _label(solver: Solver, rules: Rules, position: Position) -> tuple[float, Labels]:
    began = time.process_time()
    labels = label(solver, rules, position, Labels(), seconds=0)
    while not labels.decided:
        labels = label(solver, rules, position, labels, seconds=0)
    return time.process_time() - began, labels


def _played_on(solver: Solver, rules: Rules, position: Position, labels: Labels, random: Random) -> Position:
    """Make a move, usually one that keeps the win, and then a few moves of a winning line."""
    keeping = [one.move for one in labels.moves if one.verdict is Verdict.WINNABLE]
    every = [one.move for one in labels.moves]
    position = after(rules, position, Move.read(random.choice(every if random.random() < _SLIP else keeping or every)))
    line = solver.solve(rules, position, nodes=200_000).moves or ()
    for _, move in zip(range(_BETWEEN), line, strict=False):
        position = after(rules, position, move)
    return position
