"""Writes and checks certificates of many unwinnable deals, and measures them: `python -m tests.soak.proofs`.

For each variant it takes the first deals that the solver calls unwinnable. A deal whose certificate would be too large
counts as such; anything else than a sound certificate ends the run with an error.
"""

import argparse
import gzip
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from engine.deals import shuffled
from engine.position import deal
from engine.proofs import FORMS, PositionTable, Unwritten, check, collect, dealt, leanings
from engine.rules import Variant
from engine.solver import Solver, Verdict
from tests.engine.variants import VARIANTS

SHARES = (0.5, 0.9, 0.99, 1.0)
SECONDS = 60
"""The most that the solver may spend on a deal."""


@dataclass
class Measured:
    """What was measured of the certificates of a variant."""

    last: int = 0
    positions: list[int] = field(default_factory=list)
    bytes: list[int] = field(default_factory=list)
    writing: float = 0
    checking: float = 0
    too_large: list[int] = field(default_factory=list)
    plain: int = 0
    """Certificates that could not lean on alike cards."""

    def __str__(self) -> str:
        deals, positions = len(self.positions), sum(self.positions)
        if not deals:
            return f"no certificate, too large {self.too_large}"
        return (
            f"{deals} certificates of deals up to {self.last}: positions {_shares(self.positions)}, "
            f"bytes {_shares(self.bytes)} (half, 90 %, 99 %, all); {self.writing / positions * 1e6:.0f} µs to write "
            f"and {self.checking / positions * 1e6:.0f} µs to check a position; "
            f"plain {self.plain}, too large {self.too_large or 'none'}"
        )


def _shares(values: list[int]) -> str:
    ordered = sorted(values)
    return " ".join(f"{ordered[max(0, round(share * len(ordered)) - 1)]:,}" for share in SHARES)


def unwinnable(variant: Variant, solver: Solver) -> Iterator[int]:
    """Yield the numbers of deals that the solver calls unwinnable, from 1."""
    number = 0
    while True:
        number += 1
        if solver.judge(variant.rules, deal(variant.rules, shuffled(number)), seconds=SECONDS) is Verdict.UNWINNABLE:
            yield number


def prove(variant: Variant, number: int, limit: int, measured: Measured) -> None:
    """Write and check the certificate of a deal."""
    begun = dealt(variant.rules, shuffled(number))
    measured.last = number
    for form in FORMS:
        leans_on, began = leanings(variant.rules, form), time.process_time()
        lines = collect(variant.rules, begun, leans_on, limit)
        measured.writing += time.process_time() - began
        if lines is Unwritten.TOO_LARGE:
            measured.too_large.append(number)
            return
        if isinstance(lines, list):
            began = time.process_time()
            check(PositionTable(variant.rules, begun, leans_on), lines)
            measured.checking += time.process_time() - began
            measured.positions.append(len(lines))
            measured.bytes.append(len(gzip.compress("\n".join(lines).encode())))
            measured.plain += form is not FORMS[0]
            return
    sys.exit(f"{variant} {number}: the solver finds no win, but the moves lead to one.")


def main(arguments: Sequence[str]) -> None:
    """Prove the deals, and report on each variant."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak.proofs", description=__doc__)
    parser.add_argument("--deals", type=int, default=500, help="of each variant (default: %(default)s)")
    parser.add_argument("--only", default="", help="only variants whose name holds this")
    parser.add_argument("--limit", type=int, default=1_000_000, help="most positions (default: %(default)s)")
    asked = parser.parse_args(arguments)
    solver = Solver()
    for variant in VARIANTS:
        if asked.only in str(variant):
            measured = Measured()
            for done, number in zip(range(1, asked.deals + 1), unwinnable(variant, solver), strict=False):
                prove(variant, number, asked.limit, measured)
                if done % 100 == 0:
                    print(f"{variant}: {measured}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
