"""The two doors to the database: a work goes in, what it returned or raised comes out.

A work is a plain function of a connection. It does nothing but its statements, neither commits nor rolls back, and
may be run again: on PostgreSQL a transaction can fail for no fault of its own, on SQLite a work of the same group may
have to be taken back. An error of the database that a work means to survive needs `begin_nested` around it.
"""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import TracebackType
from typing import Self, TypeVar

from sqlalchemy import Connection, make_url

from app.metrics import Histogram

SLOW_SECONDS = 0.25
"""A work that takes longer is written down."""

T = TypeVar("T")
Work = Callable[[Connection], T]

_log = logging.getLogger("rampart")


class StoreUnavailable(Exception):
    """Raised when the database cannot do now what it could do at another time; the cause is chained.

    Of a write it is then not sure that nothing was kept: a connection may be lost between a commit and its answer.
    """

    sentence = "The games cannot be reached just now; please try again in a moment."

    def __init__(self, cause: BaseException | None = None) -> None:
        super().__init__(self.sentence)
        self.__cause__ = cause


class Database(ABC):
    """An open database: `async with open_database(url) as database`, or `start` and `close`."""

    commits: Histogram | None = None
    """How many works were committed together; None where each is by itself."""

    @abstractmethod
    async def start(self) -> None:
        """Make ready for works."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the works that were given, then let go of every connection."""

    @abstractmethod
    async def write(self, work: Work[T]) -> T:
        """Run a work that may write, as one transaction; return or raise what it did, after the commit.

        A work that raises leaves nothing behind. One that has begun is finished even if its caller is cancelled.

        Raises:
            StoreUnavailable: the database could not run or commit it.
        """

    @abstractmethod
    async def read(self, work: Work[T]) -> T:
        """Run a work that only reads, on one state of the database throughout.

        Raises:
            StoreUnavailable: the database could not be read.
        """

    async def __aenter__(self) -> Self:
        """Start."""
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        """Close."""
        await self.close()


def timed(work: Work[T], connection: Connection) -> T:
    """Run a work; write down which it was if it is slow."""
    began = time.perf_counter()
    try:
        return work(connection)
    finally:
        seconds = time.perf_counter() - began
        if seconds > SLOW_SECONDS:
            name = f"{work.__module__}.{getattr(work, '__qualname__', type(work).__name__)}"
            _log.warning("slow work", extra={"more": {"work": name, "ms": round(seconds * 1000)}})


def open_database(url: str) -> Database:
    """Give the database at an SQLAlchemy address: `sqlite:///path` or `postgresql+psycopg://…`.

    Raises:
        ValueError: there is no door to such a database.
    """
    # Only the driver that is asked for is imported.
    address = make_url(url)
    match address.drivername:
        case "sqlite" | "sqlite+pysqlite":
            from app.store.sqlite import SqliteDatabase

            return SqliteDatabase(address)
        case "postgresql+psycopg":
            from app.store.postgres import PostgresDatabase

            return PostgresDatabase(address)
        case other:
            raise ValueError(f"Rampart keeps its games in SQLite or PostgreSQL (postgresql+psycopg), not in {other}.")
