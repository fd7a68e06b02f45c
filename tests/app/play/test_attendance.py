"""A server knows whether workers answer its players, and tells the operator when none does."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import Connection

from app.core.clock import now_ms
from app.core.live.calm import Calm
from app.core.store.database import Database, StoreUnavailable
from app.core.store.opening import open_database
from app.play import attendance as module
from app.play.attendance import PATIENCE_SECONDS, Attendance
from app.play.rows import workers
from app.play.values.solvers import Solvers, Workers
from tests.databases import ON_SQLITE

NOBODY = "no worker answers questions: start rampart worker"
Story = Callable[[Database, Attendance], Awaitable[None]]


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time of the attendance, to be set by the test; whatever was seen counts for no time."""
    at = [1000.0]
    monkeypatch.setattr("app.play.attendance.time.monotonic", lambda: at[0])
    monkeypatch.setattr(module, "COUNTS_SECONDS", 0.0)
    return at


def tell(url: str, story: Story) -> None:
    async def told() -> None:
        async with open_database(url) as database:
            await story(database, Attendance(database, None, Calm()))

    asyncio.run(told())


@pytest.mark.usefixtures("clock")
def test_a_worker_that_comes_and_goes_is_seen(url: str) -> None:
    async def story(database: Database, attendance: Attendance) -> None:
        assert (await attendance.solvers(), await attendance.trouble()) == (Solvers.AWAY, NOBODY)
        await database.write(workers.tell, "one", Solvers.STARTING, now_ms())
        assert (await attendance.solvers(), await attendance.trouble()) == (Solvers.STARTING, "")
        await database.write(workers.tell, "one", Solvers.READY, now_ms())
        assert (await attendance.solvers(), await attendance.trouble()) == (Solvers.READY, "")
        await database.write(workers.leave, "one")
        assert (await attendance.solvers(), await attendance.trouble()) == (Solvers.AWAY, NOBODY)

    tell(url, story)


@ON_SQLITE
@pytest.mark.usefixtures("clock")
def test_a_worker_whose_solvers_do_not_start_answers_nobody_and_is_told_apart(url: str) -> None:
    async def story(database: Database, attendance: Attendance) -> None:
        await database.write(workers.tell, "one", Solvers.AWAY, now_ms())
        assert await attendance.solvers() is Solvers.AWAY
        assert (await attendance.trouble()).startswith("no solver of a worker starts, so questions wait: ")

    tell(url, story)


@ON_SQLITE
def test_the_log_says_once_that_nobody_answers_and_once_that_somebody_does_again(
    url: str, clock: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING, "rampart")

    async def story(database: Database, attendance: Attendance) -> None:
        for _ in range(2):
            await attendance.solvers()
            assert not caplog.messages, "a worker may be restarted"
            for _ in range(20):
                clock[0] += PATIENCE_SECONDS
                await attendance.solvers()
            assert caplog.messages == [f"Players' questions wait: {NOBODY}."]
            await database.write(workers.tell, "one", Solvers.READY, now_ms())
            for _ in range(20):
                clock[0] += PATIENCE_SECONDS
                await attendance.solvers()
            assert caplog.messages[1:] == ["Workers answer questions again."]
            await database.write(workers.leave, "one")
            caplog.clear()

    tell(url, story)


@ON_SQLITE
def test_however_many_players_wait_the_server_looks_once(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looked = list[int]()

    async def story(database: Database, attendance: Attendance) -> None:
        await database.write(workers.tell, "one", Solvers.READY, now_ms())

        def look(_: Connection, now: int) -> Workers:
            looked.append(now)
            return Workers(1, Solvers.READY)

        monkeypatch.setattr(workers, "at_work", look)
        await asyncio.gather(*(attendance.solvers() for _ in range(100)))

    tell(url, story)
    assert len(looked) == 1


@ON_SQLITE
@pytest.mark.usefixtures("clock")
def test_while_the_database_is_away_what_was_seen_last_counts(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(database: Database, attendance: Attendance) -> None:
        await database.write(workers.tell, "one", Solvers.READY, now_ms())
        assert await attendance.solvers() is Solvers.READY

        async def away(*_: object) -> None:
            raise StoreUnavailable

        monkeypatch.setattr(type(database), "read", away)
        assert (await attendance.solvers(), await attendance.trouble()) == (Solvers.READY, "")

    tell(url, story)


@ON_SQLITE
def test_a_server_with_solvers_of_its_own_asks_those_and_no_database(url: str) -> None:
    async def story() -> None:
        stands = [Solvers.READY]
        async with open_database(url) as database:
            attendance = Attendance(database, lambda: stands[0], Calm())
        # The database is closed.
        assert (await attendance.solvers(), await attendance.trouble()) == (Solvers.READY, "")
        stands[0] = Solvers.AWAY
        assert await attendance.solvers() is Solvers.AWAY
        assert (await attendance.trouble()).startswith("no solver answers questions: RAMPART_SOLVERS is 0")

    asyncio.run(story())
