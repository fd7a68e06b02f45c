"""The time limit of a transaction: past it, this module stops the transaction wherever it is, and its thread lives on.

One thread watches over the transactions of all others. When the time of a transaction is up, it stops the statement
that runs in the database, and makes Python raise `Overrun` in the transaction's thread, again and again while the
transaction goes on. The one thing it cannot stop is code that neither returns to Python nor asks the database.

The order of four plain assignments makes sure that an `Overrun` never reaches any code but its transaction. The watcher
says that it aims, then checks that the transaction still runs, then shoots. The thread of the transaction says that the
transaction has ended, then checks whether somebody aims, and waits for that. So no shot can begin after the check. At
most one was on its way before, and it is taken back or caught in a place that expects it. What must come to its end
within a transaction, such as releasing a lock, counts as outside meanwhile (`unhurried`).
"""

import ctypes
import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Thread, get_ident, local
from typing import Any

from sqlalchemy import Connection

from app.core.store.database import P, T, TookTooLong, Transaction

SLOW_SECONDS = 0.25
"""A transaction that takes longer gets a line in the log."""
PARTING_SECONDS = 1.5
"""The time limit of a transaction once the server is stopping."""
_LONGEST_LOOK_AWAY = 0.25
_LOOKS_A_WORK = 4
_BRIEF_SECONDS = 0.001

_shoot = ctypes.pythonapi.PyThreadState_SetAsyncExc
_log = logging.getLogger("rampart")


class Overrun(BaseException):
    """Raised inside a transaction whose time is up."""


def _nothing() -> None:
    return


class _Post:
    """The transaction that one thread runs."""

    __slots__ = ("aiming", "deadline", "shots", "stop", "thread")

    def __init__(self) -> None:
        self.thread = get_ident()
        self.deadline: float | None = None
        """None while no transaction runs."""
        self.aiming = False
        self.shots = 0
        self.stop: Callable[[], object] = _nothing

    def look(self, now: float) -> None:
        """Stop the transaction if its time is up; called by the watcher."""
        self.aiming = True
        # Read it once: it may be None a moment later, and a watcher that failed over this would aim for ever.
        deadline = self.deadline
        if deadline is not None and now >= deadline:
            self.shots += 1
            _shoot(ctypes.c_ulong(self.thread), ctypes.py_object(Overrun))
            try:
                self.stop()
            except Exception:
                _log.debug("A statement could not be stopped.", exc_info=True)
        self.aiming = False

    def settle(self) -> None:
        """Wait until no shot is on its way any more; called by the thread itself, once no transaction runs."""
        while self.aiming:
            time.sleep(_BRIEF_SECONDS)
        if self.shots:
            _shoot(ctypes.c_ulong(self.thread), None)


_HERE = local()


@contextmanager
def unhurried() -> Iterator[None]:
    """Let what this thread does come to its end, even if the time of its transaction is up or runs out meanwhile."""
    post: _Post | None = getattr(_HERE, "post", None)
    if post is None:
        yield
        return
    deadline, post.deadline = post.deadline, None
    try:
        post.settle()
        yield
    finally:
        post.deadline = deadline


class Watch:
    """Watches over the transactions of some threads, and stops each after `seconds`."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ahead = 0.0
        """How many seconds the watcher's clock is ahead, so time is up sooner."""
        self._posts: dict[int, _Post] = {}
        self._also: list[Callable[[float], None]] = []
        self._ended = Event()
        self._thread = Thread(target=self._keep, name="rampart-watch", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def end(self) -> None:
        """Stop watching."""
        self._ended.set()

    def also(self, look: Callable[[float], None]) -> None:
        """Call `look` now and then too, with the time of `time.monotonic`."""
        self._also.append(look)

    def hurry(self) -> None:
        """From now on, stop transactions after `PARTING_SECONDS`."""
        self._ahead = max(0.0, self._seconds - PARTING_SECONDS)

    def run(
        self,
        transaction: Transaction[P, T],
        connection: Connection,
        stop: Callable[[], object],
        /,
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> T:
        """Run a transaction within its time limit. Called from another thread, `stop` must stop the statement in the
        database.

        Raises:
            TookTooLong: its time was up. The connection must then not be used any more.
        """
        thread = get_ident()
        post = self._posts.get(thread)
        if post is None:
            post = self._posts[thread] = _Post()
        _HERE.post = post
        began = time.monotonic()
        post.shots, post.stop = 0, stop
        try:
            try:
                post.deadline = began + self._seconds
                value = transaction(connection, *args, **kwargs)
            finally:
                post.deadline = None
                post.settle()
        except BaseException as error:
            # Two shots can be under way when a transaction ends: one was met above, the other may be as late as this.
            try:
                post.settle()
            except Overrun:
                post.settle()
            if post.shots:
                _tell(transaction, began, error)
                raise TookTooLong(error) from error
            raise
        finally:
            post.stop = _nothing
        if post.shots:
            _tell(transaction, began, None)
            raise TookTooLong
        if time.monotonic() - began > SLOW_SECONDS:
            _log.warning("slow work", extra=_particulars(transaction, began))
        return value

    def _keep(self) -> None:
        pause = min(_LONGEST_LOOK_AWAY, self._seconds / _LOOKS_A_WORK)
        while not self._ended.wait(pause):
            now = time.monotonic()
            for post in list(self._posts.values()):
                post.look(now + self._ahead)
            for look in list(self._also):
                look(now)


def name_of(transaction: Callable[..., Any]) -> str:
    """Name the function of a transaction with its module; for a lambda, also name what it calls."""
    while True:
        if isinstance(transaction, partial):
            transaction = transaction.func
        elif hasattr(transaction, "__wrapped__"):
            transaction = transaction.__wrapped__
        else:
            break
    name = f"{transaction.__module__}.{getattr(transaction, '__qualname__', type(transaction).__name__)}".replace(
        ".<locals>", ""
    )
    if name.endswith("<lambda>"):
        return f"{name.removesuffix('.<lambda>')}: {'.'.join(transaction.__code__.co_names[:2])}"
    return name


def _particulars(transaction: Callable[..., Any], began: float) -> dict[str, Any]:
    return {"more": {"work": name_of(transaction), "ms": round((time.monotonic() - began) * 1000)}}


def _tell(transaction: Callable[..., Any], began: float, error: BaseException | None) -> None:
    _log.error("A transaction took too long and was given up.", exc_info=error, extra=_particulars(transaction, began))
