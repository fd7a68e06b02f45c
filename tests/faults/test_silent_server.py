"""A database server that keeps every connection and says nothing, as a machine does whose clock is stopped."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, text

from app.core.store.database import Database, StoreUnavailable, TookTooLong
from app.core.store.opening import open_database
from tests.faults.cluster import Cluster
from tests.faults.troubles import silent

WORK_SECONDS = 1.0
SOON_SECONDS = 8
"""A work's time, another for its end, and the patience of those who try to reach the server meanwhile."""


def one(connection: Connection) -> int:
    value: int = connection.execute(text("SELECT 1")).scalar_one()
    return value


def tell(postgres: Cluster, monkeypatch: pytest.MonkeyPatch, story: Callable[[Database], Any]) -> None:
    """Let a story happen to an open database with a single thread."""
    monkeypatch.setattr("app.core.store.postgres.THREADS", 1)

    async def told() -> None:
        async with open_database(postgres.url, WORK_SECONDS) as database:
            await story(database)

    asyncio.run(told())


def silencing(postgres: Cluster, when: list[Any]) -> Callable[[Connection], None]:
    """Return a work after whose statement the server falls silent."""

    def work(connection: Connection) -> None:
        connection.execute(text("SELECT txid_current()"))
        if not when:
            when.append(silent(postgres))
            when[0].__enter__()

    return work


@pytest.mark.parametrize("door", ["read", "write"])
def test_a_transaction_ends_though_the_server_falls_silent_in_it(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch, door: str
) -> None:
    async def story(database: Database) -> None:
        await getattr(database, door)(one)
        with silent(postgres):
            began = time.monotonic()
            with pytest.raises(StoreUnavailable) as raised:
                await getattr(database, door)(one)
            # What is due does not count it as a failure of its own.
            assert not isinstance(raised.value, TookTooLong)
            assert time.monotonic() - began < SOON_SECONDS
        assert await getattr(database, door)(one) == 1

    tell(postgres, monkeypatch, story)


def test_a_commit_whose_answer_never_comes_counts_as_unknown(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    when: list[Any] = []

    async def story(database: Database) -> None:
        began = time.monotonic()
        try:
            with pytest.raises(StoreUnavailable) as raised:
                await database.write(silencing(postgres, when))
            assert not isinstance(raised.value, TookTooLong)
            assert time.monotonic() - began < SOON_SECONDS
        finally:
            when[0].__exit__(None, None, None)
        assert await database.write(one) == 1

    tell(postgres, monkeypatch, story)


def test_a_read_whose_end_is_not_confirmed_keeps_no_thread(postgres: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    when: list[Any] = []

    async def story(database: Database) -> None:
        began = time.monotonic()
        try:
            await database.read(silencing(postgres, when))
            assert time.monotonic() - began < SOON_SECONDS
        finally:
            when[0].__exit__(None, None, None)
        assert await database.read(one) == 1

    tell(postgres, monkeypatch, story)


def test_once_one_connection_is_lost_no_older_one_is_used_again(
    postgres: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    def backend(connection: Connection) -> int:
        number: int = connection.execute(text("SELECT pg_backend_pid()")).scalar_one()
        return number

    async def story(database: Database) -> None:
        reading = await database.read(backend)
        assert await database.read(backend) == reading
        await database.write(one)
        with silent(postgres), pytest.raises(StoreUnavailable):
            await database.write(one)
        assert await database.read(backend) != reading

    tell(postgres, monkeypatch, story)


@pytest.fixture(autouse=True)
def _reachable(postgres: Cluster) -> None:
    psycopg.connect(postgres.url.replace("+psycopg", ""), connect_timeout=20).close()
