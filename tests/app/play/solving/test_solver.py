"""The pipe to a solver process: started, asked, lost and started again."""

import asyncio
import os
import signal
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from app.play.solving import processes
from app.play.solving.processes import SolverDied, SolverProcess
from engine.asking import FindDeals, FoundDeals, Judgement, JudgePosition, VariantPosition, Verdict
from engine.games import find
from engine.position import deal
from tests.engine.verdicts import WINS

WON = min(WINS, key=lambda win: len(win.line))
DEALT = VariantPosition.of(find(WON.slug).settle(WON.options), deal(WON.rules, WON.deck))
EASY = JudgePosition(DEALT, 60)
ENDLESS = FindDeals("stronghold", [{"cell": "none"}], first=1, most=1_000_000, seconds=600)
"""A question that is not answered before a test loses its patience."""
PATIENCE = 120


def tell(story: Callable[[SolverProcess], Coroutine[Any, Any, None]]) -> None:
    """Run a test's story with a solver of its own."""

    async def told() -> None:
        solver = SolverProcess(32)
        try:
            await asyncio.wait_for(story(solver), PATIENCE)
        finally:
            await solver.close()
        assert solver.pid is None

    asyncio.run(told())


def is_running(pid: int | None) -> bool:
    assert pid is not None
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_solver_answers_and_when_killed_over_a_question_another_takes_its_place() -> None:
    async def story(solver: SolverProcess) -> None:
        await solver.ready()
        first = solver.pid
        assert (await solver.ask(EASY, Judgement)).verdict is Verdict.WINNABLE
        assert solver.pid == first
        asked = asyncio.create_task(solver.ask(ENDLESS, FoundDeals))
        await asyncio.sleep(0.1)
        assert first is not None
        os.kill(first, signal.SIGKILL)
        with pytest.raises(SolverDied):
            await asked
        assert not is_running(first)
        assert (await solver.ask(EASY, Judgement)).verdict is Verdict.WINNABLE
        assert solver.pid != first

    tell(story)


@pytest.mark.long
def test_a_question_that_is_let_go_takes_its_process_with_it() -> None:
    async def story(solver: SolverProcess) -> None:
        await solver.ready()
        first = solver.pid
        asked = asyncio.create_task(solver.ask(ENDLESS, FoundDeals))
        await asyncio.sleep(0.1)
        asked.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asked
        assert not is_running(first)

    tell(story)


@pytest.mark.long
def test_a_solver_that_goes_silent_counts_as_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_GRACE_SECONDS", 0.2)

    async def story(solver: SolverProcess) -> None:
        await solver.ready()
        silent = solver.pid
        assert silent is not None
        os.kill(silent, signal.SIGSTOP)
        with pytest.raises(SolverDied):
            await solver.ask(JudgePosition(DEALT, 0), Judgement)
        assert not is_running(silent)

    tell(story)


def test_a_solver_that_cannot_be_started_counts_as_dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.core.children.sys.executable", "/nowhere/python")

    async def story(solver: SolverProcess) -> None:
        with pytest.raises(SolverDied):
            await solver.ready()

    tell(story)
