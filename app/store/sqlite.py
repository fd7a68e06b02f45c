"""SQLite: one thread owns the writing connection and commits works in groups; reads have connections of their own.

A commit waits for the disk. While it does, works gather, and the next commit serves them all: so the disk's pace
bounds the wait of one player, not the number of players.
"""

import asyncio
import sqlite3
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any

from sqlalchemy import URL, Connection, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from app.metrics import GROUP_SIZES, Histogram
from app.store.database import Database, StoreUnavailable, T, Work, run_in, timed

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

Answer = tuple[Any, BaseException | None]
"""What a work returned, or what it raised."""
Asked = tuple[Work[Any], "asyncio.Future[Answer]"]


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


_CONNECT = {"timeout": BUSY_SECONDS, "check_same_thread": False}


def _prepare(driver: sqlite3.Connection, _record: object) -> None:
    driver.execute("PRAGMA journal_mode = WAL")
    driver.execute("PRAGMA synchronous = FULL")
    driver.execute("PRAGMA foreign_keys = ON")
    driver.execute("PRAGMA temp_store = MEMORY")


def _forbid_writing(driver: sqlite3.Connection, _record: object) -> None:
    driver.execute("PRAGMA query_only = ON")


class SqliteDatabase(Database):
    """The doors to an SQLite file. Works may come from several event loops."""

    def __init__(self, url: URL) -> None:
        if url.database in {None, "", ":memory:"}:
            raise ValueError("Rampart keeps its games in an SQLite file (sqlite:///path), not in memory.")
        self.commits = Histogram(GROUP_SIZES)
        self._owner = Owner(writing_engine(url), self.commits)
        self._reading = _reading_engine(url)
        self._readers = ThreadPoolExecutor(READERS, "rampart-read")

    async def start(self) -> None:
        """Make ready for works."""
        self._owner.start()

    async def close(self) -> None:
        """Finish the works that were given, then let go of every connection."""
        await asyncio.to_thread(self._owner.finish)
        await asyncio.to_thread(self._readers.shutdown)
        self._reading.dispose()

    async def write(self, work: Work[T]) -> T:
        """Run a work in the next group; see `Database.write`."""
        value, error = await self._owner.ask(work)
        if error is None:
            answer: T = value
            return answer
        try:
            raise error
        finally:
            # The error knows this frame: without this the two would keep each other until the next collection.
            del error

    async def read(self, work: Work[T]) -> T:
        """Run a work in a reading thread; see `Database.read`."""
        return await run_in(self._readers, self._read, work)

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
        self._asked: SimpleQueue[Asked | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="rampart-write", daemon=True)
        self._connection: Connection | None = None
        self._gate = Lock()
        self._open = False

    def start(self) -> None:
        """Begin to take works."""
        self._thread.start()
        self._open = True

    def finish(self) -> None:
        """Take no more works and return when those taken are answered."""
        with self._gate:
            self._open = False
            self._asked.put(None)
        self._thread.join()

    def ask(self, work: Work[Any]) -> "asyncio.Future[Answer]":
        """Take a work; its answer comes after the commit."""
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        # Nothing may come behind the None that ends the queue.
        with self._gate:
            if not self._open:
                raise StoreUnavailable
            self._asked.put((work, future))
        return future

    def _run(self) -> None:
        going_on = True
        while going_on:
            group, going_on = self._gather()
            if group:
                _deliver(group, self._answers(group))
        self._let_go()

    def _gather(self) -> tuple[list[Asked], bool]:
        """Wait for a work and give it with those that came meanwhile, and whether more may come."""
        group: list[Asked] = []
        asked = self._asked.get()
        while asked is not None:
            group.append(asked)
            # Nobody else takes from the queue, so what is there stays there.
            if len(group) == LARGEST_GROUP or self._asked.empty():
                return group, True
            asked = self._asked.get()
        return group, False

    def _answers(self, group: list[Asked]) -> list[Answer]:
        try:
            return self._commit(group)
        except BaseException as failure:
            # Whatever one of them learnt, it may have learnt from another that is lost now. A new connection is
            # the plain way back from any state that the old one may be in.
            self._let_go()
            return [(None, StoreUnavailable(failure)) for _ in group]

    def _commit(self, group: list[Asked]) -> list[Answer]:
        if self._connection is None:
            self._connection = self._engine.connect()
        driver = _driver(self._connection)
        driver.execute("BEGIN IMMEDIATE")
        answers = [_try(work, self._connection, driver) for work, _ in group]
        driver.execute("COMMIT")
        self._commits.observe(len(group))
        return answers

    def _let_go(self) -> None:
        if self._connection is not None:
            with suppress(DBAPIError, sqlite3.Error):
                self._connection.close()
            self._connection = None


def _try(work: Work[Any], connection: Connection, driver: sqlite3.Connection) -> Answer:
    """Run one work so that it leaves either all it did or nothing."""
    driver.execute("SAVEPOINT work")
    try:
        answer: Answer = (timed(work, connection), None)
    except BaseException as error:
        # After some errors, a full disk for one, SQLite has itself rolled back the whole group.
        if not driver.in_transaction:
            raise
        driver.execute("ROLLBACK TO work")
        answer = (None, StoreUnavailable(error) if _passing(error) else error)
    driver.execute("RELEASE work")
    return answer


def _deliver(group: list[Asked], answers: list[Answer]) -> None:
    """Hand the answers to the loops that wait for them, in one call each."""
    waiting: defaultdict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Answer], Answer]]] = defaultdict(list)
    for (_, future), answer in zip(group, answers, strict=True):
        waiting[future.get_loop()].append((future, answer))
    for loop, answered in waiting.items():
        # A loop that was closed waits for nothing.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, answered)


def _settle(answered: list[tuple["asyncio.Future[Answer]", Answer]]) -> None:
    for future, answer in answered:
        # A cancelled caller has cancelled its future too.
        if not future.done():
            future.set_result(answer)


def _passing(error: BaseException) -> bool:
    """Say whether an error is one of the disk, the file or the lock."""
    cause = error.orig if isinstance(error, DBAPIError) else error
    return isinstance(cause, sqlite3.Error) and getattr(cause, "sqlite_errorcode", 0) & 0xFF in _PASSING


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
