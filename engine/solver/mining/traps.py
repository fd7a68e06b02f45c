"""`python -m engine.solver.mining.traps SLUG DEALS [OPTION=VALUE …]`: count how blind play loses.

It plays DEALS winnable deals until a move loses, half of the games at random and half bringing home every card it can.
Each losing move has the first kind that fits. For each kind it prints two shares: those of this kind among all losing
moves, and those that lose among all moves of this kind.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from random import Random

from engine.asking import Verdict
from engine.cards import Card
from engine.deals import random_deal, shuffled
from engine.games import variant_of
from engine.moves import Move
from engine.position import Position, deal, layout
from engine.rules import Rules
from engine.solver.mining.judge import Judge
from engine.solver.search import Solver
from engine.tables import tables

TRIES, LONGEST = 8, 120


class MoveKind(StrEnum):
    """What a move does."""

    HOME = "brings a card home"
    LAST_CELL = "fills the last cell"
    CELL = "fills a cell, not the last"
    LAST_SPACE = "fills the last space"
    SPACE = "fills a space, not the last"
    RESERVE = "brings a card down from the reserve"
    BURIES = "lays a card on a column that holds a card which some foundation takes next or next but one"
    BUILDS = "lays a card on another column"


def kind_of(rules: Rules, before: Position, move: Move) -> MoveKind:
    """Return the kind of a move that is legal in this position."""
    table = layout(rules)
    target = table.index[move.target]
    free = [at for at in (table.cells if target in table.cells else table.columns) if not before.piles[at]]
    if target in table.foundations:
        return MoveKind.HOME
    if target in table.cells:
        return MoveKind.LAST_CELL if len(free) == 1 else MoveKind.CELL
    if not before.piles[target]:
        return MoveKind.LAST_SPACE if len(free) == 1 else MoveKind.SPACE
    if move.source[0] == "r":
        return MoveKind.RESERVE
    return MoveKind.BURIES if _wanted(rules, before) & set(before.piles[target]) else MoveKind.BUILDS


def games(variant_text: tuple[str, str], number: int) -> Iterator[tuple[MoveKind, bool]]:
    """Yield the kind of each move of blind play on `number` winnable deals, and whether the move lost."""
    variant = variant_of(*variant_text)
    rules, random, judge = variant.rules, Random(f"traps of {variant}"), Judge(Solver(), variant.rules)
    while number:
        judge.forget()
        dealt = deal(rules, shuffled(random_deal(random.randrange)))
        if judge.verdict(dealt) is not Verdict.WINNABLE:
            continue
        number -= 1
        for played in range(TRIES):
            position = dealt
            for _ in range(LONGEST):
                choices = judge.successors(position)
                homes = [choice for choice in choices if choice[0].target[0] == "f"]
                if not choices:
                    break
                move, reached = random.choice(homes if homes and played % 2 else choices)
                lost = judge.verdict_after(position, move, reached) is Verdict.UNWINNABLE
                yield kind_of(rules, position, move), lost
                if lost:
                    break
                position = reached


def _wanted(rules: Rules, position: Position) -> frozenset[Card]:
    tabled, table = tables(rules), layout(rules)
    tops = [(at - table.foundations.start, position.piles[at]) for at in table.foundations]
    first = frozenset[Card]().union(*(tabled.follows[pile[-1]] if pile else tabled.starts[suit] for suit, pile in tops))
    return first | frozenset[Card]().union(*(tabled.follows[card] for card in first)) if rules.in_suit else first


def main() -> None:
    """Count the moves, and print the shares of each kind."""
    slug, options, number = sys.argv[1], "&".join(sys.argv[3:]), int(sys.argv[2])
    made, lost = Counter[MoveKind](), Counter[MoveKind]()
    for kind, loses in games((slug, options), number):
        made[kind] += 1
        lost[kind] += loses
    for kind, times in lost.most_common():
        of_kind = f"{times / made[kind]:4.0%} of {made[kind]}"
        print(f"{times / lost.total():4.0%} of {lost.total()} losing moves; {of_kind}: {kind}")


if __name__ == "__main__":
    main()
