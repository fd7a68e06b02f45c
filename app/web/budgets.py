"""What requests cost, as measured: each player and each address has a share of the processor, and waits when in debt.

Counting requests doesn't count their cost, since what one answer takes depends on what its visitor has prepared. So
the work of every request, but moves, is charged with the processor time that it took: in the threads of the database,
and here on the event loop. Each process keeps its own accounts.
"""

import time
from collections.abc import Callable, Coroutine, Generator
from functools import partial
from threading import Lock
from types import coroutine
from typing import Any, TypeVar

from app.core.bounds import SECONDS_OF_A_PLAYER, SECONDS_OF_AN_ADDRESS, SECONDS_SAVED

_MOST_ACCOUNTS = 20_000
"""Beyond these, the accounts of those with nothing to pay go, and then all: debts last for seconds."""

T = TypeVar("T")


class Budgets:
    """Until when each player and each address has used up its share, by `time.monotonic`."""

    def __init__(self) -> None:
        self._paid: dict[str, float] = {}
        self._lock = Lock()

    def spend(self, address: str, player: str, seconds: float) -> None:
        """Charge a request with processor time; from any thread."""
        now = time.monotonic()
        with self._lock:
            if len(self._paid) > _MOST_ACCOUNTS:
                owing = {whose: until for whose, until in self._paid.items() if until > now}
                self._paid = owing if len(owing) <= _MOST_ACCOUNTS // 2 else {}
            for whose, share in ((address, SECONDS_OF_AN_ADDRESS), (player, SECONDS_OF_A_PLAYER)):
                if whose:
                    saved = now - SECONDS_SAVED
                    self._paid[whose] = max(self._paid.get(whose, saved), saved) + seconds / share

    def wait(self, address: str, player: str) -> float:
        """Return in how many seconds the debt of an address and of a player is paid; 0 without a debt."""
        until = max(self._paid.get(address, 0.0), self._paid.get(player, 0.0))
        return max(0.0, until - time.monotonic())

    def left(self, address: str, player: str) -> list[tuple[float, float]]:
        """Return what an address and a player may use at once, and what they have left of it, in seconds of processor.

        It comes back at the rate of their share, and is whole again after `SECONDS_SAVED` of silence.
        """
        now = time.monotonic()
        shares = [(address, SECONDS_OF_AN_ADDRESS), (player, SECONDS_OF_A_PLAYER)]
        return [
            (SECONDS_SAVED * share, min(max(now - self._paid.get(whose, 0.0), 0.0), SECONDS_SAVED) * share)
            for whose, share in shares
            if whose
        ]


@coroutine
def meter(answering: Coroutine[Any, Any, T], spend: Callable[[float], None]) -> Generator[Any, Any, T]:
    """Await an answer, and spend the processor time of each of its steps on the event loop."""
    go_on: Callable[[], Any] = partial(answering.send, None)
    while True:
        began = time.thread_time()
        try:
            waits_for = go_on()
        except StopIteration as done:
            value: T = done.value
            return value
        finally:
            spend(time.thread_time() - began)
        try:
            go_on = partial(answering.send, (yield waits_for))
        except GeneratorExit:
            answering.close()
            raise
        except BaseException as error:
            go_on = partial(answering.throw, error)
