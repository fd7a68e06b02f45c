"""What each address costs as its dearest visitor can make it: `python -m tests.soak.costs`.

It prints the table of docs/threat-model.md, and fails if one address could take more than a quarter of a lane.
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence

from app.core.store.migrate import migrate
from tests.adversary.costs import LARGE, SMALL, dearest, prepare, table
from tests.adversary.house import House
from tests.adversary.sealed import Spy
from tests.adversary.town import found


def main(arguments: Sequence[str] | None = None) -> int:
    """Prepare, walk and print."""
    parser = argparse.ArgumentParser(prog="tests.soak.costs", description=__doc__)
    parser.add_argument("--most", type=int, default=20, help="how many of the dearest to list (default: %(default)s)")
    parser.add_argument("--short", action="store_true", help="prepare less")
    read = parser.parse_args(arguments)
    size = SMALL if read.short else LARGE
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/games.sqlite3"
        migrate(url)
        built = House(url)
        with built.opened():
            spy = Spy(url)
            town = found(built, spy)
            prepare(town, size)
            costs = dearest(town, size)
            spy.close()
        built.close()
    print(table(costs, read.most))
    dear = [cost for cost in costs if cost.is_too_dear]
    for cost in dear:
        print(f"{cost.method} {cost.path} takes {cost.share:.2f} of a processor", file=sys.stderr)
    return 1 if dear else 0


if __name__ == "__main__":
    sys.exit(main())
