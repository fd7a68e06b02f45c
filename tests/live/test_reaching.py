"""Finding Redis, at an address or by Sentinel."""

import asyncio
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from limits import parse
from redis import Redis
from redis.asyncio import Connection

from app.core.live.reaching import pool_at
from app.core.live.redis import RedisLive
from app.core.live.topics import HEAL, Subscription
from app.web.limits import Counters
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


@pytest.mark.redis
def test_what_the_loop_says_of_a_connection_that_it_has_closed_counts_as_lost(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"redis://127.0.0.1:{redis.port}/0"
    sends = Connection.send_packed_command

    async def refuse(*_: object, **__: object) -> None:
        # As uvloop does.
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")

    async def story() -> None:
        one, other = RedisLive(url), RedisLive(url)
        counters = Counters(url)
        async with one.running(), other.running(), other.subscribe("race A") as hears:
            await one.publish("race A", "before", "1")
            await next_of_kind(hears, b"before")
            monkeypatch.setattr(Connection, "send_packed_command", refuse)
            assert await counters.hit(parse("5/minute"), "somebody") == 0
            assert await counters.left(parse("5/minute"), "somebody") == (4, 60)
            with pytest.raises(OSError, match="takes no news"):
                await one.ask()
            await one.publish("race A", "lost", "2")
            async with other.subscribe("race B"):
                assert await other.count("race B") == 1
            async with asyncio.timeout(PATIENCE_SECONDS):
                while one._takes:
                    await asyncio.sleep(0.01)
            monkeypatch.setattr(Connection, "send_packed_command", sends)
            # What was lost makes everybody ask for the whole.
            while await asyncio.wait_for(anext(hears), PATIENCE_SECONDS) is not HEAL:
                pass
            await one.publish("race A", "after", "3")
            await next_of_kind(hears, b"after")
        await counters.aclose()

    asyncio.run(story())
