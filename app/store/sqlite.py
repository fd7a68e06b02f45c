"""SQLite: one thread owns the writing connection and commits works in groups; reads have connections of their own.

A commit waits for the disk. While it does, works gather, and the next commit serves them all: so the disk's pace
bounds the wait of one player, not the number of players. Where a work of a group fails after it has written, the group
is run again with a savepoint around each.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from app.metrics import GROUP_SIZES, Histogram
from app.store.database import Database, StoreUnavailable, T, Work, timed
from app.store.desk import Answer, Asked, Desk, bring, one_by_one

LARGEST_GROUP = 200
READERS = 2
"""More of them mostly wait for each other: Python runs one at a time, and a read is short."""
BUSY_SECONDS = 5
"""How long to wait for another process that writes, an operator's command for one."""

_PASSING = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PROTOCOL,
    sqlite3.SQLITE_NOTADB,
}
"""What SQLite says when the trouble lies with the disk, the file or another process, not with the statement."""


def writing_engine(url: URL) -> Engine:
    """Give an engine whose connections begin and commit only when told to."""
    # SQLAlchemy's autocommit leaves the transaction to plain BEGIN and COMMIT: its own way costs as much as a
    # statement, for every savepoint.
    engine = create_engine(
        url, isolation_level="AUTOCOMMIT", poolclass=NullPool, connect_args=_CONNECT, hide_parameters=True
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _reading_engine(url: URL) -> Engine:
    engine = create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        poolclass=QueuePool,
        pool_size=READERS,
        max_overflow=0,
        connect_args=_CONNECT,
        hide_parameters=True,
    )
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "connect", _forbid_writing)
    return engine


_BRIEF_SECONDS = 0.01
_CONNECT = {"timeout": BUSY_SECONDS, "check_same_thread": False}


def _prepare(driver: sqlite3.Connection, _record: object) -> None:
    _keep_a_log(driver)
    driver.execute("PRAGMA synchronous = FULL")
    driver.execute("PRAGMA foreign_keys = ON")
    driver.execute("PRAGMA temp_store = MEMORY")


def _keep_a_log(driver: sqlite3.Connection) -> None:
    """Set the journal mode; of several who open a new file at once SQLite lets only one, and the others do not wait."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            driver.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_BRIEF_SECONDS)


def _forbid_writing(driver: sqlite3.Connection, _record: object) -> None:
    driver.execute("PRAGMA query_only = ON")


class SqliteDatabase(Database):
    """The doors to an SQLite file. Works may come from several event loops."""

    def __init__(self, url: URL) -> None:
        if url.database in {None, "", ":memory:"}:
            raise ValueError("Rampart keeps its games in an SQLite file (sqlite:///path), not in memory.")
        self.commits = Histogram(GROUP_SIZES)
        self._write_desk: Desk[Work[Any]] = Desk("rampart-write", 1, Owner(writing_engine(url), self.commits).attend)
        self._read_desk: Desk[Callable[[], Any]] = Desk("rampart-read", READERS, one_by_one)
        self._reading = _reading_engine(url)

    async def start(self) -> None:
        """Start the threads."""
        self._write_desk.start()
        self._read_desk.start()

    async def close(self) -> None:
        """Finish the works that were given, then let go of every connection."""
        await asyncio.to_thread(self._write_desk.finish)
        await asyncio.to_thread(self._read_desk.finish)
        self._reading.dispose()

    async def write(self, work: Work[T]) -> T:
        """Run a work in the next group; see `Database.write`."""
        value: T = await self._write_desk.ask(work)
        return value

    async def read(self, work: Work[T]) -> T:
        """Run a work in a reading thread; see `Database.read`."""
        value: T = await self._read_desk.ask(partial(self._read, work))
        return value

    def _read(self, work: Work[T]) -> T:
        try:
            with self._reading.connect() as connection:
                _driver(connection).execute("BEGIN")
                return timed(work, connection)
        except (DBAPIError, sqlite3.Error) as error:
            if _passing(error):
                raise StoreUnavailable from error
            raise


class Owner:
    """The one thread that writes."""

    def __init__(self, engine: Engine, commits: Histogram) -> None:
        self._engine = engine
        self._commits = commits
        self._connection: Connection | None = None

    def attend(self, desk: Desk[Work[Any]]) -> None:
        """Take works in groups and answer each group after its commit."""
        going_on = True
        while going_on:
            group, going_on = _gather(desk)
            if group:
                # Only here are an error and who waits for it known together, and only until it is told.
                answers = self._answers([asked.what for asked in group])
                bring(group, answers)
                answers.clear()
        self._let_go()

    def _answers(self, group: list[Work[Any]]) -> list[Answer]:
        try:
            return self._commit(group)
        except BaseException as failure:
            # Whatever one of them learnt, it may have learnt from another that is lost now. A new connection is
            # the plain way back from any state that the old one may be in.
            self._let_go()
            return [(None, StoreUnavailable(failure)) for _ in group]

    def _commit(self, group: list[Work[Any]]) -> list[Answer]:
        if self._connection is None:
            self._connection = self._engine.connect()
        driver = _driver(self._connection)
        driver.execute("BEGIN IMMEDIATE")
        answers = _try_all(group, self._connection, driver)
        if answers is None:
            driver.execute("ROLLBACK")
            driver.execute("BEGIN IMMEDIATE")
            answers = [_try_apart(work, self._connection, driver) for work in group]
        driver.execute("COMMIT")
        self._commits.observe(len(group))
        return answers

    def _let_go(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(Exception):
                connection.close()


def _gather(desk: Desk[Work[Any]]) -> tuple[list[Asked[Work[Any]]], bool]:
    """Wait for a work and give it with those that came meanwhile, and whether more may come."""
    group: list[Asked[Work[Any]]] = []
    asked = desk.take()
    while asked is not None:
        group.append(asked)
        if len(group) == LARGEST_GROUP or desk.empty:
            return group, True
        asked = desk.take()
    return group, False


def _try_all(group: list[Work[Any]], connection: Connection, driver: sqlite3.Connection) -> list[Answer] | None:
    """Run the works of a group one after another; None where one had written before it failed.

    Nearly all that are refused are refused before they write, so the group is spared a savepoint for each.
    """
    answers: list[Answer] = []
    for work in group:
        written = driver.total_changes
        try:
            answers.append((timed(work, connection), None))
        except BaseException as error:
            answers.append((None, _told(error, driver)))
            if driver.total_changes != written:
                return None
    return answers


def _try_apart(work: Work[Any], connection: Connection, driver: sqlite3.Connection) -> Answer:
    """Run one work so that it leaves either all it did or nothing."""
    driver.execute("SAVEPOINT work")
    try:
        value = timed(work, connection)
    except BaseException as error:
        told = _told(error, driver)
        driver.execute("ROLLBACK TO work")
        driver.execute("RELEASE work")
        return None, told
    driver.execute("RELEASE work")
    return value, None


def _told(error: BaseException, driver: sqlite3.Connection) -> BaseException:
    """Give what the caller of a work that failed is told; raise where it has failed for all of its group."""
    # After some errors, a full disk for one, SQLite has itself rolled back the whole group.
    if not driver.in_transaction:
        raise error
    return StoreUnavailable(error) if _passing(error) else error


def _passing(error: BaseException) -> bool:
    """Say whether an error is one of the disk, the file or the lock."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _PASSING


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
