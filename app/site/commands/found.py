"""`python -m app.site.commands.found`: find winnable deals and write the list that ships with Rampart.

The list has some deals of each band for each shelf of the stock. Deals already on it stay, and new numbers are drawn
at random. `--add FILE` reads numbers found elsewhere, one JSON array to a line with the number first. It tries to prove
each of them winnable for every shelf, or only for that of `--shelf`, and adds those it proves. The list itself proves
nothing: a test proves some of its deals again.
"""

import json
from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from secrets import randbelow

from tqdm import tqdm

from app.play.service.stock import FOUND_AHEAD, shelves
from app.play.values.shelf import Band, Shelf, bands_of
from engine.deals import LAST_RANDOM_DEAL, random_deal
from engine.measured import figures
from engine.solver import Solver
from engine.solver.proving import try_deals

DEALS_A_BAND = 40
MANY_A_BAND = 400
HARD_TO_FIND = 1 / 1000
"""If a smaller share of deals can be won, the list has many: a solver needs a second or more to find one."""
DEALS_AT_A_TIME = 100
MOST_TRIED = 200_000_000
"""The most deals to try for one shelf."""
NODES = 200_000

Kept = dict[str, dict[Band, set[int]]]
"""For each shelf, the deals of each band."""


def main() -> None:
    """Find deals, or prove the deals in a file, and write the list."""
    parser = ArgumentParser(prog="python -m app.site.commands.found")
    parser.add_argument(
        "--shelf",
        help="fill only this shelf, such as “six-by-four cells=none”",
        choices=[name.strip() for name in _names()],
    )
    parser.add_argument("--add", metavar="FILE", type=Path, nargs="+", help="prove the numbers in these files instead")
    read = parser.parse_args()
    kept, solver = read_list(FOUND_AHEAD), Solver()
    for shelf in shelves():
        name = shelf.name
        if read.shelf not in {None, name.strip()}:
            continue
        if read.add is not None:
            numbers = sorted({number for file in read.add for number in _numbers(file)} - _all(kept, name))
            for number, band in tqdm(prove_deals(solver, shelf, numbers), desc=name):
                kept[name][band].add(number)
        else:
            fill(solver, shelf, kept[name])
        FOUND_AHEAD.write_text(list_text(kept))


def read_list(file: Path) -> Kept:
    """Read a list that `list_text` has written."""
    kept: Kept = defaultdict(lambda: defaultdict(set))
    for name, bands in json.loads(file.read_text()).items():
        for band, numbers in bands.items():
            kept[name][Band(band)] = set(numbers)
    return kept


def list_text(kept: Kept) -> str:
    """Return the text of a list, with a line for each shelf and band."""
    shelves_text = []
    for name in _names():
        bands = [f'  "{band}": {json.dumps(sorted(kept[name][band]), separators=(",", ":"))}' for band in Band]
        shelves_text.append(f' "{name}": {{\n' + ",\n".join(bands) + "\n }")
    return "{\n" + ",\n".join(shelves_text) + "\n}\n"


def prove_deals(solver: Solver, shelf: Shelf, numbers: Sequence[int]) -> Iterator[tuple[int, Band]]:
    """Yield each deal that can be won under every open choice, with its band."""
    every = [variant.rules for variant in shelf.variants]
    for number, band in try_deals(solver, every, numbers, NODES):
        if band is not None:
            yield number, Band(band)


def fill(solver: Solver, shelf: Shelf, kept: dict[Band, set[int]]) -> None:
    """Try deals until every band has enough, but at most `MOST_TRIED`."""
    bands, enough = bands_of(shelf.game), MANY_A_BAND if _hard_to_find(shelf) else DEALS_A_BAND
    for _ in tqdm(range(0, MOST_TRIED, DEALS_AT_A_TIME), desc=shelf.name, unit_scale=DEALS_AT_A_TIME, leave=False):
        if all(len(kept[band]) >= enough for band in bands):
            break
        for number, band in prove_deals(solver, shelf, list(islice(_random_deals(), DEALS_AT_A_TIME))):
            if len(kept[band]) < enough:
                kept[band].add(number)
            if all(len(kept[band]) >= enough for band in bands):
                break


def _hard_to_find(shelf: Shelf) -> bool:
    known = [figures(each.rules) for each in shelf.variants]
    return any(each.count.winnable < HARD_TO_FIND * each.count.deals for each in known if each is not None)


def _random_deals() -> Iterator[int]:
    while True:
        yield random_deal(randbelow)


def _numbers(file: Path) -> Iterable[int]:
    numbers = (json.loads(line)[0] for line in file.read_text().splitlines() if line.endswith("]"))
    return [number for number in numbers if 1 <= number <= LAST_RANDOM_DEAL]


def _all(kept: Kept, name: str) -> set[int]:
    return {number for numbers in kept[name].values() for number in numbers}


def _names() -> list[str]:
    return [shelf.name for shelf in shelves()]


if __name__ == "__main__":
    main()
