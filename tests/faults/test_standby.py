"""While no primary is there, what only reads is answered by a standby."""

import asyncio
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import count
from threading import Barrier
from typing import Any

import psycopg
import pytest
from sqlalchemy import Connection, text

from app.core.store.database import Database, StoreUnavailable, TookTooLong
from app.core.store.opening import open_database
from app.core.store.postgres import THREADS
from tests.faults.cluster import Cluster, cluster, standby_of
from tests.faults.troubles import silent

pytestmark = [pytest.mark.postgres, pytest.mark.long]

WORK_SECONDS = 1.0
PATIENCE_SECONDS = 20
SOON_SECONDS = 5.5
"""The wait of three seconds for one host, and some patience; two hosts one after the other take more."""
_numbers = count(1)


@pytest.fixture(scope="module")
def primary() -> Iterator[Cluster]:
    """Run a server that keeps numbers, with a way for two standbys to follow it."""
    with cluster() as made:
        with psycopg.connect(plain(made), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (number int)")
        yield made


@pytest.fixture(scope="module")
def standbys(primary: Cluster) -> Iterator[list[Cluster]]:
    """Run two standbys."""
    with ExitStack() as stack:
        yield [stack.enter_context(standby_of(primary)) for _ in range(2)]


def plain(made: Cluster) -> str:
    """Return the address for psycopg."""
    return made.url.replace("+psycopg", "")


@contextmanager
def killed(primary: Cluster) -> Iterator[None]:
    """Take the primary away for a while."""
    primary.kill()
    try:
        yield
    finally:
        primary.start()


def tell(servers: list[Cluster], story: Callable[[Database], Coroutine[Any, Any, None]]) -> None:
    """Let a story happen to a database of several hosts."""
    hosts = "&".join(f"host={each.place}" for each in servers)
    address = f"postgresql+psycopg://postgres@/rampart?{hosts}&target_session_attrs=read-write"

    async def told() -> None:
        async with open_database(address, WORK_SECONDS) as database:
            await story(database)

    asyncio.run(told())


def keep(connection: Connection) -> int:
    """Keep one more number."""
    number = next(_numbers)
    connection.execute(text("INSERT INTO kept VALUES (:number)"), {"number": number})
    return number


def last(connection: Connection) -> int:
    """Return the number that was kept last."""
    number: int = connection.execute(text("SELECT max(number) FROM kept")).scalar_one()
    return number


def role(connection: Connection) -> str:
    """Return which kind of server answers."""
    standby = connection.execute(text("SELECT pg_is_in_recovery()")).scalar_one()
    return "standby" if standby else "primary"


def replayed(standby: Cluster, number: int) -> bool:
    """Return whether a standby has a number."""
    with psycopg.connect(plain(standby)) as connection:
        return connection.execute("SELECT max(number) FROM kept").fetchone() == (number,)


def until(done: Callable[[], bool]) -> None:
    """Wait for something."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not done():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_reads_go_to_a_standby_while_the_primary_is_away_and_back_when_it_is_there(
    primary: Cluster, standbys: list[Cluster]
) -> None:
    async def story(database: Database) -> None:
        kept = await database.write(keep)
        assert await database.read(role) == await database.study(role) == "primary"
        until(lambda: all(replayed(each, kept) for each in standbys))
        with killed(primary):
            for door in (database.read, database.study):
                assert (await door(role), await door(last)) == ("standby", kept)
            with pytest.raises(StoreUnavailable):
                await database.write(keep)
        assert await database.read(role) == await database.study(role) == "primary"
        assert await database.write(keep) > kept

    tell([primary, *standbys], story)


def test_a_read_that_meets_a_silent_primary_is_answered_late_but_answered(
    primary: Cluster, standbys: list[Cluster]
) -> None:
    async def story(database: Database) -> None:
        assert await database.read(role) == "primary"
        with silent(primary):
            assert await database.read(role) == "standby"

    tell([primary, *standbys], story)


@pytest.mark.parametrize("mute", [0, 1])
def test_a_silent_standby_beside_a_silent_primary_costs_no_time_of_its_own(
    primary: Cluster, standbys: list[Cluster], mute: int
) -> None:
    async def story(database: Database) -> None:
        with silent(standbys[mute]), silent(primary):
            began = time.monotonic()
            assert await database.read(role) == "standby"
            assert time.monotonic() - began < SOON_SECONDS

    tell([primary, *standbys], story)


@pytest.mark.parametrize("behind", [0, 1])
def test_of_two_standbys_the_one_that_has_more_is_asked(primary: Cluster, standbys: list[Cluster], behind: int) -> None:
    async def story(database: Database) -> None:
        with psycopg.connect(plain(standbys[behind]), autocommit=True) as late:
            late.execute("SELECT pg_wal_replay_pause()")
            until(lambda: late.execute("SELECT pg_get_wal_replay_pause_state()").fetchone() == ("paused",))
            try:
                kept = await database.write(keep)
                until(lambda: replayed(standbys[1 - behind], kept))
                with killed(primary):
                    assert await database.read(last) == kept
            finally:
                late.execute("SELECT pg_wal_replay_resume()")

    tell([primary, *standbys], story)


def test_a_standby_that_nobody_feeds_is_not_asked_for_ever(
    primary: Cluster, standbys: list[Cluster], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(database: Database) -> None:
        with killed(primary):
            assert await database.read(role) == "standby"
            monkeypatch.setattr("app.core.store.postgres.STANDBY_SECONDS", 0.0)
            with pytest.raises(StoreUnavailable):
                await database.read(role)
        assert await database.read(role) == "primary"
        with killed(primary):
            # The first to miss it begins to count again.
            assert await database.read(role) == "standby"

    tell([primary, *standbys], story)


def test_a_read_on_a_standby_has_no_more_time_than_elsewhere(primary: Cluster, standbys: list[Cluster]) -> None:
    async def story(database: Database) -> None:
        with killed(primary), pytest.raises(TookTooLong):
            await database.read(lambda connection: connection.execute(text("SELECT pg_sleep(60)")))

    tell([primary, *standbys], story)


def test_a_primary_that_takes_no_more_connections_but_commits_is_not_taken_for_lost() -> None:
    async def story(database: Database) -> None:
        async def go_on() -> None:
            while True:
                await database.write(keep)
                await asyncio.sleep(0.1)

        # Each thread has a connection to write by.
        together = Barrier(THREADS)

        def keep_together(connection: Connection) -> int:
            together.wait(WORK_SECONDS / 2)
            return keep(connection)

        await asyncio.gather(*(database.write(keep_together) for _ in range(THREADS)))
        with taken(full):
            playing = asyncio.create_task(go_on())
            await database.write(keep)
            with pytest.raises(StoreUnavailable):
                await database.read(last)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
        newest = await database.write(keep)
        assert (await database.read(role), await database.read(last)) == ("primary", newest)

    settings = ("max_connections=16", "superuser_reserved_connections=0")
    with cluster(*(part for setting in settings for part in ("-c", setting))) as full, standby_of(full) as behind:
        with psycopg.connect(plain(full), autocommit=True) as connection:
            connection.execute("CREATE TABLE kept (number int)")
        with psycopg.connect(plain(behind), autocommit=True) as connection:
            connection.execute("SELECT pg_wal_replay_pause()")
        tell([full, behind], story)


@contextmanager
def taken(server: Cluster) -> Iterator[None]:
    """Take all connections that a server has left, for a while."""
    with ExitStack() as stack:
        with suppress(psycopg.OperationalError):
            while True:
                stack.enter_context(psycopg.connect(plain(server)))
        yield
