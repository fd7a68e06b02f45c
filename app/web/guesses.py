"""Counts that stop guessing: wrong passwords on the operator's pages, and codes or tokens that lead nowhere."""

import re
import time
from collections import Counter, deque
from collections.abc import Callable
from math import ceil
from typing import TypeVar

from app.people.addresses import network

MOST_MISSES = 60
"""From one address in a minute, for codes and ids that do not exist. A class that types in a race's code makes fewer.
A race's code is one of a billion, so at this pace it takes decades to guess one.
"""
MOST_WRONG_TOKENS = 60
"""From one address in a minute. Nobody guesses a token; this stops programs that go on with a revoked one."""
_CODED = re.compile(
    r"(/api/v1)?/(challenges|friends|groups|invitations|races|replays|sessions|tables|watch)/.+", re.DOTALL
)
"""Addresses that nobody should find by trying."""
_MINUTE_SECONDS = 60

MOST_WRONG, MOST_WRONG_SECONDS = 10, 15 * 60
"""The most wrong passwords from one address on the operator's pages, and in how many seconds."""
MOST_WRONG_IN_ALL, MOST_WRONG_IN_ALL_SECONDS = 600, 60 * 60
"""The same for all addresses together. An address that has sent the right password is exempt."""
_MOST_ADDRESSES = 10_000
"""The most addresses to remember; the one silent for longest is forgotten first. The limit above covers the rest."""

Clock = Callable[[], float]
_T = TypeVar("_T")


class _ThisMinute:
    """Counts something by address, anew in each minute of the clock, for this process alone."""

    def __init__(self, most: int, clock: Clock) -> None:
        self._most = most
        self._clock = clock
        self._minute = 0
        self._counts = Counter[str]()

    def wait(self, host: str) -> int:
        """Return how many seconds that host must wait; 0 if it may go on."""
        if not self._counts:
            return 0
        second, address = self._second(), network(host)
        return _MINUTE_SECONDS - second if address and self._counts[address] >= self._most else 0

    def count(self, host: str) -> None:
        """Count once. Requests from this machine itself do not count."""
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
    """Counts, by address, requests for codes that do not exist."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._missed = _ThisMinute(MOST_MISSES, clock)

    def wait(self, path: str, host: str) -> int:
        """Return how many seconds that host must wait before it asks for such a path; 0 if it may."""
        return self._missed.wait(host) if _CODED.fullmatch(path) else 0

    def count(self, path: str, host: str) -> None:
        """Count an answer of 404, if the path holds a code."""
        if _CODED.fullmatch(path):
            self._missed.count(host)


class WrongTokens(_ThisMinute):
    """Counts, by address, tokens that do not work."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        super().__init__(MOST_WRONG_TOKENS, clock)


class Recent:
    """The times at which something happened lately, as many of them as matter."""

    def __init__(self, most: int, seconds: int) -> None:
        self._times = deque[float](maxlen=most)
        self._most = most
        self._seconds = seconds

    def add(self, at: float) -> None:
        """Note that it happened at a time."""
        self._times.append(at)

    def wait(self, at: float) -> int:
        """Return in how many seconds there is room for one more; 0 if there is room."""
        if len(self._times) < self._most:
            return 0
        left = self._times[0] + self._seconds - at
        return ceil(left) if left > 0 else 0


class Failures:
    """Counts the wrong passwords that this process gets on the operator's pages; right ones have no limit.

    Once an address has sent the right one, only its own wrong ones make it wait.
    """

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self._clock = clock
        self._in_all = Recent(MOST_WRONG_IN_ALL, MOST_WRONG_IN_ALL_SECONDS)
        self._by_address: dict[str, Recent] = {}
        self._known: dict[str, None] = {}

    def wait(self, host: str) -> int:
        """Return how many seconds a host must wait before it tries again; 0 if it may."""
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
