"""A server that nobody visits: it hardly looks round, writes nothing, and is there at once for whoever comes."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.core.live.calm import Calm
from app.core.store.sqlite import SqliteDatabase
from app.features.daily.service import daily
from app.play.solving import worker
from app.site.application import create_app
from tests.app.play.desk import SetSolver
from tests.app.play.solving.test_prospecting import two_found

Door = Callable[[SqliteDatabase, Any], Awaitable[Any]]

HOUR_SECONDS = 3600.0
FASTER = 600
"""How many times as fast time goes while nobody is there."""
LASTS = vars(Calm)["lasts"]
"""Whether nobody is here, as a server knows it; other tests say that somebody always is."""
MOST_WORKS = 1500
"""What a server may ask its database in an hour in which nobody comes; it asked 28,000 when it never slept for long."""


def written(folder: Path) -> dict[str, tuple[int, int]]:
    """Return the size of each file, and when it was written last; not of the one that is only shared memory."""
    files = (file for file in folder.iterdir() if not file.name.endswith("-shm"))
    return {file.name: (file.stat().st_size, file.stat().st_mtime_ns) for file in files}


@pytest.mark.long
def test_an_hour_without_visitors_writes_nothing_and_asks_little(
    database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    works, slept, timeout = Counter[str](), asyncio.sleep, asyncio.timeout

    def counted(door: Door) -> Door:
        async def ask(database: SqliteDatabase, work: Any) -> Any:
            works[door.__name__] += 1
            return await door(database, work)

        return ask

    monkeypatch.setattr(Calm, "lasts", LASTS)
    monkeypatch.setenv("RAMPART_SOLVERS", "2")
    monkeypatch.setattr(worker, "SolverProcess", lambda _: SetSolver(two_found))
    monkeypatch.setattr("app.play.solving.prospecting.BEFOREHAND_SECONDS", 0)
    monkeypatch.setattr(daily, "next_wanted", lambda *_: None)
    for door in ("write", "read", "study"):
        monkeypatch.setattr(SqliteDatabase, door, counted(getattr(SqliteDatabase, door)))
    # All that a server does by itself waits in one of these two ways.
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: slept(seconds / FASTER))
    monkeypatch.setattr(asyncio, "timeout", lambda seconds: timeout(seconds and seconds / FASTER))
    app, folder = create_app(), Path(database_url.removeprefix("sqlite:///")).parent

    async def hour() -> None:
        async with app.router.lifespan_context(app):
            # First it does what a start brings, and finds a deal for every kind of race.
            before = dict[str, tuple[int, int]]()
            async with timeout(60):
                while before != (before := written(folder)):
                    await slept(2.0)
            works.clear()
            await slept(HOUR_SECONDS / FASTER)
            assert written(folder) == before
            assert 0 < works.total() < MOST_WORKS, works

    asyncio.run(hour())


@pytest.mark.usefixtures("database_url")
def test_who_comes_wakes_what_sleeps_and_programs_that_look_after_the_server_wake_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RAMPART_SOLVERS", "0")
    stirred: list[Calm] = []

    def stir(calm: Calm) -> None:
        stirred.append(calm)

    monkeypatch.setattr(Calm, "stir", stir)
    with TestClient(create_app()) as client:
        for path in ("/healthz", "/readyz", "/metrics"):
            client.get(path)
            assert not stirred
        client.get("/")
        assert len(stirred) == 1
