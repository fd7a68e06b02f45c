"""Calls between processes over one PostgreSQL."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from uuid import uuid4

import pytest
from psycopg import AsyncConnection
from psycopg.rows import TupleRow
from sqlalchemy import URL, Engine, text

from app.core.store import calling, hearing, reaching
from app.core.store.calling import call
from app.core.store.hearing import Calls
from tests.databases import ON_POSTGRES, ON_SQLITE, plain_engine

PATIENCE = 60
NOWHERE = "postgresql+psycopg://postgres@127.0.0.1:1/rampart"


@pytest.fixture(autouse=True)
def _apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Call on a channel of this test alone: other tests call over the same database meanwhile."""
    channel = f"rampart_{uuid4().hex}"
    monkeypatch.setattr(calling, "CHANNEL", channel)
    monkeypatch.setattr(hearing, "CHANNEL", channel)


async def silence() -> None:
    """Call nobody."""


Listening = AsyncConnection[TupleRow]
Story = Callable[[Calls, "asyncio.Queue[None]", Engine], Awaitable[None]]


def tell(url: str, story: Story) -> None:
    """Run a story beside somebody who listens; the queue gets something for every call, and the first is a trial."""

    async def told() -> None:
        calls, heard, engine = Calls(url), asyncio.Queue[None](), plain_engine(url)

        async def try_it() -> None:
            with engine.begin() as connection:
                call(connection)

        listening = asyncio.create_task(calls.listen(lambda: heard.put_nowait(None), try_it))
        try:
            await asyncio.wait_for(story(calls, heard, engine), PATIENCE)
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
        assert not calls.hears()

    asyncio.run(told())


@ON_POSTGRES
def test_a_call_is_heard_once_it_is_committed_and_never_if_it_is_not(url: str) -> None:
    async def story(calls: Calls, heard: "asyncio.Queue[None]", engine: Engine) -> None:
        await heard.get()
        assert calls.hears()
        with engine.connect() as connection:
            call(connection)
            connection.rollback()
            call(connection)
            call(connection)
            # Asked in between, the server would have told of whatever is to be heard.
            await asyncio.sleep(0)
            assert heard.empty()
            connection.commit()
        await heard.get()
        assert heard.empty()

    tell(url, story)


@ON_POSTGRES
def test_who_has_lost_the_connection_says_so_and_hears_again(
    url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hearing, "AGAIN_SECONDS", 0)
    connect, opened = reaching.connect_apart, list[Listening]()

    async def note(url: URL) -> Listening:
        opened.append(await connect(url))
        return opened[-1]

    monkeypatch.setattr(reaching, "connect_apart", note)

    async def story(calls: Calls, heard: "asyncio.Queue[None]", engine: Engine) -> None:
        for _ in range(3):
            await heard.get()
            assert calls.hears()
            with engine.begin() as connection:
                connection.execute(text("SELECT pg_terminate_backend(:pid)"), {"pid": opened[-1].info.backend_pid})
        await heard.get()
        with engine.begin() as connection:
            call(connection)
        await heard.get()

    with caplog.at_level(logging.WARNING, "rampart"):
        tell(url, story)
    assert len(caplog.records) == 3


@ON_POSTGRES
def test_who_is_connected_but_gets_no_call_does_not_count_on_calls(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hearing, "PROBE_SECONDS", 0.01)
    monkeypatch.setattr(hearing, "CHANNEL", "rampart_without_calls")

    async def tried() -> None:
        calls, tries = Calls(url), list[bool]()

        async def note() -> None:
            tries.append(calls.hears())

        listening = asyncio.create_task(calls.listen(lambda: None, note))
        while not tries:
            await asyncio.sleep(0.01)
        # Some probes later nothing has changed.
        await asyncio.sleep(0.1)
        assert not calls.hears()
        listening.cancel()

    asyncio.run(asyncio.wait_for(tried(), PATIENCE))


def test_who_reaches_no_server_hears_nothing_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(hearing, "AGAIN_SECONDS", 0)
    tries: list[bool] = []

    async def tried() -> None:
        calls = Calls(NOWHERE)
        connect = reaching.connect_apart

        async def count(url: URL) -> Listening:
            tries.append(calls.hears())
            return await connect(url)

        monkeypatch.setattr(reaching, "connect_apart", count)
        listening = asyncio.create_task(calls.listen(lambda: None, silence))
        while len(tries) < 5:
            await asyncio.sleep(0.01)
        listening.cancel()

    with caplog.at_level(logging.WARNING, "rampart"):
        asyncio.run(tried())
    assert not any(tries)
    assert len(caplog.records) == 1


@ON_SQLITE
def test_on_sqlite_nobody_is_called(url: str) -> None:
    with plain_engine(url).begin() as connection:
        call(connection)
