"""Solvers that get too little memory: one line says so and what to do, and nothing goes round in a hurry."""

import asyncio
import logging
import os
import signal
import sys
from pathlib import Path

import pytest

from app.play.solving import worker as module
from app.play.solving.jobs import ATTEMPTS
from app.play.solving.processes import SolverDied, SolverProcess
from app.play.values.solvers import Solvers
from engine.asking import Answer, Judgement, JudgePosition, Verdict
from engine.asking import Question as Asked
from tests.app.play.desk import SetSolver
from tests.app.play.solving.test_solver import EASY as EASY_TO_JUDGE
from tests.app.play.solving.test_solver import tell as tell_solver
from tests.app.play.solving.test_worker import EASY, LOST, Office, about, solvers, tell
from tests.databases import ON_SQLITE

ADVICE = "Lower RAMPART_SOLVER_MEMORY or RAMPART_SOLVERS, or allow solvers more memory."
_PYTHON = sys.executable
KIBIBYTES = 450_000
"""Enough to load the compiler, and too little for the 512 MiB that a solver reserves."""


class Machine:
    """What solver processes run on: as much memory as a test allows them."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._starts = file.with_name("starts")

    def allow(self, kibibytes: int | str) -> None:
        """Let processes that start from now on have so much address space."""
        said = f'#!/bin/sh\necho >> {self._starts}\nulimit -v {kibibytes}\nexec {_PYTHON} "$@"\n'
        # A script that a process is about to run must not be half written.
        fresh = self._file.with_suffix(".new")
        fresh.write_text(said)
        fresh.chmod(0o700)
        fresh.replace(self._file)

    @property
    def starts(self) -> int:
        """How many processes have been started."""
        return len(self._starts.read_text()) if self._starts.exists() else 0


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    made = Machine(tmp_path / "python")
    made.allow("unlimited")
    monkeypatch.setattr("app.core.children.sys.executable", str(tmp_path / "python"))
    return made


@pytest.mark.parametrize("kibibytes", [150_000, KIBIBYTES], ids=["for the compiler", "for positions"])
def test_a_solver_without_enough_memory_says_what_to_do_and_writes_no_trace(
    machine: Machine, capfd: pytest.CaptureFixture[str], kibibytes: int
) -> None:
    machine.allow(kibibytes)

    async def story(_: SolverProcess) -> None:
        solver = SolverProcess(512)
        with pytest.raises(SolverDied) as died:
            await solver.ready()
        await solver.close()
        assert str(died.value) == f"It got no more memory. {ADVICE}"

    tell_solver(story)
    assert capfd.readouterr() == ("", "")


@ON_SQLITE
def test_solvers_that_do_not_start_are_told_of_once_and_answer_once_they_may_have_more(
    machine: Machine, url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "rampart")
    monkeypatch.setattr(module, "SHORTEST_RESTART_SECONDS", 0.01)
    monkeypatch.setattr(module, "LONGEST_PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(module, "SolverProcess", lambda _: SolverProcess(512))
    machine.allow(KIBIBYTES)

    async def story(office: Office) -> None:
        await office.ask(about(EASY))
        async with office.worker.running(2):
            while machine.starts < 6:
                office.worker.wake()
                await asyncio.sleep(0.01)
            assert [office.worker.solvers] == [Solvers.AWAY]
            assert said(caplog) == [
                "A solver does not start; the next tries have growing pauses, up to a minute. "
                f"It got no more memory. {ADVICE}"
            ]
            machine.allow("unlimited")
            assert (await office.answer_to(about(EASY))).verdict is Verdict.WINNABLE
            while len(said(caplog)) == 1:
                await asyncio.sleep(0.01)
            assert [office.worker.solvers] == [Solvers.READY]
        assert said(caplog)[1:] == ["Solvers start again."]

    tell(url, story)


@ON_SQLITE
def test_the_pauses_between_starts_grow_to_a_minute_whoever_asks_meanwhile(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses, slept, enough = list[float](), asyncio.sleep, asyncio.Event()

    async def ready(_: SetSolver) -> None:
        raise SolverDied("It got no more memory.")

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 8:
            enough.set()
        await slept(0)

    async def story(office: Office) -> None:
        async with office.worker.running(1):
            monkeypatch.setattr(asyncio, "sleep", sleep)
            await enough.wait()
            monkeypatch.setattr(asyncio, "sleep", slept)

    monkeypatch.setattr(SetSolver, "ready", ready)
    with solvers(monkeypatch, lambda _: LOST):
        monkeypatch.setattr(module, "LONGEST_PAUSE_SECONDS", 60.0)
        tell(url, story)
    assert pauses[:8] == [2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0, 60.0]


@pytest.mark.long
@ON_SQLITE
def test_a_question_over_which_solvers_are_killed_for_their_memory_is_given_up_and_others_are_answered(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A machine without memory kills a process with SIGKILL, as this test does."""
    caplog.set_level(logging.WARNING, "rampart")
    ask = SolverProcess.ask

    async def killed(self: SolverProcess, question: Asked, kind: type[Answer]) -> Answer:
        if isinstance(question, JudgePosition) and question.about.position == "deadly":
            assert self.pid is not None
            os.kill(self.pid, signal.SIGKILL)
        return await ask(self, question, kind)

    async def story(office: Office) -> None:
        await office.ask(about("deadly"), about(EASY))
        async with office.worker.running(1):
            assert (await office.answer_to(about(EASY))).verdict is Verdict.WINNABLE
            assert (await office.answer_to(about("deadly"))).verdict is Verdict.UNDECIDED

    monkeypatch.setattr(SolverProcess, "ask", killed)
    monkeypatch.setattr(module, "LONGEST_PAUSE_SECONDS", 0.02)
    tell(url, story)
    killing = [one for one in said(caplog) if one.startswith("A solver died at work. ")]
    assert len(killing) == ATTEMPTS
    assert set(killing) == {f"A solver died at work. It was killed, as machines do that run out of memory. {ADVICE}"}


def test_a_solver_that_is_asked_while_there_is_enough_memory_answers(machine: Machine) -> None:
    async def story(solver: SolverProcess) -> None:
        assert (await solver.ask(EASY_TO_JUDGE, Judgement)).verdict is Verdict.WINNABLE

    tell_solver(story)
    assert machine.starts == 1


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return what the log says, but for how slow this machine is."""
    return [message for message in caplog.messages if message != "slow work"]
