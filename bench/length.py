"""What one move costs after many other moves of the same game."""

import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from itertools import chain, cycle, islice
from statistics import median

from app.core.store.migrate import migrate
from bench.browser import Seat, seated
from bench.effort import QUICK, Effort
from bench.report import Figure
from bench.scripts import Script, Step
from bench.servers import Running, running_at
from engine.deals import shuffled
from engine.moves import Move, apply
from engine.position import deal, snapshot
from tests.engine.variants import VARIANTS
from tests.faults.cluster import cluster

TABLE = "A move after this many, µs of the server's CPU"
LENGTHS = (10, 100, 500)
MOST = 1.15
"""How many times as much the last may cost as the first."""
_DEAL, _FIRST, _TO_AND_FRO = 4, "t4-t0", ("t0-t6", "t6-t0")
"""A deal of Stronghold, a first move, and two moves that can alternate for ever."""


def measure(effort: Effort) -> list[Figure]:
    """Measure on both databases."""
    lengths = LENGTHS[:1] if effort is QUICK else LENGTHS
    with cluster() as postgres, tempfile.TemporaryDirectory() as folder:
        return [
            figure
            for row, url in (("sqlite", f"sqlite:///{folder}/games.sqlite3"), ("postgresql", postgres.url))
            for figure in _measured(row, url, lengths, effort)
        ]


def script(length: int) -> Script:
    """Write a game of `length` moves that go to and fro."""
    stronghold = next(variant for variant in VARIANTS if variant.game.slug == "stronghold")
    position, steps = deal(stronghold.rules, shuffled(_DEAL)), list[Step]()
    for seq, move in enumerate(islice(chain([_FIRST], cycle(_TO_AND_FRO)), length)):
        position = apply(stronghold.rules, position, Move.read(move))
        steps.append(Step(seq, move, snapshot(stronghold.rules, position)))
    return Script(stronghold, _DEAL, tuple(steps))


def cost(server: Running, seats: Sequence[Seat], places: range) -> float:
    """Make the moves at these places for every seat. Return the CPU seconds of one move."""
    began = server.cpu_seconds()
    for place in places:
        for seat in seats:
            seat.send("moves", place)
        for seat in seats:
            seat.receive()
    return (server.cpu_seconds() - began) / (len(places) * len(seats))


def _measured(row: str, url: str, lengths: Sequence[int], effort: Effort) -> list[Figure]:
    migrate(url)
    with running_at("app.site.commands", ["serve", "--port", "0"], url) as server:
        rounds = [_round(server, lengths, effort) for _ in range(effort.rounds + 1)][1:]
    each = {length: median(taken[length] for taken in rounds) * 1e6 for length in lengths}
    ratio = median(taken[lengths[-1]] / taken[lengths[0]] for taken in rounds)
    return [
        *(Figure(TABLE, row, f"{length} moves", value) for length, value in each.items()),
        Figure(TABLE, row, "last to first", ratio, MOST),
    ]


def _round(server: Running, lengths: Sequence[int], effort: Effort) -> dict[int, float]:
    """Return what a move costs at each length, in seconds, in games played from the first move on."""
    written = [script(lengths[-1] + effort.moves) for _ in range(effort.players)]
    taken, reached = dict[int, float](), 0
    with ExitStack() as stack:
        seats = stack.enter_context(seated(server, written))
        for length in lengths:
            cost(server, seats, range(reached, length))
            taken[length] = cost(server, seats, range(length, length + effort.moves))
            reached = length + effort.moves
    return taken
