"""SQLite: one thread owns the writing connection (`app/core/store/owner.py`); reads have connections of their own."""

import gc
import os
import sqlite3
import stat
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from app.core.bounds import WAITING_STUDIES
from app.core.metrics import GROUP_SIZES, Histogram
from app.core.store.database import P, StoreUnavailable, T, TookTooLong, Transaction
from app.core.store.desk import PATIENCE_IN_TRANSACTIONS, Desk, DeskDatabase, one_by_one
from app.core.store.owner import Owner, Prepared, driver_of, passing
from app.core.store.watch import Overrun, Watch, unhurried

READERS = 2
"""Threads for reads. More would mostly wait for each other: Python runs one at a time, and a read is short."""
STUDENTS = 1
"""Threads for transactions that read a lot. Two would leave the event loop only a third of Python's time."""
BUSY_SECONDS = 5
"""How long to wait for another process that writes, such as an operator's command."""


def writing_engine(url: URL) -> Engine:
    """Return an engine whose connections begin and commit only on command."""
    # With SQLAlchemy's autocommit, we send plain BEGIN and COMMIT ourselves. Its own transactions cost as much as a
    # statement for every savepoint.
    engine = create_engine(
        url, isolation_level="AUTOCOMMIT", poolclass=NullPool, connect_args=_CONNECT, hide_parameters=True
    )
    event.listen(engine, "do_connect", _keep_to_owner)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "close", _roll_back)
    return engine


def _reading_engine(url: URL) -> Engine:
    engine = create_engine(
        url,
        isolation_level="AUTOCOMMIT",
        poolclass=QueuePool,
        pool_size=READERS + STUDENTS,
        max_overflow=0,
        connect_args=_CONNECT,
        hide_parameters=True,
    )
    event.listen(engine, "do_connect", _keep_to_owner)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "connect", _forbid_writing)
    event.listen(engine, "close", _roll_back)
    return engine


_READ_TEXT = partial(str, encoding="utf-8", errors="replace")
_BRIEF_SECONDS = 0.01
_SHOTS_ON_THEIR_WAY = 3
_CONNECT = {"timeout": BUSY_SECONDS, "check_same_thread": False}


def _keep_to_owner(_dialect: object, _record: object, given: list[Any], _named: dict[str, Any]) -> None:
    keep_to_owner(Path(given[0]))


def _prepare(driver: sqlite3.Connection, _record: object) -> None:
    _keep_a_log(driver)
    driver.execute("PRAGMA synchronous = FULL")
    driver.execute("PRAGMA foreign_keys = ON")
    driver.execute("PRAGMA temp_store = MEMORY")
    # Otherwise, a text with a spoilt byte would fail every statement that reads its row, whatever else that reads.
    driver.text_factory = _READ_TEXT


def _keep_a_log(driver: sqlite3.Connection) -> None:
    """Set the journal mode. If several open a new file at once, SQLite refuses all but one, so try again."""
    until = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            driver.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", 0) != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_BRIEF_SECONDS)


def _roll_back(driver: sqlite3.Connection, _record: object) -> None:
    """Release the lock on the file: a connection closed while somebody still holds a cursor would keep it."""
    # SQLAlchemy closes a connection within the transaction whose time is up, and a shot on its way may come first.
    for _ in range(_SHOTS_ON_THEIR_WAY):
        with suppress(Overrun):
            with unhurried():
                _release(driver)
            return


def _release(driver: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):
        driver.execute("ROLLBACK")
    with suppress(sqlite3.Error):
        if driver.in_transaction:
            # As long as one cursor is open, an interruption also meets what is asked after it, this ROLLBACK included.
            for holder in gc.get_referrers(driver):
                if isinstance(holder, sqlite3.Cursor):
                    holder.close()
            driver.execute("ROLLBACK")


def _forbid_writing(driver: sqlite3.Connection, _record: object) -> None:
    driver.execute("PRAGMA query_only = ON")


class SqliteDatabase(DeskDatabase):
    """The doors to an SQLite file. Transactions may come from several event loops."""

    def __init__(self, url: URL, work_seconds: float) -> None:
        if url.database in {None, "", ":memory:"}:
            raise ValueError("Rampart keeps its games in an SQLite file (sqlite:///path), not in memory.")
        self.commits = Histogram(GROUP_SIZES)
        self._watch = Watch(work_seconds)
        longest_wait = PATIENCE_IN_TRANSACTIONS * work_seconds
        owner = Owner(writing_engine(url), self.commits, self._watch)
        self._write_desk: Desk[Prepared] = Desk("rampart-write", 1, owner.attend, longest_wait)
        self._read_desk: Desk[Callable[[], Any]] = Desk("rampart-read", READERS, one_by_one, longest_wait)
        self._study_desk: Desk[Callable[[], Any]] = Desk(
            "rampart-study", STUDENTS, one_by_one, longest_wait, WAITING_STUDIES
        )
        self._desks: tuple[Desk[Any], ...] = (self._write_desk, self._read_desk, self._study_desk)
        self._reading = _reading_engine(url)

    def _disconnect(self) -> None:
        self._reading.dispose()

    async def write(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction in the next group; see `Database.write`."""
        value: T = await self._write_desk.ask((transaction, args, kwargs))
        return value

    async def read(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction in a reading thread; see `Database.read`."""
        value: T = await self._read_desk.ask(partial(self._read, transaction, *args, **kwargs))
        return value

    async def study(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction in the thread for those that read a lot; see `Database.study`."""
        value: T = await self._study_desk.ask(partial(self._read, transaction, *args, **kwargs))
        return value

    def _read(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        try:
            with self._reading.connect() as connection:
                driver = driver_of(connection)
                driver.execute("BEGIN")
                try:
                    return self._watch.run(transaction, connection, driver.interrupt, *args, **kwargs)
                except TookTooLong:
                    connection.invalidate()
                    raise
        except (DBAPIError, sqlite3.Error) as error:
            if passing(error):
                raise StoreUnavailable from error
            raise


_OWNER_ALONE = stat.S_IRUSR | stat.S_IWUSR
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def open_for_owner(path: str, flags: int) -> int:
    """Open a file as `open` does; only its owner can read a new one."""
    return os.open(path, flags, _OWNER_ALONE)


def keep_to_owner(database: Path) -> None:
    """Make an SQLite file if there is none, and deny everybody but its owner access to it and the files next to it.

    SQLite gives the files that it makes next to it the same rights. Files of another user stay as they are. If the file
    cannot be made, SQLite will report that.
    """
    # Do not open an existing file: closing it again would end all locks that this process has on it. Another process
    # that then closes the database would believe that it is the last, and remove the log with the newest commits.
    with suppress(OSError):
        os.close(open_for_owner(str(database), os.O_RDWR | os.O_CREAT | os.O_EXCL))
    for file in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):
            found = file.stat()
            if found.st_mode & _OTHERS and found.st_uid == os.geteuid() and stat.S_ISREG(found.st_mode):
                # A file that its owner has made read-only stays so.
                file.chmod(found.st_mode & _OWNER_ALONE)
