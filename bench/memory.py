"""The most memory that a solver process takes, at the usual setting."""

import asyncio
from pathlib import Path

from app.play.solving.processes import SolverProcess
from bench.effort import QUICK, Effort
from bench.report import Figure
from engine.asking import FindPar, Judgement, JudgePosition, Par, VariantPosition
from engine.deals import shuffled
from engine.games import find
from engine.position import deal
from engine.solver import DEFAULT_MEMORY

TABLE = "A solver process, MiB resident at most"
_HARD = [
    *(("stonewall", {}, number) for number in (511, 752)),
    *(("stalactites", {"by": "ones"}, number) for number in (317, 393, 839)),
]
"""Deals for which a search stores more positions than for almost any other."""
_SECONDS = 60.0
_USUAL = DEFAULT_MEMORY >> 20


def measure(effort: Effort) -> list[Figure]:
    """Measure a process when it is ready, and again after the hardest deals."""
    return asyncio.run(_measured(0.1 if effort is QUICK else _SECONDS))


async def _measured(seconds: float) -> list[Figure]:
    solver = SolverProcess(_USUAL)
    try:
        await solver.ready()
        ready = _most_held(solver)
        for slug, options, number in _HARD:
            variant = find(slug).settle(options)
            dealt = VariantPosition.of(variant, deal(variant.rules, shuffled(number)))
            await solver.ask(JudgePosition(dealt, seconds), Judgement)
            await solver.ask(FindPar(dealt, seconds), Par)
        return [
            Figure(TABLE, "when it is ready", "MiB", ready),
            Figure(TABLE, "after the hardest deals", "MiB", _most_held(solver)),
            Figure(TABLE, "the setting, for positions alone", "MiB", _USUAL),
        ]
    finally:
        await solver.close()


def _most_held(solver: SolverProcess) -> float:
    status = Path(f"/proc/{solver.pid}/status").read_text(encoding="ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM:"))
