"""Finding Redis, at an address or by Sentinel."""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis

from app.live.reaching import pool_at
from app.live.redis import RedisLive
from app.live.topics import HEAL, Subscription
from tests.live.conftest import RedisServer

PATIENCE_SECONDS = 30


@pytest.fixture
def two(redis: RedisServer, tmp_path: Path) -> Iterator[list[RedisServer]]:
    """Start a second Redis that follows the first."""
    second = RedisServer(tmp_path)
    second.start()
    told(second).replicaof("127.0.0.1", redis.port)
    until(lambda: told(second).info("replication")["master_link_status"] == "up")
    yield [redis, second]
    second.stop()


@pytest.fixture
def sentinel(two: list[RedisServer], tmp_path: Path) -> Iterator[str]:
    """Start a sentinel that watches both, and yield the address by it."""
    free = RedisServer(tmp_path)
    settings = tmp_path / "sentinel.conf"
    settings.write_text(
        f"port {free.port}\nsentinel monitor news 127.0.0.1 {two[0].port} 1\n"
        "sentinel down-after-milliseconds news 1000\n"
    )
    with subprocess.Popen(["redis-server", settings, "--sentinel"], stdout=subprocess.DEVNULL) as process:
        until(lambda: len(told(free).sentinel_slaves("news")) == 1)
        yield f"redis+sentinel://127.0.0.1:{free.port}/news"
        process.kill()


def told(server: RedisServer) -> "Redis":
    return Redis(port=server.port, decode_responses=True)


def until(holds: object) -> None:
    end = time.monotonic() + PATIENCE_SECONDS
    while True:
        try:
            if holds():  # type: ignore[operator]
                return
        except Exception:
            pass
        assert time.monotonic() < end
        time.sleep(0.05)


async def next_of_kind(subscription: Subscription, kind: bytes) -> None:
    while True:
        news = await asyncio.wait_for(anext(subscription), PATIENCE_SECONDS)
        if news is not HEAL and b"event: " + kind in news.wire:
            return


@pytest.mark.redis
@pytest.mark.long
def test_news_go_on_by_another_redis_when_the_master_is_lost(two: list[RedisServer], sentinel: str) -> None:
    async def story() -> None:
        one, other = RedisLive(sentinel), RedisLive(sentinel)
        async with one.running(), other.running(), other.subscribe("race A") as hears:
            await one.publish("race A", "before", "1")
            await next_of_kind(hears, b"before")
            two[0].stop()
            end = time.monotonic() + PATIENCE_SECONDS
            while told(two[1]).info("replication")["role"] != "master":
                assert time.monotonic() < end
                await asyncio.sleep(0.1)
            while True:
                await one.publish("race A", "after", "2")
                try:
                    await asyncio.wait_for(next_of_kind(hears, b"after"), 1)
                except TimeoutError:
                    assert time.monotonic() < end
                else:
                    return

    asyncio.run(story())


def test_an_address_of_sentinels_names_what_they_watch() -> None:
    pool = pool_at("redis+sentinel://ann:se%20cret@one:1,two/news", socket_timeout=3)
    assert (pool.connection_kwargs["username"], pool.connection_kwargs["password"]) == ("ann", "se cret")
    assert repr(pool).endswith("(service=news(master))>")
    assert "one:1,two:26379" in repr(pool.sentinel_manager)  # type: ignore[attr-defined]
    with pytest.raises(ValueError, match="looks like"):
        pool_at("redis+sentinel://one:26379")
