"""A worker beside PostgreSQL, which sleeps until another process calls it."""

import asyncio
from functools import partial

import pytest

from app.core.live.beside import beside
from app.core.store.calling import call
from app.core.store.hearing import Calls
from app.core.store.opening import open_database
from app.play.rows import questions
from app.play.solving import worker as module
from app.play.solving.prospecting import Prospector
from app.play.solving.worker import Worker
from tests.app.play.desk import SetSolver
from tests.app.play.solving.test_worker import EASY, LOST, PATIENCE, about, settings
from tests.databases import ON_POSTGRES, plain_engine
from tests.rows import begin

LANES = 2
FOR_EVER = 1e6


async def nothing(*_: object) -> bool:
    """Find nothing to do."""
    return False


@ON_POSTGRES
def test_a_worker_that_would_sleep_for_ever_answers_what_another_process_asks(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for pause in ("PAUSE_WHEN_CALLED_SECONDS", "PAUSE_SECONDS"):
        monkeypatch.setattr(module, pause, FOR_EVER)
    for way in ("grant", "seek", "fill"):
        monkeypatch.setattr(Prospector, way, nothing)
    monkeypatch.setattr(module, "SolverProcess", lambda _: SetSolver(lambda _: LOST))
    sleep, asleep = Worker._sleep, set[object]()

    async def slept(worker: Worker, seconds: float) -> None:
        asleep.add(asyncio.current_task())
        await sleep(worker, seconds)
        asleep.clear()

    monkeypatch.setattr(Worker, "_sleep", slept)

    async def story() -> None:
        calls = Calls(url)
        async with open_database(url) as database:
            worker = Worker(database, settings(url), hears=calls.hears)
            listening = partial(calls.listen, worker.wake, partial(database.write, call))
            async with worker.running(LANES), beside(listening), asyncio.timeout(PATIENCE):
                while not (calls.hears() and len(asleep) == LANES):
                    await asyncio.sleep(0.01)
                asked = about(EASY)
                with plain_engine(url).begin() as connection:
                    begin(connection)
                    questions.add(connection, asked)
                while await database.read(questions.answer_to, key=asked.key) is None:
                    await asyncio.sleep(0.01)

    asyncio.run(story())
