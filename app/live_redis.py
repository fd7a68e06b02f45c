"""News between processes by Redis: published on a channel for each topic, and kept in a stream for who comes back.

Redis is never waited for by a move. While it cannot be reached, news go to the readers at this process alone; once
it can, every reader is told to ask for the whole.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from secrets import token_hex

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.live import HEAL, HEARTBEAT_SECONDS, KEPT, Live, News

KEPT_SECONDS = 3600
MOST_UNSENT = 10_000
RETRY_SECONDS = 0.5
ANSWER_SECONDS = 2
COUNTED_SECONDS = 3 * HEARTBEAT_SECONDS
"""How long the subscribers at a process count that says nothing more."""

_PREFIX = "rampart:"
_OWN = "process"
"""A channel that every process listens to, so that there always is one."""
_PUBLISH = """
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'kind', ARGV[3], 'data', ARGV[4])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', KEYS[1], id .. ' ' .. ARGV[3] .. ' ' .. ARGV[4])
"""
"""One step, so that what is heard can also be found again."""

_log = logging.getLogger("rampart")


class RedisLive(Live):
    """For several processes, on one machine or many."""

    def __init__(self, url: str) -> None:
        super().__init__()
        # Nothing is tried again in silence: who has lost the connection must know that something may be missed.
        once = Retry(NoBackoff(), 0)
        self._redis = Redis.from_url(
            url, decode_responses=True, retry=once, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=ANSWER_SECONDS
        )
        # Whoever listens may hear nothing for long.
        self._ears = Redis.from_url(
            url, decode_responses=True, retry=once, socket_connect_timeout=ANSWER_SECONDS, socket_timeout=None
        )
        self._listening: PubSub | None = None
        self._is_heard = True  # so that its silence is said once, also when it never spoke
        self._unsent: asyncio.Queue[tuple[str, str, str]] = asyncio.Queue(MOST_UNSENT)
        self._process = token_hex(8)

    async def publish(self, topic: str, kind: str, data: str) -> None:
        """Tell all subscribers of a topic; see `Live.publish`."""
        with suppress(asyncio.QueueFull):
            self._unsent.put_nowait((topic, kind, data))

    async def count(self, topic: str) -> int:
        """Count the subscribers of a topic; while Redis cannot be reached those at this process."""
        here = len(self._subscriptions.get(topic, ()))
        since = time.time() - COUNTED_SECONDS
        try:
            counts = await self._redis.hgetall(_counts(topic))
        except (RedisError, OSError):
            return here
        told = (str(count).split() for process, count in counts.items() if process != self._process)
        return here + sum(int(many) for many, at in told if float(at) > since)

    async def ask(self) -> None:
        """Raise `OSError` where Redis does not answer."""
        try:
            await self._redis.ping()
        except RedisError as error:
            raise OSError("Redis does not answer.") from error

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Carry news while the context lasts; see `Live.running`."""
        tasks = [asyncio.create_task(task()) for task in (self._hear, self._send, self._tell_counts)]
        try:
            async with super().running():
                yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._redis.aclose()
            await self._ears.aclose()

    async def _missed(self, topic: str, last_id: str) -> list[News] | None:
        try:
            found: list[tuple[str, dict[str, str]]] = await self._redis.xrange(  # type: ignore[assignment]
                _channel(topic), min=last_id, count=KEPT
            )
        except (RedisError, OSError):
            return None
        if not found or found[0][0] != last_id:
            return None
        return [News.write(news_id, fields["kind"], fields["data"]) for news_id, fields in found[1:]]

    async def _attend(self, topic: str) -> None:
        # Where this fails, `_hear` will notice too, and begin anew with every topic.
        if self._listening:
            with suppress(RedisError, OSError):
                await self._listening.subscribe(_channel(topic))

    async def _abandon(self, topic: str) -> None:
        if self._listening:
            with suppress(RedisError, OSError):
                await self._listening.unsubscribe(_channel(topic))

    async def _hear(self) -> None:
        while True:
            try:
                async with self._ears.pubsub(ignore_subscribe_messages=True) as listening:
                    await listening.subscribe(_channel(_OWN), *map(_channel, self.topics()))
                    self._listening, self._is_heard = listening, True
                    # What was published before is heard by nobody.
                    self._tell_all(HEAL)
                    async for message in listening.listen():
                        news_id, kind, data = message["data"].split(" ", 2)
                        self._deliver(message["channel"].removeprefix(_PREFIX), News.write(news_id, kind, data))
            except (RedisError, OSError) as error:
                if self._is_heard:
                    _log.warning("Redis cannot be heard: %s", error)
            self._listening, self._is_heard = None, False
            await asyncio.sleep(RETRY_SECONDS)

    async def _send(self) -> None:
        publish = self._redis.register_script(_PUBLISH)
        while True:
            topic, kind, data = await self._unsent.get()
            try:
                await publish(keys=[_channel(topic)], args=[KEPT, KEPT_SECONDS, kind, data])
            except (RedisError, OSError):
                self._deliver(topic, News.write("", kind, data))

    async def _tell_counts(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_SECONDS)
            with suppress(RedisError, OSError):
                async with self._redis.pipeline(transaction=False) as pipeline:
                    for topic, subscribed in self._subscriptions.items():
                        pipeline.hset(_counts(topic), self._process, f"{len(subscribed)} {time.time()}")
                        pipeline.expire(_counts(topic), COUNTED_SECONDS)
                    await pipeline.execute()


def _channel(topic: str) -> str:
    return f"{_PREFIX}{topic}"


def _counts(topic: str) -> str:
    return f"{_PREFIX}count:{topic}"
