"""`python -m bench.first_deals` writes the list of gentle deals that players get first.

Of the gentle deals that ship, it keeps for each shelf those that forgive most: every first move leaves them winnable,
under every open choice, and the careful beginner of `bench.beginners` wins most games on them.
"""

import json
from random import Random

from app.play.service.stock import FIRST_DEALS, shelves, shipped_deals
from app.play.values.shelf import Band, Shelf
from bench.beginners import wins
from engine.asking import Verdict
from engine.deals import shuffled
from engine.moves import distinct_moves
from engine.position import deal
from engine.solver import Solver

A_SHELF = 6
"""How many deals of a shelf come first, at most."""
GAMES_A_DEAL = 20
LEAST_SHARE = 0.7
"""The share of its games that the beginner wins, at least."""
NODES = 200_000


def forgives(solver: Solver, shelf: Shelf, number: int) -> bool:
    """Return whether every first move on a deal leaves it winnable."""
    dealt = [(each.rules, deal(each.rules, shuffled(number))) for each in shelf.variants]
    return all(
        solver.solve(rules, after, nodes=NODES).verdict is Verdict.WINNABLE
        for rules, position in dealt
        for after in distinct_moves(rules, position).values()
    )


def share(shelf: Shelf, number: int) -> float:
    """Return the share of games on a deal that the beginner wins."""
    random, dealt = Random(number), [(each.rules, deal(each.rules, shuffled(number))) for each in shelf.variants]
    won = sum(wins(rules, position, random) for rules, position in dealt for _ in range(GAMES_A_DEAL))
    return won / (GAMES_A_DEAL * len(dealt))


def main() -> None:
    """Choose the deals, and write the list."""
    solver, lines = Solver(), []
    for shelf in shelves():
        known = {each: share(shelf, each) for each in shipped_deals()[shelf][Band.GENTLE]}
        best = sorted((each for each in known if known[each] >= LEAST_SHARE), key=lambda each: (-known[each], each))
        kept = [each for each in best if forgives(solver, shelf, each)][:A_SHELF]
        lines.append(f' "{shelf.name}": {json.dumps(sorted(kept), separators=(",", ":"))}')
    FIRST_DEALS.write_text("{\n" + ",\n".join(lines) + "\n}\n")


if __name__ == "__main__":
    main()
