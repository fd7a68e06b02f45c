"""`python -m app.cli.found`: finds winnable deals ahead and writes the file of them that comes with Rampart.

For each game and its options so many deals of each band, from a number on that is drawn anew each time. The file is
evidence of nothing: a test proves every deal in it again.
"""

import json
from collections import defaultdict
from secrets import randbelow

from tqdm import trange

from app.services.rulebook import rules_of
from app.services.stock import FOUND_AHEAD, Band, Shelf, shelves
from engine.deals import LAST_RANDOM_DEAL, shuffled
from engine.position import deal
from engine.solver import Solver, Verdict
from engine.solver.bands import band
from engine.solver.screening import screen

DEALS_A_BAND = 12
DEALS_AT_A_TIME = 200
MOST_TRIED = 1_000_000
"""Deals tried for one shelf at most; what can be won a few times in a million comes with fewer."""
NODES = 200_000


def main() -> None:
    """Find the deals and write the file."""
    solver = Solver()
    found = {" ".join(shelf): find_deals(solver, shelf) for shelf in shelves()}
    FOUND_AHEAD.write_text(json.dumps(found, indent=1) + "\n")


def find_deals(solver: Solver, shelf: Shelf) -> dict[str, list[int]]:
    """Try deals until there are enough of each band; give them in order of their numbers."""
    rules, kept = rules_of(*shelf), defaultdict[str, list[int]](list)
    first = randbelow(LAST_RANDOM_DEAL - MOST_TRIED) + 1
    for start in trange(first, first + MOST_TRIED, DEALS_AT_A_TIME, desc=" ".join(shelf), leave=False):
        decks = [shuffled(number) for number in range(start, start + DEALS_AT_A_TIME)]
        verdicts = screen(solver, rules, decks)
        for number, deck, verdict in zip(range(start, start + DEALS_AT_A_TIME), decks, verdicts, strict=True):
            if verdict is not Verdict.UNWINNABLE:
                solution = solver.solve(rules, deal(rules, deck), nodes=NODES)
                shelf_of_band = kept[band(rules, solution.nodes)]
                if solution.moves and len(shelf_of_band) < DEALS_A_BAND:
                    shelf_of_band.append(number)
        if all(len(kept[one]) == DEALS_A_BAND for one in Band):
            break
    return dict(kept)


if __name__ == "__main__":
    main()
