"""Whether deals of a harder band take more effort, by measures other than the one that sorts them into bands."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from statistics import mean, median

from bench.effort import QUICK, THOROUGH, Effort
from bench.report import Figure
from engine.cards import RANK, SUIT
from engine.deals import Deck, shuffled
from engine.position import deal
from engine.rules import COMPLETE, FOUNDATIONS, Rules
from engine.solver import Solver, Verdict, screen, shorten
from engine.solver.__main__ import DEALS_AT_A_TIME, NODES_A_DEAL
from engine.solver.bands import BANDS, band
from tests.engine.variants import VARIANTS, Variant

TABLE = "Bands, winnable deals of each"
DEALS = {THOROUGH: 1000, QUICK: 6}
"""How many winnable deals to measure of each game."""
MOST_TRIED = {THOROUGH: 20_000, QUICK: 300}
"""How many deals to try for them. Six by Four without cells drops out, since hardly any of its deals can be won."""
_FIRST = 2_000_001
_SHORTENING = 10_000


@dataclass(frozen=True, slots=True)
class _Measured:
    nodes: int
    """Positions that the search looked at, which decide the deal's band."""
    exchanged: int
    """Positions that it looked at with the suits exchanged: the same game, searched in another order."""
    detours: int
    """Moves of a short line that bring no card home."""


def measure(effort: Effort) -> list[Figure]:
    """Measure every game under every option."""
    solver = Solver()
    return [figure for variant in VARIANTS for figure in _variant(solver, variant, effort)]


def _variant(solver: Solver, variant: Variant, effort: Effort) -> Iterator[Figure]:
    found = defaultdict[str, list[_Measured]](list)
    tried = islice(_winnable(solver, variant.rules, MOST_TRIED[effort]), DEALS[effort])
    for measured in tried:
        found[band(variant.rules, measured.nodes)].append(measured)
    if sum(map(len, found.values())) < DEALS[effort]:
        return
    for name in BANDS:
        if deals := found[name]:
            values = {
                "deals": len(deals),
                "positions, median": median(one.nodes for one in deals),
                "suits exchanged, median": median(one.exchanged for one in deals),
                "detours, mean": mean(one.detours for one in deals),
            }
            for column, value in values.items():
                yield Figure(TABLE, f"{variant}: {name}", column, value)


def _winnable(solver: Solver, rules: Rules, most: int) -> Iterator[_Measured]:
    """Measure the winnable deals among `most`, except those that the stock skips too."""
    for first in islice(count(_FIRST, DEALS_AT_A_TIME), most // DEALS_AT_A_TIME):
        decks = [shuffled(number) for number in range(first, first + DEALS_AT_A_TIME)]
        for deck, verdict in zip(decks, screen(solver, rules, decks), strict=True):
            if verdict is not Verdict.UNWINNABLE and (measured := _measured(solver, rules, deck)):
                yield measured


def _measured(solver: Solver, rules: Rules, deck: Deck) -> _Measured | None:
    position = deal(rules, deck)
    solution = solver.solve(rules, position, nodes=NODES_A_DEAL)
    if solution.moves is None:
        return None
    other = solver.solve(rules, deal(rules, _exchanged(deck)), nodes=NODES_A_DEAL)
    short = shorten(solver, rules, position, solution.moves, nodes=_SHORTENING)
    return _Measured(solution.nodes, other.nodes, sum(move.target[0] != "f" for move in short.moves))


def _exchanged(deck: Deck) -> Deck:
    """Exchange every suit with one of the other colour, which leaves the game the same under any rules."""
    return tuple((FOUNDATIONS - 1 - SUIT[card]) * COMPLETE + RANK[card] - 1 for card in deck)
