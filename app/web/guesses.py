"""Counts against guessing: wrong passwords of the operator, and codes or tokens that lead nowhere."""

import re
import time
from collections import Counter, deque
from collections.abc import Callable
from math import ceil
from typing import TypeVar

from app.people.addresses import network

MOST_MISSES = 60
"""Of an address in a minute, while it asks for codes and ids that are not there: a class typing in a race's code makes
fewer. A race's code is one of a billion; at this pace guessing one takes decades.
"""
MOST_WRONG_TOKENS = 60
"""From one address in a minute. Nobody guesses a token; a program that goes on with one that was revoked must stop."""
_CODED = re.compile(r"(/api/v1)?/(challenges|friends|groups|races|replays|sessions|tables|watch)/.+", re.DOTALL)
"""Addresses that nobody should find by trying."""
_MINUTE_SECONDS = 60

MOST_WRONG, MOST_WRONG_SECONDS = 10, 15 * 60
"""Wrong passwords of the operator from one address."""
MOST_WRONG_IN_ALL, MOST_WRONG_IN_ALL_SECONDS = 600, 60 * 60
"""The same from all addresses together. It does not hold for an address that has sent the right one."""
_MOST_ADDRESSES = 10_000
"""How many are remembered: the one silent longest is forgotten first. All of them together have the limit above."""

Clock = Callable[[], float]
_T = TypeVar("_T")


class _ThisMinute:
    """Counts something by address and by the clock's minutes, for each process alone."""

    def __init__(self, most: int, clock: Clock) -> None:
        self._most = most
        self._clock = clock
        self._minute = 0
        self._counts = Counter[str]()

    def wait(self, host: str) -> int:
        """Return 0, or after how many seconds that host may go on."""
        second, address = self._second(), network(host)
        return _MINUTE_SECONDS - second if address and self._counts[address] >= self._most else 0

    def count(self, host: str) -> None:
        """Count once. What comes from this machine itself does not count."""
        if address := network(host):
            self._second()
            self._counts[address] += 1

    def _second(self) -> int:
        minute, second = divmod(int(self._clock()), _MINUTE_SECONDS)
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
        return second


class Misses:
    """Counts who asks for codes that are not there."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._missed = _ThisMinute(MOST_MISSES, clock)

    def wait(self, path: str, host: str) -> int:
        """Return 0, or after how many seconds that host may ask for codes again."""
        return self._missed.wait(host) if _CODED.fullmatch(path) else 0

    def count(self, path: str, host: str) -> None:
        """Count an answer that there is nothing at an address."""
        if _CODED.fullmatch(path):
            self._missed.count(host)


class WrongTokens(_ThisMinute):
    """Counts who sends tokens that do not work."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        super().__init__(MOST_WRONG_TOKENS, clock)


class Recent:
    """The times of what happened within the last seconds, as many of them as matter."""

    def __init__(self, most: int, seconds: int) -> None:
        self._times = deque[float](maxlen=most)
        self._most = most
        self._seconds = seconds

    def add(self, at: float) -> None:
        """Note one more."""
        self._times.append(at)

    def wait(self, at: float) -> int:
        """Return 0, or after how many seconds there is room for one more."""
        if len(self._times) < self._most:
            return 0
        left = self._times[0] + self._seconds - at
        return ceil(left) if left > 0 else 0


class Failures:
    """Counts the operator's wrong passwords in this process; right ones have no limit.

    An address that has sent the right one does not wait because of others.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._in_all = Recent(MOST_WRONG_IN_ALL, MOST_WRONG_IN_ALL_SECONDS)
        self._by_address: dict[str, Recent] = {}
        self._known: dict[str, None] = {}

    def wait(self, host: str) -> int:
        """Return 0, or after how many seconds a host may try again."""
        address, at = network(host) or host, self._clock()
        near = self._by_address.get(address)
        return (near.wait(at) if near else 0) or (0 if address in self._known else self._in_all.wait(at))

    def wrong(self, host: str) -> None:
        """Count a wrong password."""
        address, at = network(host) or host, self._clock()
        near = self._by_address.pop(address, None) or Recent(MOST_WRONG, MOST_WRONG_SECONDS)
        near.add(at)
        self._in_all.add(at)
        _remember(self._by_address, address, near)

    def right(self, host: str) -> None:
        """Remember where the right password came from."""
        _remember(self._known, network(host) or host, None)


def _remember(kept: dict[str, _T], address: str, value: _T) -> None:
    kept.pop(address, None)
    kept[address] = value
    if len(kept) > _MOST_ADDRESSES:
        del kept[next(iter(kept))]
