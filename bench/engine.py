"""The engine: what a call of each of its main functions costs in the middle of a game."""

from collections.abc import Callable

from bench.effort import Effort
from bench.games import middles
from bench.report import Figure
from bench.timing import microseconds
from engine.moves import apply, legal_moves, objection
from engine.position import restore, snapshot
from tests.engine.variants import VARIANTS, Variant

TABLE = "Engine, µs a call"
MOST = {"apply": 15, "objection": 15, "legal_moves": 120}


def measure(effort: Effort) -> list[Figure]:
    """Measure every game under every option."""
    return [
        Figure(TABLE, str(variant), name, microseconds(call, effort) / effort.players, MOST.get(name))
        for variant in VARIANTS
        for name, call in _calls(variant, effort).items()
    ]


def _calls(variant: Variant, effort: Effort) -> dict[str, Callable[[], object]]:
    """Return, for each function, one call that covers all the middles."""
    rules, plies = variant.rules, middles(variant, effort)
    lines = [snapshot(rules, ply.position) for ply in plies]
    return {
        "apply": lambda: [apply(rules, ply.position, ply.move) for ply in plies],
        "objection": lambda: [objection(rules, ply.position, ply.move) for ply in plies],
        "legal_moves": lambda: [legal_moves(rules, ply.position) for ply in plies],
        "snapshot": lambda: [snapshot(rules, ply.position) for ply in plies],
        "restore": lambda: [restore(rules, line) for line in lines],
    }
