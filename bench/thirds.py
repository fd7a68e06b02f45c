"""`python -m bench.thirds "stronghold cell=one"` prints where the bands of difficulty lie, for `engine/measured/`.

They divide the winnable deals, from deal 1 on, into thirds by the positions that the search looks at.
"""

from argparse import ArgumentParser
from itertools import count, islice
from statistics import quantiles

from engine.deals import shuffled
from engine.position import deal
from engine.solver import Solver
from engine.solver.__main__ import NODES_A_DEAL
from tests.engine.variants import VARIANTS


def main() -> None:
    """Search winnable deals and print the limits."""
    parser = ArgumentParser(prog="python -m bench.thirds")
    parser.add_argument("variant", choices=[str(variant) for variant in VARIANTS])
    parser.add_argument("--deals", type=int, default=240, metavar="N", help="winnable deals to search (default: 240)")
    read = parser.parse_args()
    rules, solver = next(variant.rules for variant in VARIANTS if str(variant) == read.variant), Solver()
    searched = (solver.solve(rules, deal(rules, shuffled(number)), nodes=NODES_A_DEAL) for number in count(1))
    nodes = [solution.nodes for solution in islice((each for each in searched if each.moves is not None), read.deals)]
    print("bands=Bands({:.0f}, {:.0f})".format(*quantiles(nodes, n=3)))


if __name__ == "__main__":
    main()
