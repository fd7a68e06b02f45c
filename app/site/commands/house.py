"""`python -m app.site.commands.house`: find the games that the house plays against a player who finds nobody else to
race.

All are won. Their deals are on the list that ships, a few of each band for each variant. A test plays them again.

"""

import json

from tqdm import tqdm

from app.features.races.service.house import LINES
from app.play.service.stock import shipped_deals
from app.play.values.shelf import Band, Shelf
from engine.deals import shuffled
from engine.games import GAMES
from engine.position import deal
from engine.rules import Variant
from engine.solver import Solver, shorten

DEALS = {Band.GENTLE: 3, Band.STEADY: 2, Band.HARD: 1}
"""How many deals to take of each band."""
EFFORT = 100_000
"""How many positions to look at while shortening each line."""


def main() -> None:
    """Find the games and write the file."""
    solver = Solver()
    variants = [variant for game in GAMES.values() for variant in game.variants({})]
    kept = {f"{one.game.slug} {one.text}": _lines(solver, one) for one in tqdm(variants)}
    LINES.write_text(json.dumps(kept, indent=1) + "\n")


def _lines(solver: Solver, variant: Variant) -> dict[str, str]:
    listed = shipped_deals()[Shelf.of(variant)]
    numbers = [number for band, count in DEALS.items() for number in listed[band][:count]]
    return {str(number): _line(solver, variant, number) for number in numbers}


def _line(solver: Solver, variant: Variant, number: int) -> str:
    position = deal(variant.rules, shuffled(number))
    found = solver.solve(variant.rules, position)
    assert found.moves is not None
    shorter = shorten(solver, variant.rules, position, found.moves, nodes=EFFORT)
    return " ".join(map(str, shorter.moves))


if __name__ == "__main__":
    main()
