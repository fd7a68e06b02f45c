"""Updates between processes through Redis: a channel for each topic, and a stream for readers who come back.

Neither a move nor a reader at the same process ever waits for Redis: readers here get an update at once, and other
processes get it afterwards. If an update is lost, the next one that is sent makes every process tell its readers to ask
for the whole.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from app.core.live.reaching import LOST, pool_at
from app.core.live.topics import HEAL, HEARTBEAT_SECONDS, KEPT, Live, News

KEPT_SECONDS = 3600
MOST_UNSENT = 10_000
RETRY_SECONDS = 0.5
MOST_RETRY_SECONDS = 8
"""The longest pause between tries while Redis refuses what we send."""
ANSWER_SECONDS = 2
COUNTED_SECONDS = 3 * HEARTBEAT_SECONDS
"""How long a process's last count of its subscribers stays valid."""

PROBE_SECONDS = 5
"""How often we ask Redis for a sign of life. After twice as long a silence, we connect again."""

_PREFIX = "rampart:2:"
"""The prefix of all keys. Its number rises with the format, since two versions may share a Redis for a while."""
_OWN = "process"
"""A channel that every process listens to: any message on it means that something was lost."""
_OWN_TRIAL = "trial"
"""A topic without subscribers, for trial updates."""
_PUBLISH = """
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'kind', ARGV[3], 'data', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[1], ARGV[5] .. ' ' .. id .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
"""
"""Stores and sends an update in one step, so readers can resume at it. The sender skips what bears its name."""
_HEAL_ALL = "heal"
_TRIAL_SECONDS = 10

_log = logging.getLogger("rampart")


class RedisLive(Live):
    """Carries updates between several processes, on one machine or many."""

    def __init__(self, url: str) -> None:
        super().__init__()
        # Do not retry in silence: a process that lost the connection must know that it may have missed something.
        once = Retry(NoBackoff(), 0)
        usual: dict[str, Any] = {
            "decode_responses": True,
            "retry": once,
            "socket_connect_timeout": ANSWER_SECONDS,
        }
        self._redis = Redis.from_pool(pool_at(url, **usual, socket_timeout=ANSWER_SECONDS))
        # A listener may hear nothing for a long time.
        self._ears = Redis.from_pool(pool_at(url, **usual, socket_timeout=None))
        self._listening: PubSub | None = None
        self._is_heard = True  # so that we log its silence once, even if it never spoke
        self._takes = True  # so that we log a refusal once
        self._unsent: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue(MOST_UNSENT)
        self._lost = False
        self._heard_at = 0.0
        self._process = token_hex(8)

    async def publish(self, topic: str, kind: str, data: str) -> None:
        """Publish to all subscribers of a topic; see `Live.publish`."""
        # There is no id yet, because Redis assigns it later. A reader who comes back without an id asks for the whole.
        self._deliver(topic, News.write("", kind, data))
        try:
            self._unsent.put_nowait((topic, kind, data))
        except asyncio.QueueFull:
            self._lost = True

    async def count(self, topic: str) -> int:
        """Count the subscribers of a topic, or only those at this process while Redis is unreachable."""
        here = len(self._subscriptions.get(topic, ()))
        if not self._takes:
            return here
        since = time.time() - COUNTED_SECONDS
        try:
            counts = await self._redis.hgetall(_counts(topic))
        except LOST:
            return here
        told = (str(count).split() for process, count in counts.items() if process != self._process)
        return here + sum(int(many) for many, at in told if float(at) > since)

    async def ask(self) -> None:
        """Raise `OSError` if Redis takes no updates: a Redis that answers may still refuse every write."""
        try:
            await self._redis.set(f"{_PREFIX}trial:{self._process}", "", ex=_TRIAL_SECONDS)
        except LOST as error:
            raise OSError("Redis takes no news.") from error

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Carry updates while the context lasts; see `Live.running`."""
        tasks = [asyncio.create_task(task()) for task in (self._hear, self._send, self._probe, self._tell_counts)]
        try:
            async with super().running():
                yield
        finally:
            pending = set(tasks)
            while pending:
                # Repeat this, because the library may swallow a cancellation while it connects.
                for task in pending:
                    task.cancel()
                _, pending = await asyncio.wait(pending, timeout=RETRY_SECONDS)
            await self._redis.aclose()
            await self._ears.aclose()

    async def _missed(self, topic: str, last_id: str) -> list[News] | None:
        if not self._takes:
            return None
        try:
            found: list[tuple[str, dict[str, str]]] = await self._redis.xrange(  # type: ignore[assignment]
                _channel(topic), min=last_id, count=KEPT
            )
        except LOST:
            return None
        if not found or found[0][0] != last_id:
            return None
        return [News.write(news_id, fields["kind"], fields["data"]) for news_id, fields in found[1:]]

    async def _attend(self, topic: str) -> None:
        # If this fails, `_hear` notices it too, and subscribes to every topic again.
        if self._listening:
            with suppress(*LOST):
                await self._listening.subscribe(_channel(topic))

    async def _abandon(self, topic: str) -> None:
        if self._listening:
            with suppress(*LOST):
                await self._listening.unsubscribe(_channel(topic))

    async def _hear(self) -> None:
        while True:
            try:
                async with self._ears.pubsub(ignore_subscribe_messages=True) as listening:
                    await listening.subscribe(_channel(_OWN), *map(_channel, self.topics()))
                    self._listening, self._is_heard = listening, True
                    # Updates published before this are lost.
                    self._tell_all(HEAL)
                    await self._listen(listening)
            except (*LOST, UnicodeDecodeError) as error:
                # UnicodeDecodeError: another program on this Redis may publish whatever it likes.
                if self._is_heard:
                    _log.warning("Redis cannot be heard: %s", error)
            self._listening, self._is_heard = None, False
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, listening: PubSub) -> None:
        self._heard_at = time.monotonic()
        async for message in listening.listen():
            self._heard_at = time.monotonic()
            if message["type"] == "message":
                self._take_in(message["channel"].removeprefix(_PREFIX), message["data"])

    async def _probe(self) -> None:
        """Make `_listen` fail if Redis keeps the connection but answers nothing."""
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            if (listening := self._listening) is None:
                continue
            with suppress(*LOST):
                if time.monotonic() - self._heard_at > 2 * PROBE_SECONDS:
                    await listening.aclose()  # type: ignore[no-untyped-call]
                else:
                    await listening.ping()

    def _take_in(self, topic: str, message: str) -> None:
        if topic == _OWN:
            self._tell_all(HEAL)
            return
        parts = message.split(" ", 3)
        if len(parts) != 4:
            # This is not ours: anybody who has the password may publish.
            return
        process, news_id, kind, data = parts
        if process != self._process:
            self._deliver(topic, News.write(news_id, kind, data))

    async def _send(self) -> None:
        publish = self._redis.register_script(_PUBLISH)
        pause = RETRY_SECONDS
        while True:
            topic, kind, data = await self._unsent.get()
            try:
                await publish(keys=[_channel(topic)], args=[KEPT, KEPT_SECONDS, kind, data, self._process])
                if self._lost:
                    await self._heal_all()
                self._says_it_takes(error=None)
                pause = RETRY_SECONDS
            except LOST as error:
                self._says_it_takes(error)
                self._lost = True
                await asyncio.sleep(pause)
                pause = min(2 * pause, MOST_RETRY_SECONDS)
                self._drop_unsent()

    async def _heal_all(self) -> None:
        """Make every reader at every process ask for the whole, which makes up for all lost updates."""
        self._lost = False
        try:
            await self._redis.publish(_channel(_OWN), _HEAL_ALL)
        except LOST:
            self._lost = True
            raise

    def _drop_unsent(self) -> None:
        """Keep one update to try again with. Readers who miss the others will ask for the whole."""
        while self._unsent.qsize() > 1:
            self._unsent.get_nowait()
        if self._unsent.empty():
            # The next update may be a long time coming, but readers should heal as soon as possible.
            self._unsent.put_nowait((_OWN_TRIAL, "", ""))

    def _says_it_takes(self, error: Exception | None) -> None:
        if error and self._takes:
            _log.warning("Redis takes no news: %s", error)
        if not error and not self._takes:
            _log.warning("Redis takes news again.")
        self._takes = error is None

    async def _tell_counts(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with suppress(*LOST):
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for topic, subscribed in self._subscriptions.items():
                        pipeline.hset(_counts(topic), self._process, f"{len(subscribed)} {time.time()}")
                        pipeline.expire(_counts(topic), COUNTED_SECONDS)
                    await pipeline.execute()


def _channel(topic: str) -> str:
    return f"{_PREFIX}{topic}"


def _counts(topic: str) -> str:
    return f"{_PREFIX}count:{topic}"
