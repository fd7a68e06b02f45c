"""The one thread that writes to an SQLite file: it commits transactions in groups.

A commit waits for the disk. Meanwhile transactions gather, and the next commit serves them all. So the speed of the
disk limits how long one player waits, but not how many can play. If a transaction of a group fails after it has
written, the group runs again with a savepoint around each transaction. If one takes too long, the group runs again
without it. A group that has taken long commits the transactions that it has run, and the next group takes the rest.
"""

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from app.core.logs import REQUEST_ID
from app.core.metrics import Histogram
from app.core.store.asker import ASKER
from app.core.store.database import Crowded, StoreUnavailable, TookTooLong
from app.core.store.desk import Answer, Desk, QueuedTransaction, bring
from app.core.store.watch import Watch

LARGEST_GROUP = 200
LONGEST_GROUP_SECONDS = 0.05
"""After this time a group runs no more transactions, so the first caller need not wait for all of them."""

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
"""SQLite's codes for trouble with the disk, the file or another process rather than with the statement."""

Prepared = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
"""A transaction, and the arguments that it takes after the connection."""
Group = list[QueuedTransaction[Prepared]]
"""Transactions to be committed together, or as many of them as run in time."""


class _GivenUp(Exception):
    """Raised when a transaction of a group takes too long."""

    def __init__(self, place: int, error: TookTooLong) -> None:
        super().__init__()
        self.place = place
        self.error = error


class Owner:
    """The one thread that writes."""

    def __init__(self, engine: Engine, commits: Histogram, watch: Watch) -> None:
        self._engine = engine
        self._commits = commits
        self._watch = watch
        self._connection: Connection | None = None

    def attend(self, desk: Desk[Prepared]) -> None:
        """Take transactions in groups and answer each group after its commit."""
        group: Group = []
        going_on = True
        while going_on or group:
            going_on = going_on and _gather(desk, group)
            if group:
                self._serve(desk, group)
        self._let_go()

    def _serve(self, desk: Desk[Prepared], group: Group) -> None:
        """Run and commit one or more transactions from the front of a group, answer them, and remove them from the
        group."""
        try:
            answers = self._commit(desk, group)
        except _GivenUp as given_up:
            # Nothing of the others is committed, and their callers have no answers yet: they run again without this
            # one.
            self._let_go()
            bring([group.pop(given_up.place)], [(None, given_up.error)])
            return
        except BaseException as failure:
            # Whatever a transaction has read, another transaction that is now lost may have written. A new connection
            # is the simple way back from any state of the old one.
            self._let_go()
            answers = [(None, StoreUnavailable(failure)) for _ in group]
        # An error and its caller refer to each other only here, and only until the caller has the error.
        bring(group[: len(answers)], answers)
        del group[: len(answers)]
        answers.clear()

    def _commit(self, desk: Desk[Prepared], group: Group) -> list[Answer]:
        if self._connection is None:
            self._connection = self._engine.connect()
        driver = driver_of(self._connection)
        driver.execute("BEGIN IMMEDIATE")
        answers = self._try_all(desk, group, driver)
        if answers is None:
            driver.execute("ROLLBACK")
            driver.execute("BEGIN IMMEDIATE")
            answers = self._try_apart(desk, group, driver)
        driver.execute("COMMIT")
        self._commits.observe(len(answers))
        return answers

    def _try_all(self, desk: Desk[Prepared], group: Group, driver: sqlite3.Connection) -> list[Answer] | None:
        """Run the transactions of a group one after another; return None if one failed after it had written.

        Nearly all transactions that fail do so before they write, so a savepoint for each is seldom needed.
        """
        answers: list[Answer] = []
        for place, asked in _while_there_is_time(group):
            written = driver.total_changes
            try:
                answers.append((self._run(desk, place, asked, driver), None))
            except _GivenUp:
                raise
            except BaseException as error:
                answers.append((None, _error_for_caller(error, driver)))
                if driver.total_changes != written:
                    return None
        return answers

    def _try_apart(self, desk: Desk[Prepared], group: Group, driver: sqlite3.Connection) -> list[Answer]:
        """Run transactions of a group, each of which takes effect as a whole or not at all."""
        answers: list[Answer] = []
        for place, asked in _while_there_is_time(group):
            driver.execute("SAVEPOINT work")
            try:
                answers.append((self._run(desk, place, asked, driver), None))
            except _GivenUp:
                raise
            except BaseException as error:
                answers.append((None, _error_for_caller(error, driver)))
                driver.execute("ROLLBACK TO work")
            driver.execute("RELEASE work")
        return answers

    def _run(
        self, desk: Desk[Prepared], place: int, asked: QueuedTransaction[Prepared], driver: sqlite3.Connection
    ) -> Any:
        assert self._connection is not None
        if desk.is_late(asked, time.monotonic()):
            raise Crowded
        REQUEST_ID.set(asked.request)
        ASKER.set(asked.asker)
        began = time.thread_time() if asked.asker.spend else 0.0
        try:
            transaction, args, kwargs = asked.what
            return self._watch.run(transaction, self._connection, driver.interrupt, *args, **kwargs)
        except TookTooLong as late:
            raise _GivenUp(place, late) from None
        finally:
            if asked.asker.spend:
                asked.asker.spend(time.thread_time() - began)

    def _let_go(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with suppress(Exception):
                connection.invalidate()
            with suppress(Exception):
                connection.close()


def _while_there_is_time(group: Group) -> Iterator[tuple[int, QueuedTransaction[Prepared]]]:
    """Yield transactions from the front of a group with their places: the first one, and more until time runs out."""
    until = time.monotonic() + LONGEST_GROUP_SECONDS
    for place, asked in enumerate(group):
        if place and time.monotonic() > until:
            return
        yield place, asked


def _gather(desk: Desk[Prepared], group: Group) -> bool:
    """Add waiting transactions to a group, and wait for one if there is none. Return whether more may come."""
    while not group or (len(group) < LARGEST_GROUP and not desk.empty):
        asked = desk.take()
        if asked is None:
            return False
        group.append(asked)
    return True


def _error_for_caller(error: BaseException, driver: sqlite3.Connection) -> BaseException:
    """Return the exception for the caller of a failed transaction; raise if the whole group has failed."""
    # After some errors, such as a full disk, SQLite itself has rolled back the whole group.
    if not driver.in_transaction:
        raise error
    return StoreUnavailable(error) if passing(error) or _code_of(error) == sqlite3.SQLITE_READONLY else error


def passing(error: BaseException) -> bool:
    """Return whether an error comes from the disk, the file or a lock rather than from a statement."""
    code = _code_of(error)
    # Where nothing may be written, the plain code for a read-only database is that of a transaction which writes.
    return code & 0xFF in _PASSING or (code & 0xFF == sqlite3.SQLITE_READONLY != code)


def _code_of(error: BaseException) -> int:
    cause = error.orig if isinstance(error, DBAPIError) else error
    return getattr(cause, "sqlite_errorcode", 0) if isinstance(cause, sqlite3.Error) else 0


def driver_of(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver
