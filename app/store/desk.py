"""A desk: event loops hand something in, threads take it and bring back the answer."""

import asyncio
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, Generic, NamedTuple, Self, TypeVar

from app.store.database import StoreUnavailable

W = TypeVar("W")

Answer = tuple[Any, BaseException | None]
"""What was returned, or what was raised."""


class Asked(NamedTuple, Generic[W]):
    """What was handed in, and who waits for the answer."""

    what: W
    future: "asyncio.Future[Answer]"


class Desk(Generic[W]):
    """What was handed in lies here until one of the threads takes it, first come, first served.

    Each thread runs `attend`, which has to take and answer until `take` gives None.
    """

    def __init__(self, name: str, threads: int, attend: Callable[[Self], None]) -> None:
        self._asked: SimpleQueue[Asked[W] | None] = SimpleQueue()
        self._threads = [Thread(target=attend, args=(self,), name=name, daemon=True) for _ in range(threads)]
        self._gate = Lock()
        self._open = False

    def start(self) -> None:
        """Begin to take in."""
        for thread in self._threads:
            thread.start()
        self._open = True

    def finish(self) -> None:
        """Take in no more and return when all that was taken in is answered."""
        with self._gate:
            self._open = False
            for _ in self._threads:
                self._asked.put(None)
        for thread in self._threads:
            if thread.ident:
                thread.join()

    async def ask(self, what: W) -> Any:
        """Hand something in; return or raise what it led to.

        What a thread has begun is finished even if the caller is cancelled.

        Raises:
            StoreUnavailable: nothing is taken in any more.
        """
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        # Nothing may come behind the None that ends the queue.
        with self._gate:
            if not self._open:
                raise StoreUnavailable
            self._asked.put(Asked(what, future))
        value, error = await future
        if error is None:
            return value
        try:
            raise error
        finally:
            # The error knows this frame: without this they would keep each other until the next collection.
            del error, future

    def take(self) -> Asked[W] | None:
        """Wait for something and take it; None, once for each thread, when nothing more will come."""
        return self._asked.get()

    @property
    def empty(self) -> bool:
        """Say whether nothing lies here; to a thread that is alone what does lie here is certain."""
        return self._asked.empty()


def one_by_one(desk: Desk[Callable[[], Any]]) -> None:
    """Attend a desk where calls are handed in: call each and answer with what came of it."""
    while asked := desk.take():
        if asked.future.cancelled():
            continue
        try:
            answer: Answer = (asked.what(), None)
        except BaseException as error:
            answer = (None, error)
        bring([asked], [answer])
        # Nothing of it is kept until the next comes.
        del asked, answer


def bring(asked: Sequence[Asked[Any]], answers: Sequence[Answer]) -> None:
    """Bring the answers to the loops that wait for them, in one call each."""
    waiting: defaultdict[asyncio.AbstractEventLoop, list[tuple[asyncio.Future[Answer], Answer]]] = defaultdict(list)
    for (_, future), answer in zip(asked, answers, strict=True):
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
