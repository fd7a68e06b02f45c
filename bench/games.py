"""Games to measure with: random legal moves from numbered deals, the same ones in every run."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from bench.effort import Effort
from engine.deals import shuffled
from engine.moves import Move, apply, legal_moves, renames
from engine.position import Position, deal
from engine.rules import Rules
from tests.engine.variants import Variant


@dataclass(frozen=True, slots=True)
class Ply:
    """A move, with the position before it."""

    position: Position
    move: Move


def play(rules: Rules, number: int, at_most: int) -> Iterator[Ply]:
    """Play a numbered deal at random, for `at_most` moves or until only renamings are left."""
    position, chance = deal(rules, shuffled(number)), random.Random(number)
    for _ in range(at_most):
        legal = [move for move in legal_moves(rules, position) if not renames(rules, position, move)]
        if not legal:
            return
        ply = Ply(position, chance.choice(legal))
        yield ply
        position = apply(rules, position, ply.move)


def middles(variant: Variant, effort: Effort) -> list[Ply]:
    """Return the middle move of several games of a variant. Skip deals that have no move."""
    found: list[Ply] = []
    number = 0
    while len(found) < effort.players:
        number += 1
        if plies := list(play(variant.rules, number, effort.moves)):
            found.append(plies[len(plies) // 2])
    return found
