"""The lanes that answer questions: which ones they take, and what happens when solvers die over them."""

import asyncio
import os
import signal
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.settings import Settings
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.play.rows import questions
from app.play.service.questions import key
from app.play.solving import worker
from app.play.solving.jobs import ATTEMPTS
from app.play.solving.processes import SolverProcess
from app.play.solving.prospecting import Prospector
from app.play.solving.worker import Worker
from app.play.values.question import Kept, Question, QuestionKind, QuestionSubject
from engine.asking import Answer, Judgement, JudgePosition, Verdict
from engine.asking import Question as Asked
from engine.games import GAMES
from engine.position import deal, snapshot
from tests.app.play.desk import SetSolver, Think, dies, place
from tests.databases import ON_SQLITE
from tests.engine.verdicts import WINS
from tests.rows import PLAYER, begin

PATIENCE = 120
WON = min(WINS, key=lambda win: len(win.line))
EASY = snapshot(WON.rules, deal(WON.rules, WON.deck))
LOST = Judgement(Verdict.UNWINNABLE, nodes=1)


def about(place: str, kind: QuestionKind = QuestionKind.JUDGE) -> Question:
    """Return a question about a position of the recorded win, wanted for an hour."""
    subject = QuestionSubject(GAMES[WON.slug].settle(WON.options), place)
    now = now_ms()
    return Question(key(kind, subject), kind, subject, PLAYER.id, now, now + 3_600_000)


def settings(url: str) -> Settings:
    return Settings(database_url=url, redis_url=None, secret=b"a secret for tests alone", solver_memory=32)


class Office:
    """A worker with its database."""

    def __init__(self, database: Database, url: str) -> None:
        self.database = database
        self.worker = Worker(database, settings(url))

    async def ask(self, *asked: Question) -> None:
        """Ask, and wake the worker."""

        def work(connection: Connection) -> None:
            for one in asked:
                questions.add(connection, one)

        await self.database.write(work)
        self.worker.wake()

    async def answer_to(self, asked: Question) -> Kept:
        """Wait for an answer."""
        while (kept := await self.database.read(questions.answer_to, asked.key)) is None:
            await asyncio.sleep(0.01)
        return kept


Story = Callable[[Office], Coroutine[Any, Any, None]]


def tell(url: str, story: Story) -> None:
    """Run a test's story on a database with one player and no worker running yet."""

    async def told() -> None:
        async with open_database(url) as database:
            await database.write(begin)
            await asyncio.wait_for(story(Office(database, url)), PATIENCE)

    asyncio.run(told())


@contextmanager
def solvers(monkeypatch: pytest.MonkeyPatch, think: Think) -> Iterator[list[SetSolver]]:
    """Make workers employ solvers that answer so."""
    employed: list[SetSolver] = []

    def employ(_: int) -> SetSolver:
        employed.append(SetSolver(think))
        return employed[-1]

    async def look_for_nothing(_: Prospector, __: object) -> bool:
        return False

    with monkeypatch.context() as patched:
        patched.setattr(worker, "SolverProcess", employ)
        patched.setattr(worker, "LONGEST_PAUSE_SECONDS", 0.02)
        for spare in ("grant", "seek", "fill"):
            patched.setattr(Prospector, spare, look_for_nothing)
        yield employed


def test_a_question_is_answered_and_its_answer_kept(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(office: Office) -> None:
        await office.ask(about("a place"))
        async with office.worker.running(1):
            assert (await office.answer_to(about("a place"))).judgement == LOST

    with solvers(monkeypatch, lambda _: LOST) as employed:
        tell(url, story)
    [solver] = employed
    [asked] = solver.asked
    assert isinstance(asked, JudgePosition)
    assert (asked.about.position, asked.about.game) == ("a place", WON.slug)
    assert solver.closed


def test_a_worker_is_starting_until_its_first_solver_is_ready(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, seen = asyncio.Event(), list[bool]()

    async def ready(_: SetSolver) -> None:
        await compiled.wait()

    async def story(office: Office) -> None:
        seen.append(office.worker.is_starting)
        await office.ask(about("a place"))
        async with office.worker.running(2):
            await asyncio.sleep(0)
            seen.append(office.worker.is_starting)
            compiled.set()
            await office.answer_to(about("a place"))
            seen.append(office.worker.is_starting)

    monkeypatch.setattr(SetSolver, "ready", ready)
    with solvers(monkeypatch, lambda _: LOST):
        tell(url, story)
    assert seen == [False, True, False]


def test_many_questions_are_answered_once_each_by_workers_side_by_side(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [about(f"place {at}") for at in range(30)]

    async def story(office: Office) -> None:
        await office.ask(*asked)
        other = Worker(office.database, settings(url))
        async with office.worker.running(2), other.running(2):
            for one in asked:
                await office.answer_to(one)

    with solvers(monkeypatch, lambda _: LOST) as employed:
        tell(url, story)
    answered = [place(question) for solver in employed for question in solver.asked]
    assert sorted(answered) == sorted(one.about.at for one in asked)


@ON_SQLITE
def test_what_nobody_waits_for_any_longer_is_not_solved(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = Question(
        **{name: getattr(about("forgotten"), name) for name in Question.__slots__} | {"wanted_until": 5}
    )

    async def story(office: Office) -> None:
        await office.ask(forgotten, about("wanted"))
        async with office.worker.running(1):
            await office.answer_to(about("wanted"))
        assert not await office.database.read(questions.is_pending, forgotten.key)

    with solvers(monkeypatch, lambda _: LOST) as employed:
        tell(url, story)
    assert [place(asked) for asked in employed[0].asked] == ["wanted"]


@pytest.mark.parametrize("kind", [QuestionKind.JUDGE, QuestionKind.GUESS])
def test_what_kills_every_solver_stays_undecided_and_holds_nobody_up(
    url: str, monkeypatch: pytest.MonkeyPatch, kind: QuestionKind
) -> None:
    deadly = about("deadly", kind)

    def think(asked: Asked) -> Answer:
        return dies(asked) if place(asked) == "deadly" else LOST

    async def story(office: Office) -> None:
        await office.ask(deadly, about("harmless"))
        async with office.worker.running(1):
            kept = await office.answer_to(deadly)
            assert (await office.answer_to(about("harmless"))).judgement == LOST
        if kind is QuestionKind.GUESS:
            assert kept.guess.tried == 0
        else:
            assert kept.verdict is Verdict.UNDECIDED

    with solvers(monkeypatch, think) as employed:
        tell(url, story)
    assert [place(asked) for asked in employed[0].asked].count("deadly") == ATTEMPTS


@ON_SQLITE
def test_an_error_over_one_question_is_logged_and_the_next_is_answered(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def think(asked: Asked) -> Answer:
        if place(asked) == "odd":
            raise KeyError("odd")
        return LOST

    async def story(office: Office) -> None:
        await office.ask(about("odd"), about("even"))
        async with office.worker.running(1):
            await office.answer_to(about("even"))

    with solvers(monkeypatch, think):
        tell(url, story)
    assert "Answering a question failed." in caplog.text


@ON_SQLITE
def test_a_question_is_given_back_when_the_server_ends_over_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = asyncio.Event()

    async def think_for_ever(*_: object) -> Answer:
        begun.set()
        await asyncio.Event().wait()
        return LOST

    async def story(office: Office) -> None:
        await office.ask(about("a place"))
        async with office.worker.running(1):
            await begun.wait()
        now = now_ms()
        again = await office.database.write(questions.take, now, now)
        assert again is not None
        assert again.attempts == 2

    with solvers(monkeypatch, lambda _: LOST), monkeypatch.context() as patched:
        patched.setattr(SetSolver, "ask", think_for_ever)
        tell(url, story)


@pytest.mark.long
@ON_SQLITE
def test_a_question_is_answered_by_the_next_solver_when_one_is_killed(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    employed: list[int] = []

    async def ask(self: SolverProcess, question: JudgePosition, kind: type[Judgement]) -> Judgement:
        assert self.pid is not None
        employed.append(self.pid)
        if len(employed) == 1:
            # Before it has read the question.
            os.kill(self.pid, signal.SIGKILL)
        return await plain(self, question, kind)

    plain = SolverProcess.ask

    async def story(office: Office) -> None:
        await office.ask(about(EASY))
        async with office.worker.running(1):
            assert (await office.answer_to(about(EASY))).verdict is Verdict.WINNABLE

    monkeypatch.setattr(SolverProcess, "ask", ask)
    monkeypatch.setattr(worker, "LEASE_MS", 3_600_000)
    tell(url, story)
    assert len(set(employed)) >= 2


def test_work_that_nobody_waits_for_takes_turns_until_there_is_none(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    left = {"one": 1, "two": 2}
    done: list[str] = []

    def work(name: str) -> Callable[[object], Coroutine[Any, Any, bool]]:
        async def do(_: object) -> bool:
            if not left[name]:
                return False
            left[name] -= 1
            done.append(name)
            return True

        return do

    async def story(office: Office) -> None:
        office.worker._idly = deque([work("one"), work("two")])
        solver: Any = SetSolver(dies)
        assert [await office.worker._look_around(solver) for _ in range(5)] == [True, True, True, False, False]

    with solvers(monkeypatch, dies):
        tell(url, story)
    assert done == ["one", "two", "two"]
