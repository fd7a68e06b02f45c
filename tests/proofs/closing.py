"""Certificates for tests: how they are written, and positions of the engine in their words."""

from collections.abc import Collection
from functools import cache
from itertools import combinations

from engine.cards import TEXT
from engine.deals import shuffled
from engine.position import Position, deal, face_down_rows, layout
from engine.proofs import Argument, Deal, PositionTable, dealt, leanings
from engine.proofs.checker import Placement
from engine.rules import Rules, Variant, builds
from engine.solver import Solver, Verdict


def every_leaning(rules: Rules) -> list[tuple[Argument, ...]]:
    """List every set of the arguments that make a difference under these rules."""
    useful = leanings(rules, [*Argument])
    return [chosen for count in range(len(useful) + 1) for chosen in combinations(useful, count)]


def begun(rules: Rules, position: Position) -> Deal:
    """Return a position of the engine as what a game begins with."""
    table, piles = layout(rules), position.piles
    reserve = tuple(card for at in table.reserve for card in piles[at])
    return Deal(tuple(piles[at] for at in table.columns), tuple(piles[at] for at in table.foundations), reserve)


def line(rules: Rules, table: PositionTable, position: Position) -> set[str]:
    """Return the lines of a position of the engine that was reached from the deal of the table."""
    columns, piles = [], position.piles
    for at in layout(rules).columns:
        cards, hidden = piles[at], face_down_rows(rules, position, at)
        lowest = len(cards) - 1
        while lowest > 0 and lowest - 1 not in hidden and builds(rules.build, cards[lowest], cards[lowest - 1]):
            lowest -= 1
        known = lowest + 1 if lowest > 0 else 0
        columns.append((known, tuple(TEXT[card] for card in cards[known:])))
    homes, cells, reserve = (
        [piles[at] for at in places]
        for places in (layout(rules).foundations, layout(rules).cells, layout(rules).reserve)
    )
    held = [tuple(TEXT[card] for pile in places for card in pile) for places in (cells, reserve)]
    return table.lines(Placement(tuple(map(len, homes)), tuple(columns), *held))


@cache
def unwinnable(variant: Variant, count: int) -> tuple[int, ...]:
    """Return the first numbers of deals that the solver calls unwinnable after a short search."""
    solver, found, number = Solver(), list[int](), 0
    while len(found) < count:
        number += 1
        solution = solver.solve(variant.rules, deal(variant.rules, shuffled(number)), nodes=3000)
        if solution.verdict is Verdict.UNWINNABLE:
            found.append(number)
    return tuple(found)


def table_of(variant: Variant, number: int, leans_on: Collection[Argument]) -> PositionTable:
    """Return the table of a numbered deal."""
    return PositionTable(variant.rules, dealt(variant.rules, shuffled(number)), leans_on)
