"""News of changes, for everybody who watches: topics, each with its subscribers.

An update is small and says how things stand. So a repeated one does no harm, and a reader who misses one makes up for
it by asking for the whole. One process passes updates on in its memory; between several, `app.core.live.redis` carries
them. A publisher never waits for a reader: the server drops a reader that is too slow, which may come back.
"""

import asyncio
import secrets
from abc import ABC, abstractmethod
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass

from app.core.live.beside import beside

KEPT = 64
"""How many of a topic's latest updates the server keeps for readers who come back."""
MOST_TOPICS = 1000
"""For how many topics one process keeps updates."""
MOST_WAITING = 64
"""How many updates may wait for a reader before the server drops it."""
HEARTBEAT_SECONDS = 15
ASKED_AT_ONCE = 4
"""How many readers' rights to check at a time. Checking ten thousand at once would make every player wait."""


@dataclass(frozen=True, slots=True)
class News:
    """One update, ready to send."""

    id: str
    """The id by which a returning reader names the last update it got; empty if the update has none."""
    wire: bytes
    """The server-sent event."""
    kind: str = ""
    data: str = ""

    @classmethod
    def write(cls, news_id: str, kind: str, data: str) -> "News":
        """Write an event of one line of data."""
        name = f"id: {news_id}\n" if news_id else ""
        return cls(news_id, f"{name}event: {kind}\ndata: {data}\n\n".encode(), kind, data)


LEAVE = "leave"
"""Tells the streams that their reader may have lost the right to listen."""
HEAL = News.write("", "heal", "")
"""Tells a reader to ask for the whole: something may have been missed."""
HEARTBEAT = News("", b":\n\n")
"""Shows that a silent stream is still alive."""


MayStay = Callable[[], Awaitable[bool]]
"""A function that returns whether a reader may still listen."""


class Subscription:
    """The updates that wait for one reader."""

    def __init__(self, may_stay: MayStay | None = None) -> None:
        self.may_stay = may_stay
        self.ended = False
        self._waiting: asyncio.Queue[News | None] = asyncio.Queue(MOST_WAITING)
        self._bare = set[str]()
        """The kinds of the updates without data that wait."""

    def put(self, news: News) -> None:
        """Hand on an update, or end the subscription of a reader who is too slow.

        An update without data only says that it is time to look. If one of its kind waits already, one look will do.
        """
        if not news.data:
            if news.kind in self._bare:
                return
            self._bare.add(news.kind)
        try:
            self._waiting.put_nowait(news)
        except asyncio.QueueFull:
            self.end()

    def end(self) -> None:
        """Make `__anext__` stop at once, whatever waits."""
        self.ended = True
        with suppress(asyncio.QueueEmpty):
            while True:
                self._waiting.get_nowait()
        self._waiting.put_nowait(None)

    def __aiter__(self) -> "Subscription":
        """Yield the updates in order."""
        return self

    async def __anext__(self) -> News:
        """Wait for the next update; stop when the subscription has ended."""
        news = await self._waiting.get()
        if news is None:
            raise StopAsyncIteration
        if not news.data:
            self._bare.discard(news.kind)
        return news


class Live(ABC):
    """Topics and their subscribers."""

    def __init__(self) -> None:
        self._subscriptions: defaultdict[str, set[Subscription]] = defaultdict(set)
        self.ended = False

    @abstractmethod
    async def publish(self, topic: str, kind: str, data: str) -> None:
        """Publish to all subscribers of a topic, without waiting and without failing."""

    @abstractmethod
    async def count(self, topic: str) -> int:
        """Count the subscribers of a topic, those at other processes included."""

    @abstractmethod
    async def ask(self) -> None:
        """Raise `OSError` if updates cannot reach other processes now."""

    @abstractmethod
    async def _missed(self, topic: str, last_id: str) -> list[News] | None:
        """Return every update after `last_id`, or None if the server no longer has them."""

    @abstractmethod
    async def _attend(self, topic: str) -> None:
        """Prepare for a topic's first subscriber here."""

    @abstractmethod
    async def _abandon(self, topic: str) -> None:
        """Clean up after a topic's last subscriber here."""

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Carry updates while the context lasts; all subscriptions end with it."""
        try:
            async with beside(self._beat, self._see_off):
                yield
        finally:
            self.end()

    @asynccontextmanager
    async def subscribe(
        self, topic: str, last_id: str = "", may_stay: MayStay | None = None
    ) -> AsyncIterator[Subscription]:
        """Subscribe from the update after `last_id` on. If the server no longer has them all, begin with `HEAL`.

        The subscription ends when `may_stay` says no. We ask at every heartbeat, or less often if very many listen.
        """
        subscription = Subscription(may_stay)
        async with self.joined(topic, subscription):
            # An update published meanwhile may come twice, which does no harm because it says how things stand.
            missed = await self._missed(topic, last_id) if last_id else None
            for news in [HEAL] if missed is None else missed:
                subscription.put(news)
            try:
                yield subscription
            finally:
                subscription.ended = True

    @asynccontextmanager
    async def joined(self, topic: str, subscription: Subscription) -> AsyncIterator[None]:
        """Add a topic to a subscription while the context lasts."""
        if topic not in self._subscriptions:
            await self._attend(topic)
        self._subscriptions[topic].add(subscription)
        if self.ended:
            subscription.end()
        try:
            yield
        finally:
            self._subscriptions[topic].discard(subscription)
            if not self._subscriptions[topic]:
                del self._subscriptions[topic]
                await self._abandon(topic)

    def end(self) -> None:
        """End all subscriptions, and each new one at once. Their readers can connect to another server."""
        self.ended = True
        for subscription in self._all():
            subscription.end()

    def size(self) -> int:
        """Count all subscribers here."""
        return len(self._all())

    def topics(self) -> list[str]:
        """List the topics that have subscribers here."""
        return list(self._subscriptions)

    def _deliver(self, topic: str, news: News) -> None:
        for subscription in self._subscriptions.get(topic, ()):
            subscription.put(news)

    def _tell_all(self, news: News) -> None:
        for subscription in self._all():
            subscription.put(news)

    def _all(self) -> set[Subscription]:
        # A subscription to several topics counts once.
        return set[Subscription]().union(*self._subscriptions.values())

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            self._tell_all(HEARTBEAT)

    async def _see_off(self) -> None:
        """End the subscriptions of readers who may no longer listen."""
        while True:
            began = asyncio.get_running_loop().time()
            left = iter(self._all())
            async with asyncio.TaskGroup() as asking:
                for _ in range(ASKED_AT_ONCE):
                    asking.create_task(_ask_each(left))
            took = asyncio.get_running_loop().time() - began
            # Pause even if a round takes longer than a heartbeat.
            await asyncio.sleep(max(HEARTBEAT_SECONDS - took, HEARTBEAT_SECONDS / 10))


async def _ask_each(subscriptions: Iterator[Subscription]) -> None:
    for subscription in subscriptions:
        # Asking would note the reader as present, but the reader may have gone since the round began.
        if not subscription.ended and subscription.may_stay and not await subscription.may_stay():
            subscription.end()


class LocalLive(Live):
    """Carries updates within one process, in its memory."""

    def __init__(self) -> None:
        super().__init__()
        # This keeps the ids of another process, or of an earlier run, from meaning anything here.
        self._age = secrets.token_hex(4)
        self._last = 0
        self._kept: dict[str, deque[News]] = {}

    async def publish(self, topic: str, kind: str, data: str) -> None:
        """Publish to all subscribers of a topic; see `Live.publish`."""
        if topic not in self._subscriptions and topic not in self._kept:
            return
        self._last += 1
        news = News.write(f"{self._age}-{self._last}", kind, data)
        # Remove the topic and put it in again, so that the one silent longest comes first.
        self._kept[topic] = self._kept.pop(topic, deque(maxlen=KEPT))
        self._kept[topic].append(news)
        if len(self._kept) > MOST_TOPICS:
            del self._kept[next(iter(self._kept))]
        self._deliver(topic, news)

    async def count(self, topic: str) -> int:
        """Count the subscribers of a topic."""
        return len(self._subscriptions.get(topic, ()))

    async def ask(self) -> None:
        """Do nothing: there is no other process."""

    async def _missed(self, topic: str, last_id: str) -> list[News] | None:
        kept = list(self._kept.get(topic, ()))
        place = next((at for at, news in enumerate(kept) if news.id == last_id), None)
        return None if place is None else kept[place + 1 :]

    async def _attend(self, topic: str) -> None:
        """Do nothing: this process hears every topic."""

    async def _abandon(self, topic: str) -> None:
        """Do nothing: a reader may still ask for the stored updates."""
