"""PostgreSQL: each work is one transaction of its own, in one of a few threads."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import get_ident
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, Connection, Engine, NullPool, create_engine
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from app.store.database import Database, StoreUnavailable, T, Work, timed
from app.store.desk import Desk, one_by_one

THREADS = 8
ATTEMPTS = 5

_ANOTHERS_FAULT = {"40001", "40P01", "23505"}
"""Serialization failure, deadlock and unique violation: another transaction was there at the same time.

A work that adds what it did not find, as somebody else did too, finds it when it is run again.
"""


class PostgresDatabase(Database):
    """The doors to a PostgreSQL database."""

    def __init__(self, url: URL) -> None:
        # An error names its statement but not what was to be written: a deck has no place in a log.
        engine = create_engine(url, poolclass=NullPool, hide_parameters=True)
        self._writing = _Kept(engine)
        # Psycopg puts both words into the BEGIN that it sends anyway.
        self._reading = _Kept(engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True))
        self._desk: Desk[Callable[[], Any]] = Desk("rampart-store", THREADS, one_by_one)

    async def start(self) -> None:
        """Make ready for works; connections are made as they are needed."""
        self._desk.start()

    async def close(self) -> None:
        """Finish the works that were given, then let go of every connection."""
        await asyncio.to_thread(self._desk.finish)
        self._writing.close()
        self._reading.close()

    async def write(self, work: Work[T]) -> T:
        """Run a work in a thread; see `Database.write`."""
        value: T = await self._desk.ask(partial(_until_it_stands, self._write, work))
        return value

    async def read(self, work: Work[T]) -> T:
        """Run a work in a thread; see `Database.read`."""
        value: T = await self._desk.ask(partial(_until_it_stands, self._read, work))
        return value

    def _write(self, work: Work[T]) -> T:
        with self._writing.connection() as connection:
            value = timed(work, connection)
            _check_unspoilt(connection)
            try:
                connection.commit()
            except DBAPIError as error:
                # Nobody knows whether a commit was kept whose answer was lost, so the work must not run again.
                if error.connection_invalidated:
                    raise StoreUnavailable from error
                raise
            return value

    def _read(self, work: Work[T]) -> T:
        with self._reading.connection() as connection:
            return timed(work, connection)


class _Kept:
    """A connection for each thread that asked for one: a pool would cost every move as much as a statement does."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._of_thread: dict[int, Connection] = {}

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Give this thread's connection; what was not committed is rolled back."""
        thread = get_ident()
        connection = self._of_thread.get(thread)
        if connection is None:
            connection = self._of_thread[thread] = self._engine.connect()
        fit = False
        try:
            try:
                yield connection
            finally:
                fit = not connection.invalidated
                connection.rollback()
        except BaseException as error:
            _leave_out_values(error)
            fit = fit and not isinstance(error, DBAPIError)
            raise
        finally:
            if not fit:
                # A new one is the plain way back from any state that it may be in.
                del self._of_thread[thread]
                connection.close()

    def close(self) -> None:
        """Let go of all; no thread may be using one."""
        for connection in self._of_thread.values():
            connection.close()
        self._of_thread.clear()


def _check_unspoilt(connection: Connection) -> None:
    """Raise where a work went on after an error of the database: COMMIT would then keep nothing and not say so."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    if driver.pgconn.transaction_status == TransactionStatus.INERROR:
        raise RuntimeError("A work hid an error of the database.")


def _leave_out_values(error: BaseException) -> None:
    """Keep of an error, and of those it came of, only the first line.

    PostgreSQL adds the row that it is about, a player's name for one.
    """
    left: list[BaseException | None] = [error]
    met = set[int]()
    while left:
        one = left.pop()
        if one is None or id(one) in met:
            continue
        met.add(id(one))
        left += [one.__cause__, one.__context__]
        cause = one.orig if isinstance(one, DBAPIError) else one
        if isinstance(cause, psycopg.Error) and cause.diag.message_primary:
            one.args = cause.args = (cause.diag.message_primary,)


def _until_it_stands(run: Callable[[Work[T]], T], work: Work[T], attempts: int = ATTEMPTS) -> T:
    """Run a work again while that can help: for another transaction's sake, or on a new connection."""
    try:
        return run(work)
    except DBAPIError as error:
        passing = error.connection_invalidated or getattr(error.orig, "sqlstate", None) in _ANOTHERS_FAULT
        if passing and attempts > 1:
            return _until_it_stands(run, work, attempts - 1)
        # These are errors of the server or the way to it.
        if isinstance(error, OperationalError | InterfaceError):
            raise StoreUnavailable from error
        raise
