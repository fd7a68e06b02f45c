"""PostgreSQL: each transaction commits by itself, in one of a few threads.

Both ends watch a transaction's time. If nobody else can end a statement, or a transaction that waits for its next
statement, the database server does.
"""

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import get_ident
from typing import Any

import psycopg
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, Connection, Engine, event
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError

from app.core.bounds import WAITING_STUDIES
from app.core.store.database import P, StoreUnavailable, T, TookTooLong, Transaction
from app.core.store.desk import PATIENCE_IN_TRANSACTIONS, Desk, DeskDatabase, one_by_one
from app.core.store.reaching import Hosts, commit, line_of
from app.core.store.watch import Watch, name_of

THREADS = 8
STUDENTS = 2
"""Threads for transactions that read a lot. They spend half of their time waiting for the server."""
ATTEMPTS = 5
STANDBY_SECONDS = 600.0
"""How long reads go to a standby while we find no primary: a standby without a primary shows an ever older state.

Nobody here knows how old that state was when this process first missed the primary.
"""
_ALIVE_SECONDS = 1.0
"""How long after a commit we wait for another one before we believe that there is no primary.

A primary with too many connections refuses new ones, but still serves those that it has.
"""
_LATER_SECONDS = 1.0
"""How much longer than we the server waits before it ends a statement: only we can tell which transaction it belonged
to."""
_CANCELLED = "57014"
"""PostgreSQL's code for a statement that took too long."""

_ON_A_STANDBY = "25006"
"""PostgreSQL's code for a write on a standby: another server has taken over, and a new connection may find it."""
_ANOTHERS_FAULT = {"40001", "40P01", "23505", "23503"}
"""Serialization failure, deadlock, unique and foreign key violation: another transaction got in the way.

If two transactions add the same missing row, the second finds it when it runs again. If one transaction deletes what
another refers to, such as the account of a new friend, the other then finds it gone.
"""

_log = logging.getLogger("rampart")


class PostgresDatabase(DeskDatabase):
    """The doors to a PostgreSQL database."""

    def __init__(self, url: URL, work_seconds: float) -> None:
        hosts = Hosts(url)
        primary, standby = hosts.primary(), hosts.standby()
        self._watch, self._work_seconds = Watch(work_seconds), work_seconds
        trust = _Trust()
        for engine in filter(None, (primary, standby)):
            event.listen(engine, "connect", partial(_bound, work_seconds))
        self._writing = _Kept(primary, self._watch, trust)
        self._reading = _Kept(_of_snapshots(primary), self._watch, trust)
        self._standing_by = _Kept(_of_snapshots(standby), self._watch, trust) if standby else None
        self._missed_since: float | None = None
        """When a read first failed to find a primary, on the monotonic clock; None if the last one found it."""
        self._committed_at = 0.0
        """When a commit last succeeded, on the same clock."""
        longest_wait = PATIENCE_IN_TRANSACTIONS * work_seconds
        self._desk: Desk[Callable[[], Any]] = Desk("rampart-store", THREADS, one_by_one, longest_wait)
        self._study_desk: Desk[Callable[[], Any]] = Desk(
            "rampart-study", STUDENTS, one_by_one, longest_wait, WAITING_STUDIES
        )
        self._desks = (self._desk, self._study_desk)

    def _disconnect(self) -> None:
        for kept in filter(None, (self._writing, self._reading, self._standing_by)):
            kept.close()

    async def write(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction in a thread; see `Database.write`."""
        value: T = await self._desk.ask(partial(self._run_with_retries, self._write, transaction, *args, **kwargs))
        return value

    async def read(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction in a thread; see `Database.read`."""
        value: T = await self._desk.ask(partial(self._run_with_retries, self._read, transaction, *args, **kwargs))
        return value

    async def study(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction in one of the threads for those that read a lot; see `Database.study`."""
        value: T = await self._study_desk.ask(partial(self._run_with_retries, self._read, transaction, *args, **kwargs))
        return value

    def _run_with_retries(
        self, run: Callable[..., T], transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """Run a transaction, and repeat it while that can help: after a clash with another transaction, or on a new
        connection.

        No attempt begins after the time limit of a transaction, counted from the first.
        """
        until = time.monotonic() + self._work_seconds
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return run(transaction, *args, **kwargs)
            except DBAPIError as error:
                passing = error.connection_invalidated or _sqlstate(error) in _ANOTHERS_FAULT
                if not (passing and attempt < ATTEMPTS and time.monotonic() < until):
                    _give_up(transaction, error)
                    raise
        raise AssertionError("The last attempt returns or raises.")

    def _write(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self._writing.connection() as connection:
            try:
                value = self._watch.run(transaction, connection, line_of(connection).stop, *args, **kwargs)
            except DBAPIError as error:
                error.connection_invalidated |= _sqlstate(error) == _ON_A_STANDBY
                raise
            _check_unspoilt(connection)
            try:
                lasts = self._watch.run(commit, connection, line_of(connection).cut)
            except TookTooLong as error:
                # It may yet succeed.
                connection.invalidate()
                raise StoreUnavailable from error
            except DBAPIError as error:
                # If the answer to a commit is lost, nobody knows whether it succeeded, so the transaction must not run
                # again.
                if error.connection_invalidated:
                    raise StoreUnavailable from error
                raise
            if not lasts:
                _log.error("A standby has not confirmed a commit.", extra={"more": {"work": name_of(transaction)}})
                raise StoreUnavailable
            self._committed_at = time.monotonic()
            return value

    def _read(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            value = self._read_from(self._reading, transaction, *args, **kwargs)
        except _OutOfReach:
            if self._standing_by is None:
                raise
            if self._primary_is_alive():
                self._missed_since = None
                raise
            now = time.monotonic()
            self._missed_since = self._missed_since or now
            if now - self._missed_since > STANDBY_SECONDS:
                raise
            return self._read_from(self._standing_by, transaction, *args, **kwargs)
        self._missed_since = None
        return value

    def _primary_is_alive(self) -> bool:
        """Return whether commits still succeed: a standby may lag behind. Wait for a moment after the last one."""
        last = self._committed_at
        time.sleep(max(0.0, last + _ALIVE_SECONDS - time.monotonic()))
        return self._committed_at > last

    def _read_from(self, kept: "_Kept", transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        with kept.connection() as connection:
            return self._watch.run(transaction, connection, line_of(connection).stop, *args, **kwargs)


class _OutOfReach(StoreUnavailable):
    """Raised if no server accepts a connection, or the one that we asked is silent."""


def _of_snapshots(engine: Engine) -> Engine:
    # Psycopg puts both settings into the BEGIN that it sends anyway.
    return engine.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)


class _Trust:
    """The time since which we trust connections.

    Once one is lost, another server may have taken over. If the old one wakes up, it answers reads with the state from
    when it fell asleep.
    """

    since = 0.0

    def lose(self) -> None:
        """From now on, trust no connection opened so far."""
        self.since = time.monotonic()


class _Kept:
    """A connection for each thread that asked for one: a pool would cost every move as much as a statement does."""

    def __init__(self, engine: Engine, watch: Watch, trust: _Trust) -> None:
        self._engine, self._watch, self._trust = engine, watch, trust
        self._of_thread: dict[int, tuple[Connection, float]] = {}
        """The connection of each thread, with the time when it was opened."""

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """Yield this thread's connection, and roll back whatever is not committed."""
        thread = get_ident()
        connection = self._trusted_connection(thread)
        line = line_of(connection)
        fit = False
        try:
            try:
                yield connection
            except TookTooLong:
                # The statement it was stopped in may still run; do not wait for it.
                connection.invalidate()
                raise
            finally:
                fit = not connection.invalidated and self._roll_back(connection)
        except BaseException as error:
            _leave_out_values(error)
            fit = fit and not isinstance(error, DBAPIError)
            if line.is_cut or _is_lost(connection, error):
                self._trust.lose()
            if line.is_cut and isinstance(error, TookTooLong):
                # The server did not even accept our request to stop, so the transaction is not to blame.
                raise _OutOfReach from error
            raise
        finally:
            if not fit:
                # A new connection is the simple way back from any state of this one.
                del self._of_thread[thread]
                connection.close()

    def _trusted_connection(self, thread: int) -> Connection:
        """Return this thread's connection, or a new one if it has none that we trust."""
        kept = self._of_thread.get(thread)
        if kept is not None:
            if kept[1] > self._trust.since:
                return kept[0]
            del self._of_thread[thread]
            kept[0].close()
        opened_at = time.monotonic()
        try:
            connection = self._engine.connect()
        except OperationalError as error:
            raise _OutOfReach from error
        self._of_thread[thread] = (connection, opened_at)
        return connection

    def _roll_back(self, connection: Connection) -> bool:
        """Roll back, and return whether the server has confirmed it."""
        try:
            self._watch.run(Connection.rollback, connection, line_of(connection).cut)
        except (TookTooLong, DBAPIError):
            # Nothing depends on this: a server that hears nothing more from a transaction ends it.
            connection.invalidate()
            self._trust.lose()
            return False
        return True

    def close(self) -> None:
        """Close all connections; no thread may be using one."""
        for connection, _ in self._of_thread.values():
            connection.close()
        self._of_thread.clear()


def _is_lost(connection: Connection, error: BaseException) -> bool:
    """Return whether an error means that the server is gone or no longer writes, rather than that one transaction
    failed."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return connection.invalidated and not isinstance(error, TookTooLong)


def _bound(seconds: float, driver: psycopg.Connection, _record: object) -> None:
    """Make the server end what takes too long: a statement, its wait for locks, or an idle transaction."""
    milliseconds = round((seconds + _LATER_SECONDS) * 1000)
    driver.autocommit = True
    for name in ("statement_timeout", "idle_in_transaction_session_timeout"):
        driver.execute("SELECT set_config(%s, %s, false)", (name, str(milliseconds)))
    driver.autocommit = False


def _check_unspoilt(connection: Connection) -> None:
    """Raise if a transaction went on after an error of the database: COMMIT would then silently store nothing."""
    driver = connection.connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    if driver.pgconn.transaction_status == TransactionStatus.INERROR:
        raise RuntimeError("A transaction hid an error of the database.")


def _leave_out_values(error: BaseException) -> None:
    """Cut an error, and its causes, down to the first line.

    PostgreSQL adds the row in question, which may hold a player's name.
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


def _give_up(transaction: Callable[..., Any], error: DBAPIError) -> None:
    """Raise the caller's exception if an error of the server or of the connection ended a transaction."""
    if _sqlstate(error) == _CANCELLED:
        _log.error("A transaction took too long for the server.", extra={"more": {"work": name_of(transaction)}})
        raise TookTooLong(error) from error
    if error.connection_invalidated or isinstance(error, OperationalError | InterfaceError):
        raise StoreUnavailable from error


def _sqlstate(error: DBAPIError) -> str | None:
    return error.orig.sqlstate if isinstance(error.orig, psycopg.Error) else None
