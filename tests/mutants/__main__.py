"""`make mutants`: makes small mistakes in modules, one at a time in a copy, and shows those that no test notices.

The tests that may notice one are those of the module's own room that enter the function or use the module; `.mutants/`
keeps which these are. `tests/mutants/explained.txt` says of some mistakes why no test has to notice them.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random

from tests.mutants.making import Mutant
from tests.mutants.rooms import ROOMS, mutants_in
from tests.mutants.trying import Fate, copied, fate, forks, reach

EXPLAINED = Path(__file__).with_name("explained.txt")
DEAD = {Fate.KILLED, Fate.HUNG}


def shown(mutant: Mutant) -> str:
    """Name a mutant by its module and the lines that it changes, before and after."""
    before = [f"- {line.strip()}" for line in mutant.before.splitlines()]
    after = [f"+ {line.strip()}" for line in mutant.after.splitlines()]
    return "\n".join((mutant.path, *before, *after))


def explained() -> set[str]:
    """Return the mutants that are explained, as `shown` names them; a reason is what stands indented below."""
    paragraphs = EXPLAINED.read_text(encoding="utf-8").split("\n\n")[1:]
    lines = [paragraph.splitlines() for paragraph in paragraphs]
    return {"\n".join(line for line in those if not line.startswith("  ")) for those in lines}


def kept(file: Path) -> dict[str, Fate]:
    """Return what became of mutants, as `named` names them, by the list in a file; it need not be there."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    return {one["mutant"]: Fate(one["fate"]) for one in map(json.loads, lines)}


def keep(file: Path, mutant: Mutant, met: Fate) -> None:
    """Add to such a list."""
    with file.open("a", encoding="utf-8") as lines:
        print(json.dumps({"mutant": named(mutant), "fate": met}), file=lines)


def named(mutant: Mutant) -> str:
    """Name a mutant as no other is named."""
    return f"{mutant.line} {shown(mutant)}"


def main(arguments: Sequence[str]) -> int:
    """Try mutants and report; return 1 if one lived that nobody has explained."""
    parser = ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=100, help="how many mistakes, chosen at random (default: 100)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="chooses the same mistakes again")
    parser.add_argument("--room", choices=ROOMS, action="append", help="only in these rooms (default: in all)")
    parser.add_argument("--module", default="", help="only in modules whose path begins like this")
    parser.add_argument(
        "--list",
        type=Path,
        default=Path(os.devnull),
        metavar="FILE",
        help="keeps what became of each mistake in this file, so that an interrupted run goes on (default: nowhere)",
    )
    given = parser.parse_args(arguments)
    every = [
        (room, mutant)
        for room in given.room or ROOMS
        for mutant in mutants_in(room)
        if mutant.path.startswith(given.module)
    ]
    chosen = Random(given.seed).sample(every, min(given.count, len(every)))
    print(f"{len(chosen)} of {len(every)} mutants, seed {given.seed}", flush=True)
    accounted, known, unexplained = explained(), kept(given.list), 0
    with copied() as tree:
        for room, tests in ROOMS.items():
            mutants = [mutant for its, mutant in chosen if its == room]
            if not mutants:
                continue
            began, among, fates = time.monotonic(), reach(tree, tests), Counter[str]()
            with forks(tree, tests) as forked:
                for mutant in mutants:
                    met = known.get(named(mutant)) or fate(tree, mutant, among, forked)
                    if named(mutant) not in known:
                        keep(given.list, mutant, met)
                    if met not in DEAD and shown(mutant) in accounted:
                        fates["explained"] += 1
                        continue
                    fates[met] += 1
                    if met is not Fate.KILLED:
                        print(f"\n{met}, line {mutant.line}: {shown(mutant)}", flush=True)
            unexplained += fates[Fate.LIVED] + fates[Fate.UNMET]
            told = ", ".join(f"{number} {name}" for name, number in fates.most_common())
            print(f"\n{room}: {told}, in {time.monotonic() - began:.0f} s", flush=True)
    return 1 if unexplained else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
