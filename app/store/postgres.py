"""PostgreSQL: each work is one transaction of its own, in one of a few threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import psycopg
from sqlalchemy import URL, ExceptionContext, create_engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from app.store.database import Database, StoreUnavailable, T, Work, run_in, timed

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
        self._writing = create_engine(url, pool_size=THREADS, max_overflow=0, hide_parameters=True)
        event.listen(self._writing, "handle_error", _leave_out_values)
        # The same pool. Psycopg puts both words into the BEGIN that it sends anyway.
        self._reading = self._writing.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
        self._threads = ThreadPoolExecutor(THREADS, "rampart-store")

    async def start(self) -> None:
        """Make ready for works; connections are made as they are needed."""

    async def close(self) -> None:
        """Finish the works that were given, then let go of every connection."""
        await asyncio.to_thread(self._threads.shutdown)
        self._writing.dispose()

    async def write(self, work: Work[T]) -> T:
        """Run a work in a thread; see `Database.write`."""
        return await run_in(self._threads, _until_it_stands, self._write, work)

    async def read(self, work: Work[T]) -> T:
        """Run a work in a thread; see `Database.read`."""
        return await run_in(self._threads, _until_it_stands, self._read, work)

    def _write(self, work: Work[T]) -> T:
        with self._writing.connect() as connection:
            value = timed(work, connection)
            try:
                connection.commit()
            except DBAPIError as error:
                # Nobody knows whether a commit was kept whose answer was lost, so the work must not run again.
                if error.connection_invalidated:
                    raise StoreUnavailable from error
                raise
            return value

    def _read(self, work: Work[T]) -> T:
        with self._reading.connect() as connection:
            return timed(work, connection)


def _leave_out_values(context: ExceptionContext) -> None:
    """Keep of an error only its first line: PostgreSQL adds the row that it is about, a player's name for one."""
    cause = context.original_exception
    if isinstance(cause, psycopg.Error) and cause.diag.message_primary:
        cause.args = (cause.diag.message_primary,)
        if context.sqlalchemy_exception:
            context.sqlalchemy_exception.args = cause.args


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
