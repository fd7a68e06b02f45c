"""`python -m app.site.commands.mined`: find the puzzles that ship with Rampart, and write them.

A fixed seed decides the deals and all play, so the same program finds the same puzzles again. If hardly any deal of a
variant can be won, the deals come from the list of winnable deals that ships. The files themselves prove nothing: a
test proves a sample of the puzzles again.
"""

from argparse import ArgumentParser
from collections.abc import Iterator
from itertools import islice
from random import Random

from tqdm import tqdm

from app.play.service.shipped import SHIPPED, file_of
from app.play.service.stock import shipped_deals
from app.play.values.shelf import Shelf
from app.site.commands.found import HARD_TO_FIND
from engine.deals import random_deal
from engine.games import GAMES
from engine.measured import figures
from engine.puzzles import Puzzle, written_puzzle
from engine.rules import Variant
from engine.solver import Solver
from engine.solver.mining import Mine

PUZZLES = 305
"""How many puzzles to find for each variant."""


def main() -> None:
    """Find puzzles and write the files."""
    variants = {str(variant): variant for game in GAMES.values() for variant in game.variants({})}
    parser = ArgumentParser(prog="python -m app.site.commands.mined")
    parser.add_argument("--only", metavar="VARIANT", choices=variants, help="such as “stronghold cell=one”")
    only = parser.parse_args().only
    solver = Solver()
    SHIPPED.mkdir(exist_ok=True)
    for name, variant in variants.items():
        if only in {None, name}:
            with file_of(variant).open("w") as file:
                for puzzle in tqdm(islice(mine_puzzles(solver, variant), PUZZLES), desc=name, total=PUZZLES):
                    file.write(written_puzzle(puzzle) + "\n")
                    file.flush()


def mine_puzzles(solver: Solver, variant: Variant) -> Iterator[Puzzle]:
    """Yield puzzles of a variant for as long as there are deals."""
    mine = Mine(solver, variant)
    for number in deals(variant):
        yield from mine.dig(number)


def deals(variant: Variant) -> Iterator[int]:
    """Yield the deals to search, always the same ones in the same order."""
    random = Random(f"puzzles of {variant}")
    known = figures(variant.rules)
    if known is not None and known.count.winnable < HARD_TO_FIND * known.count.deals:
        listed = sorted(number for band in shipped_deals()[Shelf.of(variant)].values() for number in band)
        yield from random.sample(listed, len(listed))
        return
    while True:
        yield random_deal(random.randrange)


if __name__ == "__main__":
    main()
