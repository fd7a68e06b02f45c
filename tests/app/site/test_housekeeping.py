"""Housekeeping goes on, whatever went wrong the time before."""

import asyncio
import logging
import threading
from functools import partial
from typing import cast

import pytest
from starlette.testclient import TestClient

from app.core.due import keep
from app.core.live.calm import Calm
from app.core.store.database import Connection, Database, P, StoreUnavailable, T, TookTooLong, Transaction
from app.core.store.opening import open_database
from app.features.daily.closer import Closer
from app.play.feature import Feature
from app.site import housekeeping
from app.site.application import create_app
from app.web.doors import Doors
from tests.databases import ON_SQLITE

FAILURES = (StoreUnavailable(), TookTooLong(), RuntimeError("broken"))


class Failing:
    """A database on which nothing works at first."""

    def __init__(self, failures: tuple[Exception, ...]) -> None:
        self.failures = list(failures)
        self.worked = asyncio.Event()

    async def read(self, _: Transaction[P, T], /, *_args: P.args, **_kwargs: P.kwargs) -> list[T]:
        """Fail, or find nothing."""
        if self.failures:
            raise self.failures.pop(0)
        self.worked.set()
        return []

    async def write(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> None:
        """Fail, or have nothing more to do."""
        await self.read(transaction, *args, **kwargs)


@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_days_are_closed_and_answers_forgotten_after_a_failure(
    failure: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Closer, "pause_seconds", 0)
    for pause in ("EVERY_SECONDS", "BETWEEN_PAGES_SECONDS", "DAY_SECONDS"):
        monkeypatch.setattr(housekeeping, pause, 0)

    async def close_days(database: Database) -> None:
        await keep(Closer(database, Calm()), Calm())

    async def story() -> None:
        for begin in (
            close_days,
            partial(housekeeping._walk_once_a_day, walk=housekeeping._answers),
        ):
            failing = Failing((failure,))
            task = asyncio.create_task(begin(cast("Database", failing)))
            await asyncio.wait_for(failing.worked.wait(), 60)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    with caplog.at_level(logging.WARNING, "rampart"):
        asyncio.run(story())
    broken = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(broken) == (2 if type(failure) is RuntimeError else 0)


@ON_SQLITE
def test_what_a_feature_does_once_a_day_goes_on_page_by_page(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    places: list[str] = []

    def walk(_connection: Connection, after: str, _now: int) -> str | None:
        places.append(after)
        return "the first page" if len(places) == 1 else None

    async def story() -> None:
        async with open_database(url) as database, housekeeping.housekeeping(database, None), asyncio.timeout(60):
            while len(places) < 2:
                await asyncio.sleep(0)

    monkeypatch.setattr(housekeeping, "BETWEEN_PAGES_SECONDS", 0)
    monkeypatch.setattr(housekeeping, "FEATURES", (Feature(name="walker", doors=Doors, walks=(walk,)),))
    asyncio.run(story())
    assert places == ["", "the first page"]


@ON_SQLITE
def test_a_server_keeps_house_from_its_start_and_deletes_as_its_host_has_set(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    days: list[int] = []
    walked, deleted = threading.Event(), threading.Event()

    def abandoned(_connection: Connection, *, after: str, guest_days: int) -> None:
        assert after == ""
        days.append(guest_days)
        deleted.set()

    walker = Feature(name="walker", doors=Doors, walks=(lambda *_: walked.set(),))
    monkeypatch.setattr(housekeeping, "FEATURES", (walker,))
    monkeypatch.setattr(housekeeping, "_forget_abandoned", abandoned)
    for name, value in {"DATABASE_URL": url, "SECRET": "a secret for tests alone", "GUEST_DAYS": "30"}.items():
        monkeypatch.setenv(f"RAMPART_{name}", value)
    with TestClient(create_app()):
        assert walked.wait(60)
        assert deleted.wait(60)
    assert days == [30]
