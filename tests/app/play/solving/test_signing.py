"""A worker says that it is there, how its solvers stand, and at the end that it has gone."""

import asyncio

import pytest

from app.core.clock import now_ms
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.play.rows import workers
from app.play.solving import signing as module
from app.play.solving.signing import signing
from app.play.solving.worker import Worker
from app.play.values.solvers import Solvers, Workers
from tests.app.play.desk import SetSolver
from tests.app.play.solving.test_worker import LOST, settings, solvers
from tests.databases import ON_SQLITE

PATIENCE = 60


async def until_seen(database: Database, wanted: Workers) -> None:
    """Wait until the servers see these workers."""
    async with asyncio.timeout(PATIENCE):
        while await database.read(workers.at_work, now_ms()) != wanted:
            await asyncio.sleep(0.01)


def test_servers_see_a_worker_start_become_ready_and_go(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = asyncio.Event()

    async def ready(_: SetSolver) -> None:
        await compiled.wait()

    async def story() -> None:
        async with open_database(url) as database:
            worker = Worker(database, settings(url))
            async with worker.running(2), signing(database, worker):
                await until_seen(database, Workers(1, Solvers.STARTING))
                compiled.set()
                await until_seen(database, Workers(1, Solvers.READY))
            assert await database.read(workers.at_work, now_ms()) == Workers(0, Solvers.AWAY)

    monkeypatch.setattr(SetSolver, "ready", ready)
    monkeypatch.setattr(module, "LOOK_SECONDS", 0.01)
    with solvers(monkeypatch, lambda _: LOST):
        asyncio.run(story())


@ON_SQLITE
def test_a_worker_writes_seldom_while_nothing_changes(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A minute passes as fast as the machine goes."""
    written, slept, minute = list[float](), asyncio.sleep, 60.0

    async def story() -> None:
        loop = asyncio.get_running_loop()
        clock, passed = loop.time, [0.0]

        async def sleep(seconds: float) -> None:
            passed[0] += seconds
            await slept(0)

        async def write(*_: object) -> None:
            written.append(passed[0])

        monkeypatch.setattr(loop, "time", lambda: clock() + passed[0])
        monkeypatch.setattr(asyncio, "sleep", sleep)
        async with open_database(url) as database:
            monkeypatch.setattr(type(database), "write", write)
            async with signing(database, Worker(database, settings(url))):
                while passed[0] < minute:
                    await slept(0)

    asyncio.run(story())
    assert 2 <= len([at for at in written if at < minute]) <= 3
