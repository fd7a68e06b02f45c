"""A desk, where event loops hand in transactions, and threads take them and bring back the answers."""

import asyncio
import time
from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, NamedTuple, Self, TypeVar

from app.core.logs import REQUEST_ID
from app.core.store.asker import ASKER, Asker, FairLine
from app.core.store.database import Crowded, Database, StoreUnavailable
from app.core.store.watch import PARTING_SECONDS, Watch

MOST_WAITING = 5_000
"""The most transactions that may wait at a desk: enough for some seconds."""
PATIENCE_IN_TRANSACTIONS = 2
"""How long a transaction may wait, as a multiple of a transaction's time limit. Even behind a transaction that runs out
of time, it still gets its turn."""
LONGEST_CLOSING_SECONDS = 2.0
"""How long closing waits for a transaction that nothing can stop."""

W = TypeVar("W")

Answer = tuple[Any, BaseException | None]
"""What the transaction returned or raised."""


Awaited = tuple["asyncio.Future[list[Answer]]", Answer]
"""The future that waits for an answer, and the answer."""


class QueuedTransaction(NamedTuple, Generic[W]):
    """A transaction, and the caller who waits for its answer."""

    what: W
    future: "asyncio.Future[list[Answer]]"
    """Holds the answer in a list, from which the caller removes it. An error refers to frames, and these may refer to
    this future."""
    since: float
    """When it was handed in, by `time.monotonic`."""
    request: str
    """The id that all log lines of one request share."""
    asker: Asker


class Desk(Generic[W]):
    """Transactions wait here until a thread takes them: first come, first served, unless a `share` lets askers take
    turns.

    `share` is how many may wait then. Each thread runs `attend`, which must take transactions and answer them until
    `take` returns None. A transaction that has waited for more than `longest_wait` seconds is turned away.
    """

    def __init__(
        self,
        name: str,
        threads: int,
        attend: Callable[[Self], None],
        longest_wait: float,
        share: int | None = None,
    ) -> None:
        self._longest_wait = longest_wait
        self._moved_at = time.monotonic()
        """When the transaction that is now first in line became the first."""
        self._asked: SimpleQueue[QueuedTransaction[W] | None] | FairLine[QueuedTransaction[W]] = (
            FairLine(share, _turn_away) if share else SimpleQueue()
        )
        self._threads = [Thread(target=attend, args=(self,), name=name, daemon=True) for _ in range(threads)]
        self._gate = Lock()
        self._open = False

    def start(self) -> None:
        """Start the threads, and accept transactions from now on."""
        for thread in self._threads:
            thread.start()
        self._open = True

    def hurry(self, longest_wait: float) -> None:
        """From now on, let no transaction wait for more than `longest_wait` seconds."""
        self._longest_wait = min(self._longest_wait, longest_wait)

    def finish(self, within: float) -> bool:
        """Accept no more transactions. Return whether all threads finish in `within` seconds.

        Turn away transactions that are still waiting then.
        """
        with self._gate:
            self._open = False
            for _ in self._threads:
                self._asked.put(None)
        until = time.monotonic() + within
        for thread in self._threads:
            if thread.ident:
                thread.join(max(0.0, until - time.monotonic()))
        self._turn_all_away()
        return not any(thread.is_alive() for thread in self._threads)

    async def ask(self, what: W) -> Any:
        """Hand a transaction in; return its result or raise its exception.

        Once a thread has begun the transaction, it finishes, even if the caller is cancelled.

        Raises:
            Crowded: too many transactions wait here, or this one has waited for too long.
            TooMany: too many of this asker do.
            StoreUnavailable: the desk accepts no transactions.
        """
        future: asyncio.Future[list[Answer]] = asyncio.get_running_loop().create_future()
        # Nothing may come after the None that ends the queue.
        with self._gate:
            if not self._open:
                raise StoreUnavailable
            if self._asked.qsize() >= MOST_WAITING:
                raise Crowded
            now = time.monotonic()
            if self._asked.empty():
                # However long the desk was empty, this transaction has not waited yet.
                self._moved_at = now
            self._asked.put(QueuedTransaction(what, future, now, REQUEST_ID.get(), ASKER.get()))
        value, error = (await future).pop()
        if error is None:
            return value
        try:
            raise error
        finally:
            # The error refers to this frame. Without this, they would keep each other alive until the next garbage
            # collection.
            del error, future

    def take(self) -> QueuedTransaction[W] | None:
        """Wait for a transaction and take it; return None, once for each thread, when no more will come."""
        asked = self._asked.get()
        self._moved_at = time.monotonic()
        return asked

    def is_late(self, asked: QueuedTransaction[W], now: float) -> bool:
        """Return whether a transaction has waited so long, by `time.monotonic`, that it is turned away."""
        return now - asked.since > self._longest_wait

    def look(self, now: float) -> None:
        """Turn everything away if the first transaction has waited too long for a thread, since all threads must be
        stuck."""
        if not self._asked.empty() and now - self._moved_at > self._longest_wait:
            self._turn_all_away()

    def _turn_all_away(self) -> None:
        turned_away, ends = [], 0
        with suppress(Empty):
            while True:
                asked = self._asked.get_nowait()
                if asked is None:
                    ends += 1
                else:
                    turned_away.append(asked)
        for _ in range(ends):
            self._asked.put(None)
        bring(turned_away, [(None, Crowded())] * len(turned_away))

    @property
    def empty(self) -> bool:
        """Whether no transaction waits here. If a desk has only one thread, that thread can rely on a False."""
        return self._asked.empty()


class DeskDatabase(Database):
    """A database whose transactions threads take from desks, under one watch."""

    _watch: Watch
    _desks: tuple[Desk[Any], ...]

    async def start(self) -> None:
        """Start the threads; see `Database.start`."""
        for desk in self._desks:
            desk.start()
            self._watch.also(desk.look)
        self._watch.start()

    def hurry(self) -> None:
        """Shorten the time limits; see `Database.hurry`."""
        self._watch.hurry()
        for desk in self._desks:
            desk.hurry(PATIENCE_IN_TRANSACTIONS * PARTING_SECONDS)

    async def close(self) -> None:
        """Finish what was accepted, then close every connection; see `Database.close`."""
        self.hurry()
        finished = [await asyncio.to_thread(desk.finish, LONGEST_CLOSING_SECONDS) for desk in self._desks]
        self._watch.end()
        if all(finished):
            self._disconnect()

    @abstractmethod
    def _disconnect(self) -> None:
        """Close every connection."""


def one_by_one(desk: Desk[Callable[[], Any]]) -> None:
    """Attend a desk for calls: make each call, answer with what it returned or raised, and charge the asker for it."""
    while asked := desk.take():
        if asked.future.cancelled():
            continue
        REQUEST_ID.set(asked.request)
        ASKER.set(asked.asker)
        began = time.thread_time() if asked.asker.spend else 0.0
        try:
            answer: Answer = (None, Crowded()) if desk.is_late(asked, time.monotonic()) else (asked.what(), None)
        except BaseException as error:
            answer = (None, error)
        if asked.asker.spend:
            asked.asker.spend(time.thread_time() - began)
        bring([asked], [answer])
        # Keep no reference to the transaction until the next one comes.
        del asked, answer


def _turn_away(asked: QueuedTransaction[Any]) -> None:
    bring([asked], [(None, Crowded())])


def bring(asked: Sequence[QueuedTransaction[Any]], answers: Sequence[Answer]) -> None:
    """Bring the answers to the loops that wait for them, with one call to each loop."""
    waiting: defaultdict[asyncio.AbstractEventLoop, list[Awaited]] = defaultdict(list)
    for one, answer in zip(asked, answers, strict=True):
        waiting[one.future.get_loop()].append((one.future, answer))
    for loop, answered in waiting.items():
        # A closed loop waits for nothing.
        with suppress(RuntimeError):
            loop.call_soon_threadsafe(_settle, answered)


def _settle(answered: list[Awaited]) -> None:
    for future, answer in answered:
        # A cancelled caller has cancelled its future too.
        if not future.done():
            future.set_result([answer])
