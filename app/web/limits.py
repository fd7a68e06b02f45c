"""How much one player and one address may ask for: far more than hands can do, far less than floods do.

The process that answers a move also counts it, because moves must wait for nothing. All processes count everything else
together in Redis. Without Redis, or while it does not answer, each process counts for itself.
"""

import asyncio
import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from hashlib import blake2b
from typing import Any, TypeGuard, TypeVar

from limits import RateLimitItem, RateLimitItemPerHour, RateLimitItemPerMinute
from limits.aio.storage import RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter
from redis.asyncio import ConnectionPool
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from app.core.bounds import (
    JOININGS_OF_A_PLAYER,
    JOININGS_OF_AN_ADDRESS,
    PATIENCE_SECONDS,
    PATIENT_OF_AN_ADDRESS,
    PUZZLES_OF_A_PLAYER,
    PUZZLES_OF_AN_ADDRESS,
    SECONDS_SAVED,
    SESSIONS_OF_A_PLAYER,
    SESSIONS_OF_AN_ADDRESS,
)
from app.core.live.reaching import LOST, pool_at
from app.core.store.asker import ASKER, Asker
from app.people.addresses import network
from app.people.visitors import visit_of
from app.web.allowances import MINUTE_SECONDS, MOVES, STANDINGS, WORK, Allowance, written
from app.web.budgets import Budgets
from app.web.doors import PROGRAMS

MOST_MOVES = 1500
"""The most moves of a player in a minute: twenty-five a second, without a pause."""
MOST_MOVES_OF_AN_ADDRESS = 6_000
"""The most moves of an address in a minute: two hundred people, each with a move every two seconds."""
_REDIS_SECONDS = 1
"""How long to wait for an answer from Redis."""
_ALONE_SECONDS = 5
"""How long a process counts alone once Redis has not answered; otherwise every request would wait for it."""
_PREFIX = "rampart:limits"
"""What all keys in Redis begin with."""


class RequestKind(StrEnum):
    """What a request that changes something counts as."""

    MOVE = "move"
    TURN = "turn"
    """What else a player does at the table as quickly as a move, such as an undo."""
    HELP = "help"
    ANALYSIS = "analysis"
    ANYTHING = "anything"


@dataclass(frozen=True, slots=True)
class Measure:
    """How much of one kind a player and an address may ask for."""

    kind: str
    by_player: RateLimitItem
    by_address: RateLimitItem
    """A whole school may stand behind one address."""


READING = Measure("reading", RateLimitItemPerMinute(360), RateLimitItemPerMinute(1800))
"""Pages that read whole logs or long lists: six a second without a pause. Nobody steps through a game that fast."""
TAKING_ALONG = Measure("taking along", RateLimitItemPerMinute(20), RateLimitItemPerMinute(120))
"""Exports and texts of whole games."""
DRAWING = Measure("drawing", RateLimitItemPerMinute(60), RateLimitItemPerMinute(300))
"""Pictures. When somebody shares a link, other programs ask for its picture, from a few addresses."""
BEGINNING = Measure(
    "beginning", RateLimitItemPerHour(SESSIONS_OF_A_PLAYER), RateLimitItemPerHour(SESSIONS_OF_AN_ADDRESS)
)
"""New games."""
PUZZLING = Measure("puzzling", RateLimitItemPerHour(PUZZLES_OF_A_PLAYER), RateLimitItemPerHour(PUZZLES_OF_AN_ADDRESS))
"""Puzzles and lessons opened."""
JOINING = Measure("joining", RateLimitItemPerHour(JOININGS_OF_A_PLAYER), RateLimitItemPerHour(JOININGS_OF_AN_ADDRESS))
"""Places taken where players meet."""
REACTING = Measure("reacting", RateLimitItemPerMinute(12), RateLimitItemPerMinute(120))
"""Reactions that others see."""
REPORTING = Measure("reporting", RateLimitItemPerHour(10), RateLimitItemPerHour(60))
"""Names reported to the operator."""

ALLOWANCES = {
    RequestKind.HELP: Measure(RequestKind.HELP, RateLimitItemPerMinute(60), RateLimitItemPerMinute(600)),
    # A puzzle or a lesson asks once or twice after every move, of each pupil in a class.
    RequestKind.ANALYSIS: Measure(RequestKind.ANALYSIS, RateLimitItemPerMinute(180), RateLimitItemPerMinute(3_600)),
    RequestKind.ANYTHING: Measure(RequestKind.ANYTHING, RateLimitItemPerMinute(120), RateLimitItemPerMinute(1200)),
}
"""For every change except moves and turns. Passwords also have limits of their own."""

METERED = "rampart.metered"
"""The key in a request's scope for its asker, who is charged with its work on the event loop; missing for moves."""


_F = TypeVar("_F", bound=Callable[..., Any])
_KINDS: dict[object, RequestKind] = {}
"""What requests count as, by the function that answers them."""


def counted_as(kind: RequestKind) -> Callable[[_F], _F]:
    """Mark a function whose requests count as a kind; without a mark, they count as `ANYTHING`."""

    def mark(answers: _F) -> _F:
        _KINDS[answers] = kind
        return answers

    return mark


def kind_of(answers: object) -> RequestKind:
    """Return what the requests that a function answers count as; None stands for addresses without a route."""
    return _KINDS.get(answers, RequestKind.ANYTHING)


class Windows:
    """Counts requests in this process's memory, each for as long as its limit says.

    The library's storage in memory goes through all that it holds whenever it counts, each key in a thread. So whoever
    came as many guests made every request dear. This one looks at two others whenever it counts, and forgets those that
    are over.
    """

    def __init__(self) -> None:
        self._ends: dict[bytes, deque[float]] = {}

    def __len__(self) -> int:
        return len(self._ends)

    def hit(self, limit: RateLimitItem, whose: tuple[str, ...]) -> int:
        """Count once; see `Counters.hit`."""
        now = time.monotonic()
        for _ in range(min(2, len(self._ends))):
            oldest = next(iter(self._ends))
            ends = self._ends.pop(oldest)
            if ends and ends[-1] > now:
                self._ends[oldest] = ends
        ends = self._ends.setdefault(_key(limit, whose), deque())
        _forget(ends, now)
        if len(ends) >= limit.amount:
            return max(1, round(ends[0] - now))
        ends.append(now + limit.get_expiry())
        return 0

    def left(self, limit: RateLimitItem, whose: tuple[str, ...]) -> tuple[int, int]:
        """Return how much is left; see `Counters.left`."""
        now = time.monotonic()
        ends = self._ends.get(_key(limit, whose)) or deque([now])
        _forget(ends, now)
        return limit.amount - len(ends), max(0, round(ends[0] - now)) if ends else 0


def _key(limit: RateLimitItem, whose: tuple[str, ...]) -> bytes:
    # Whose it is may be what somebody has typed as a name.
    return blake2b("\0".join((str(limit), *whose)).encode(errors="surrogatepass"), digest_size=16).digest()


def _forget(ends: deque[float], now: float) -> None:
    while ends and ends[0] <= now:
        ends.popleft()


class Counters:
    """Counts requests, in this process's memory or in Redis."""

    def __init__(self, redis_url: str | None) -> None:
        self._near = Windows()
        self._pool = _pool(redis_url) if redis_url else None
        self._shared = MovingWindowRateLimiter(_storage(self._pool)) if self._pool else None
        self._alone_until = 0.0

    async def hit(self, limit: RateLimitItem, *whose: str) -> int:
        """Count once. Return in how many seconds there is room again; 0 if there was room."""
        if shared := self._together():
            try:
                if await shared.hit(limit, *whose):
                    return 0
                stats = await shared.get_window_stats(limit, *whose)
                return max(1, round(stats.reset_time - time.time()))
            except LOST:
                self._alone_until = time.monotonic() + _ALONE_SECONDS
        return self._near.hit(limit, whose)

    async def left(self, limit: RateLimitItem, *whose: str) -> tuple[int, int]:
        """Return how much is left of a limit, and the seconds until there is more."""
        if shared := self._together():
            try:
                stats = await shared.get_window_stats(limit, *whose)
                return stats.remaining, max(0, round(stats.reset_time - time.time()))
            except LOST:
                self._alone_until = time.monotonic() + _ALONE_SECONDS
        return self._near.left(limit, whose)

    def _together(self) -> MovingWindowRateLimiter | None:
        return None if time.monotonic() < self._alone_until else self._shared

    async def aclose(self) -> None:
        """Close the connections to Redis."""
        if self._pool:
            await self._pool.disconnect()


class Limits:
    """Counts every request that changes something, and charges all but moves, by player and address."""

    def __init__(self, secret: bytes, counters: Counters, routes: Iterable[BaseRoute]) -> None:
        self._secret = secret
        self._counters = counters
        self.budgets = Budgets()
        self._marked = [(route.path_regex, kind_of(route.endpoint)) for route in routes if _is_marked(route)]
        self._moves, self._moves_of_addresses = _ThisMinute(MOST_MOVES), _ThisMinute(MOST_MOVES_OF_AN_ADDRESS)
        self._patient = Counter[str]()
        """How many requests of each address wait until a debt is paid."""

    async def count(self, scope: Scope) -> int:
        """Count a request. Return 0, or if it is one too many, how many seconds to wait before sending it again.

        Requests from this machine itself do not count. Either its owner sends them, or a proxy that the settings do
        not trust, behind which everybody would share one count.
        """
        address = network(scope["client"][0]) if scope["client"] else None
        if address is None:
            return 0
        player = self._player(scope)
        kind = self._kind(scope["path"])
        if kind in {RequestKind.MOVE, RequestKind.TURN}:
            ASKER.set(Asker(address, player or "", self._secret, None))
            wait = self._moves_of_addresses.hit(address) or self._moves.hit(player or address)
            if _is_of_program(scope):
                scope.setdefault(STANDINGS, []).append(self._moves.standing(player or address))
            return wait
        asker = scope[METERED] = self._asker(address, player)
        return await self._pay(asker) or await self._hit(scope, ALLOWANCES[kind], address, player)

    async def admit(self, scope: Scope) -> int:
        """Return how many seconds a request that changes nothing has to wait, because its visitor is deep in debt."""
        address = network(scope["client"][0]) if scope["client"] else None
        if address is None:
            return 0
        asker = scope[METERED] = self._asker(address, self._player(scope))
        return await self._pay(asker)

    async def spend(self, scope: Scope, measure: Measure) -> int:
        """Count a request to a route that has a measure of its own; see `count`."""
        address = network(scope["client"][0]) if scope["client"] else None
        return await self._hit(scope, measure, address, self._player(scope)) if address else 0

    def headers(self, scope: Scope) -> list[tuple[bytes, bytes]]:
        """Return the headers that tell a program its limits, in the form of draft-ietf-httpapi-ratelimit-headers.

        Every answer below `/api/v1` has them, also to a request that nothing counted. Those to this machine itself,
        which has no limits, have none.
        """
        if not _is_of_program(scope):
            return []
        stand: list[Allowance] = scope.get(STANDINGS, [])
        if not (stand and stand[0].name == MOVES):
            stand = stand + self._work(scope)
        return written(stand)

    def _work(self, scope: Scope) -> list[Allowance]:
        """Return how much of the processor the visitor may still use at once, in milliseconds, in a list of one.

        A player and an address both have a share; this is the one of which less is left. This machine has none.
        """
        address = network(scope["client"][0]) if scope["client"] else None
        if address is None:
            return []
        shares = self.budgets.left(address, self._player(scope) or "")
        whole, left = min(shares, key=lambda share: share[1] / share[0])
        reset = math.ceil(SECONDS_SAVED * (1 - left / whole))
        return [Allowance(WORK, round(whole * 1000), SECONDS_SAVED, int(left * 1000), reset)]

    async def rest(self, scope: Scope) -> None:
        """Wait until the visitor of a long answer has paid for what there is of it."""
        asker: Asker | None = scope.get(METERED)
        if asker:
            await asyncio.sleep(self.budgets.wait(asker.address, asker.player))

    async def _pay(self, asker: Asker) -> int:
        """Wait until a small debt is paid; return how many seconds are left to wait if that would take too long."""
        until, address = time.monotonic() + PATIENCE_SECONDS, asker.address
        while owed := self.budgets.wait(address, asker.player):
            if time.monotonic() + owed > until or self._patient[address] >= PATIENT_OF_AN_ADDRESS:
                return math.ceil(owed)
            self._patient[address] += 1
            try:
                await asyncio.sleep(owed)
            finally:
                self._patient[address] -= 1
                if not self._patient[address]:
                    del self._patient[address]
        return 0

    def _asker(self, address: str, player: str | None) -> Asker:
        """Note for whom this request runs transactions, and return that asker, who is charged with them."""
        asker = Asker(address, player or "", self._secret, partial(self.budgets.spend, address, player or ""))
        ASKER.set(asker)
        return asker

    def _kind(self, path: str) -> RequestKind:
        """Find the kind by the path, because a request counts before anything routes it."""
        return next((kind for addresses, kind in self._marked if addresses.match(path)), RequestKind.ANYTHING)

    def _player(self, scope: Scope) -> str | None:
        visit = visit_of(self._secret, scope)
        return visit.player_id if visit else None

    async def _hit(self, scope: Scope, allowed: Measure, address: str, player: str | None) -> int:
        limit, whose = allowed.by_address, address
        wait = await self._counters.hit(limit, allowed.kind, whose)
        if player and not wait:
            limit, whose = allowed.by_player, player
            wait = await self._counters.hit(limit, allowed.kind, whose)
        if _is_of_program(scope):
            left, reset = await self._counters.left(limit, allowed.kind, whose)
            name = allowed.kind.replace(" ", "-")
            standing = Allowance(name, limit.amount, limit.get_expiry(), left, reset)
            scope.setdefault(STANDINGS, []).append(standing)
        return wait


def _is_of_program(scope: Scope) -> bool:
    return bool(scope["path"].startswith(PROGRAMS))


def _is_marked(route: BaseRoute) -> TypeGuard[Route]:
    return isinstance(route, Route) and route.endpoint in _KINDS


class _ThisMinute:
    """Counts moves in each minute of the clock. For so many, the library would go through its entries too often."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._minute = 0
        self._counts = Counter[str]()

    def hit(self, whose: str) -> int:
        """Count once; see `Counters.hit`."""
        minute, second = divmod(int(time.monotonic()), MINUTE_SECONDS)
        if minute != self._minute:
            self._minute = minute
            self._counts.clear()
        self._counts[whose] += 1
        return MINUTE_SECONDS - second if self._counts[whose] > self._most else 0

    def standing(self, whose: str) -> Allowance:
        """Return how much is left in this minute."""
        second = int(time.monotonic()) % MINUTE_SECONDS
        left = max(0, self._most - self._counts[whose])
        return Allowance(MOVES, self._most, MINUTE_SECONDS, left, MINUTE_SECONDS - second)


def _pool(url: str) -> ConnectionPool:
    return pool_at(url, socket_timeout=_REDIS_SECONDS, socket_connect_timeout=_REDIS_SECONDS)


def _storage(pool: ConnectionPool) -> RedisStorage:
    return RedisStorage("redis://", implementation="redispy", key_prefix=_PREFIX, connection_pool=pool)  # type: ignore[arg-type]
