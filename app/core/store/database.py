"""The three doors to the database: a transaction goes in, and its result or its exception comes out.

A transaction here is a plain function of a connection and of what the caller hands in after it, as in
`database.write(races.join, code, entrant, now)`. It only runs its statements, neither commits nor rolls back, and may
run again: on PostgreSQL it can fail for no fault of its own, and on SQLite another transaction of the group may have to
be undone. The server gives up on a transaction that takes too long (`app/core/store/watch.py`). To survive a database
error, a transaction must run the statement within `begin_nested`.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from types import TracebackType
from typing import ClassVar, Concatenate, ParamSpec, Self, TypeVar

import sqlalchemy

from app.core.metrics import Histogram
from app.core.refusals import Code

WORK_SECONDS = 5.0
"""The usual time limit of a transaction."""

Connection = sqlalchemy.Connection
"""What a transaction runs its statements with; routes know it by this name alone."""

P = ParamSpec("P")
T = TypeVar("T")
Transaction = Callable[Concatenate[Connection, P], T]
"""What runs with a connection and takes the arguments `P` after it: a `Transaction[[], T]` takes none."""


class StoreUnavailable(Exception):
    """Raised when the database cannot do something now that it could do at another time. The cause is chained.

    A write may have succeeded nevertheless: the connection may break between a commit and its answer.
    """

    code: ClassVar[Code] = Code.UNAVAILABLE
    sentence = "The server can’t reach the games at the moment; please try again soon."

    def __init__(self, cause: BaseException | None = None) -> None:
        super().__init__(self.sentence)
        self.__cause__ = cause


def cause_of(error: BaseException) -> str:
    """Return in one line what an error comes from in the end, without any value."""
    while error.__cause__ is not None:
        error = error.__cause__
    if isinstance(error, sqlalchemy.exc.DBAPIError) and error.orig is not None:
        error = error.orig
    told = str(error).strip()
    return f"{type(error).__name__}: {told.splitlines()[0]}" if told else type(error).__name__


class TookTooLong(StoreUnavailable):
    """Raised for a transaction that ran out of time; it leaves nothing behind."""

    code = Code.TOO_SLOW
    sentence = "That took too long, so the server gave up and nothing has changed; please try again in a moment."


class Crowded(StoreUnavailable):
    """Raised for a transaction that did not start, because too many others were waiting before it."""

    code = Code.CROWDED
    sentence = "The server is too busy, so nothing has changed; please try again in a moment."


class Database(ABC):
    """An open database: `async with open_database(url) as database`, or `start` and `close`."""

    commits: Histogram | None = None
    """How many transactions each commit held; None if each transaction commits by itself."""

    @abstractmethod
    async def start(self) -> None:
        """Get ready for transactions."""

    @abstractmethod
    def hurry(self) -> None:
        """Shorten the time limits of all transactions, because the server is stopping."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the accepted transactions, then close every connection.

        This does not wait for a transaction that cannot be stopped.
        """

    @abstractmethod
    async def write(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction that may write, and commit it. Then return its result or raise its exception.

        A transaction that raises leaves nothing behind. Once begun, it finishes even if its caller is cancelled.

        Raises:
            TookTooLong, Crowded: it used up its time, or waited too long to start.
            StoreUnavailable: the database could not run or commit it.
        """

    @abstractmethod
    async def read(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction that only reads, on one state of the database throughout.

        Raises:
            TookTooLong, Crowded: as `write` does.
            StoreUnavailable: the database could not be read.
        """

    @abstractmethod
    async def study(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Run a transaction that only reads, but reads a lot: whole logs, long lists.

        Such transactions queue in a lane of their own, so no player at a table waits behind them. Addresses take turns
        there.

        Raises:
            TookTooLong, Crowded: as `write` does; few transactions may wait here.
            TooMany: too many transactions of this address or this player wait here.
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
