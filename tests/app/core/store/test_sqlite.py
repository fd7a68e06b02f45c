"""What the owner of an SQLite file does when it cannot write, and how it sets up connections."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import IntegrityError

from app.core.store.database import Database, StoreUnavailable
from app.core.store.opening import open_database
from app.play.rows import entries, sessions
from tests.app.core.store.stories import PATIENCE, Gate, tell
from tests.databases import ON_SQLITE
from tests.rows import SESSION, appending, begin, log

pytestmark = ON_SQLITE


class Failing(sqlite3.Connection):
    """A connection whose driver fails once in a statement of the owner."""

    failing = ""
    spared = 0
    """So many times the statement does well before."""

    def execute(self, sql: str, *given: Any) -> sqlite3.Cursor:
        if sql == Failing.failing:
            Failing.spared -= 1
            if Failing.spared < 0:
                Failing.failing = ""
                raise sqlite3.OperationalError("disk I/O error")
        return super().execute(sql, *given)


@pytest.fixture
def breakable() -> Iterator[None]:
    def make(_dialect: object, _record: object, _given: object, named: dict[str, Any]) -> None:
        named["factory"] = Failing

    event.listen(Engine, "do_connect", make)
    yield
    event.remove(Engine, "do_connect", make)


async def in_one_group(
    database: Database, transactions: list[Callable[[Connection], Any]], meanwhile: Callable[[], None] = lambda: None
) -> list[Any]:
    """Ask for transactions so that they are committed together: they gather while one of another group is held."""
    gate = Gate()
    held = asyncio.create_task(database.write(lambda _: gate.stop()))
    await asyncio.to_thread(gate.reached.wait, PATIENCE)
    asked = [asyncio.create_task(database.write(transaction)) for transaction in transactions]
    await asyncio.sleep(0)
    meanwhile()
    gate.opened.set()
    await held
    return await asyncio.gather(*asked, return_exceptions=True)


def refuse(connection: Connection) -> None:
    appending(99)(connection)
    raise KeyError


@pytest.mark.usefixtures("breakable")
@pytest.mark.parametrize(("statement", "spared"), [("BEGIN IMMEDIATE", 0), ("COMMIT", 1)])
def test_a_failing_commit_is_told_to_the_whole_group_and_the_door_stays_usable(
    url: str, statement: str, spared: int
) -> None:
    def arm() -> None:
        Failing.failing, Failing.spared = statement, spared

    async def story(database: Database) -> None:
        answers = await in_one_group(database, [appending(0), refuse, appending(1)], arm)
        assert [type(answer) for answer in answers] == [StoreUnavailable] * 3
        assert all("disk I/O error" in str(answer.__cause__) for answer in answers)
        assert await database.read(log) == []
        await database.write(appending(0))
        assert len(await database.read(log)) == 1

    tell(url, story)


def test_a_full_disk_is_told_to_the_whole_group_and_the_door_stays_usable(url: str) -> None:
    def fill(connection: Connection) -> None:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")

    def sprawl(connection: Connection) -> None:
        for seq in range(100, 1000):
            appending(seq)(connection)

    async def story(database: Database) -> None:
        await database.write(fill)
        answers = await in_one_group(database, [appending(0), refuse, sprawl, appending(1)])
        assert [type(answer) for answer in answers] == [StoreUnavailable] * 4
        assert "full" in str(answers[0].__cause__)
        assert await database.read(log) == []
        await database.write(sprawl)
        assert len(await database.read(log)) == 900

    tell(url, story)


@pytest.mark.usefixtures("breakable")
def test_who_opens_a_new_file_while_another_does_waits(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    real, tries = Failing.execute, [False] * 20 + [True, True]

    def execute(driver: Failing, sql: str, *given: Any) -> sqlite3.Cursor:
        if sql == "PRAGMA journal_mode = WAL" and tries.pop():
            busy = sqlite3.OperationalError("database is locked")
            busy.sqlite_errorcode = sqlite3.SQLITE_BUSY
            raise busy
        return real(driver, sql, *given)

    monkeypatch.setattr(Failing, "execute", execute)

    async def story(database: Database) -> None:
        await database.write(appending(0))

    tell(url, story)
    assert True not in tries


def test_a_lock_that_another_process_keeps_makes_the_store_unavailable_for_that_long(url: str) -> None:
    async def story(database: Database) -> None:
        await database.write(lambda connection: connection.exec_driver_sql("PRAGMA busy_timeout = 1").close())
        other = sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailable):
            await database.write(appending(0))
        other.execute("ROLLBACK")
        other.close()
        await database.write(appending(0))

    tell(url, story)


def test_a_refusal_learnt_in_a_group_stands_beside_the_successes(url: str) -> None:
    async def story(database: Database) -> None:
        answers = await in_one_group(database, [appending(0), refuse, appending(1), appending(1)])
        assert [type(answer) for answer in answers] == [type(None), KeyError, type(None), IntegrityError]
        assert [entry.seq for entry in await database.read(log)] == [0, 1]

    tell(url, story)


@pytest.mark.parametrize(("writes_first", "runs"), [(False, 1), (True, 2)])
def test_a_group_is_run_again_only_where_a_transaction_failed_after_it_had_written(
    url: str, writes_first: bool, runs: int
) -> None:
    ran: list[int] = []

    def fail(connection: Connection) -> None:
        if writes_first:
            appending(99)(connection)
        raise KeyError

    def counted(connection: Connection) -> None:
        ran.append(1)
        appending(0)(connection)

    async def story(database: Database) -> None:
        answers = await in_one_group(database, [counted, fail])
        assert [type(answer) for answer in answers] == [type(None), KeyError]
        assert [entry.seq for entry in await database.read(log)] == [0]
        assert len(ran) == runs

    tell(url, story)


def test_an_error_tells_nothing_of_another_work_s_error(url: str) -> None:
    def fail(_connection: Connection) -> None:
        raise ValueError("another's")

    async def story(database: Database) -> None:
        refused, failed = await in_one_group(database, [refuse, fail])
        assert isinstance(refused, KeyError)
        assert isinstance(failed, ValueError)
        assert refused.__context__ is None
        assert failed.__context__ is None

    tell(url, story)


def test_more_transactions_than_a_group_holds_are_all_answered(url: str) -> None:
    async def story(database: Database) -> None:
        answers = await in_one_group(database, [appending(seq) for seq in range(450)])
        assert answers == [None] * 450
        assert len(await database.read(log)) == 450

    tell(url, story)


def test_a_transaction_that_commits_by_itself_fails_loudly(url: str) -> None:
    async def story(database: Database) -> None:
        with pytest.raises(StoreUnavailable):
            await database.write(lambda connection: connection.commit())
        await database.write(appending(0))

    tell(url, story)


def test_the_owner_s_connection_syncs_every_commit_and_keeps_foreign_keys(url: str) -> None:
    def settings(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    async def story(database: Database) -> None:
        assert await database.write(settings) == ["wal", 2, 1, 5000]

    tell(url, story)


def test_a_database_is_unavailable_before_it_is_started(url: str) -> None:
    async def told() -> None:
        with pytest.raises(StoreUnavailable):
            await open_database(url).write(begin)

    asyncio.run(told())


def test_a_file_that_cannot_be_opened_makes_the_store_unavailable(empty_url: str) -> None:
    async def told() -> None:
        async with open_database(f"{empty_url}/nowhere/rampart.sqlite3") as database:
            with pytest.raises(StoreUnavailable, match="can’t reach the games"):
                await database.write(begin)
            with pytest.raises(StoreUnavailable, match="can’t reach the games"):
                await database.read(log)

    asyncio.run(told())


def test_rows_are_written_as_a_whole_or_not_at_all(url: str) -> None:
    """The guard has moved the row before the log refuses: the row must not stay moved."""

    def move_onto_a_taken_place(connection: Connection) -> None:
        appending(0)(connection)
        entries.append(connection, SESSION.id, entries.all_of(connection, SESSION.id))

    async def story(database: Database) -> None:
        with pytest.raises(IntegrityError):
            await database.write(move_onto_a_taken_place)
        assert await database.read(sessions.find, SESSION.id) == SESSION

    tell(url, story)
