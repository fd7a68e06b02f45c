"""News from publishers to subscribers, within a process and by Redis."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack, suppress
from typing import Any

import pytest
from redis.asyncio import Redis

from app.core.live import topics
from app.core.live.opening import open_live
from app.core.live.redis import RedisLive
from app.core.live.topics import HEAL, KEPT, MOST_WAITING, Live, LocalLive, News, Subscription
from tests.live.conftest import RedisServer

PATIENCE_SECONDS = 20


async def heard(subscription: Subscription) -> News:
    """Wait for the next update."""
    return await asyncio.wait_for(anext(subscription), PATIENCE_SECONDS)


async def heard_after_heal(subscription: Subscription) -> News:
    """Wait for the next update that is not `heal`."""
    while (news := await heard(subscription)) is HEAL:
        pass
    return news


Opened = Callable[[], Live]


@pytest.fixture(params=["local", pytest.param("redis", marks=pytest.mark.redis)])
def opened(request: pytest.FixtureRequest) -> Opened:
    """Return a function that makes a carrier of updates."""
    if request.param == "local":
        return LocalLive
    server: RedisServer = request.getfixturevalue("redis")
    return lambda: open_live(server.url)


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a story in an event loop."""
    asyncio.run(asyncio.wait_for(story(), 3 * PATIENCE_SECONDS))


def test_all_subscribers_of_a_topic_are_told_in_order_and_nobody_else(opened: Opened) -> None:
    async def story() -> None:
        live = opened()
        async with (
            live.running(),
            live.subscribe("race A") as one,
            live.subscribe("race A") as two,
            live.subscribe("race B") as other,
        ):
            for number in range(3):
                await live.publish("race A", "run", str(number))
            await live.publish("race B", "room", "")
            for subscription in (one, two):
                told = [(await heard_after_heal(subscription)).wire.partition(b"event: ")[2] for _ in range(3)]
                assert told == [b"run\ndata: %d\n\n" % number for number in range(3)]
            assert (await heard_after_heal(other)).wire.endswith(b"event: room\ndata: \n\n")

    run(story)


def test_who_comes_back_is_told_what_was_missed() -> None:
    async def story() -> None:
        live = LocalLive()
        async with live.running(), live.subscribe("race A") as staying:
            async with live.subscribe("race A") as leaving:
                await live.publish("race A", "run", "one")
                last = await heard_after_heal(leaving)
            await live.publish("race A", "run", "two")
            for _ in range(2):
                await heard_after_heal(staying)
            async with live.subscribe("race A", last.id) as back:
                assert (await heard(back)).wire.endswith(b"data: two\n\n")

    run(story)


@pytest.mark.parametrize("last_id", ["", "0-0", "5-5", "from elsewhere"])
def test_who_cannot_be_told_what_was_missed_is_told_to_ask_for_the_whole(opened: Opened, last_id: str) -> None:
    async def story() -> None:
        live = opened()
        async with live.running(), live.subscribe("race A", last_id) as subscription:
            assert await heard(subscription) is HEAL

    run(story)


def test_a_reader_who_missed_more_than_is_kept_is_told_to_ask_for_the_whole() -> None:
    async def story() -> None:
        live = LocalLive()
        async with live.subscribe("race A") as reader:
            await live.publish("race A", "run", "first")
            first = await heard_after_heal(reader)
        for number in range(KEPT):
            await live.publish("race A", "run", str(number))
        async with live.subscribe("race A", first.id) as back:
            assert await heard(back) is HEAL

    run(story)


def test_a_reader_who_is_too_slow_is_dropped_and_holds_nobody_up() -> None:
    async def story() -> None:
        live = LocalLive()
        async with live.subscribe("race A") as slow, live.subscribe("race A") as quick:
            assert await heard(quick) is HEAL
            for number in range(MOST_WAITING + 1):
                await live.publish("race A", "run", str(number))
                assert b"run" in (await heard(quick)).wire
            with pytest.raises(StopAsyncIteration):
                await heard(slow)

    run(story)


def test_silent_streams_beat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "HEARTBEAT_SECONDS", 0.01)

    async def story() -> None:
        live = LocalLive()
        async with live.running(), live.subscribe("race A") as subscription:
            assert await heard(subscription) is HEAL
            assert await heard(subscription) is topics.HEARTBEAT

    run(story)


def test_who_may_listen_no_more_is_seen_off_while_the_right_of_another_is_hard_to_learn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(topics, "HEARTBEAT_SECONDS", 0.01)

    async def hang() -> bool:
        never: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        return await never

    async def refuse() -> bool:
        return False

    async def story() -> None:
        live = LocalLive()
        async with live.running(), AsyncExitStack() as stack:
            for _ in range(topics.ASKED_AT_ONCE - 1):
                await stack.enter_async_context(live.subscribe("race A", may_stay=hang))
            async with live.subscribe("race A", may_stay=refuse) as leaving:
                while not leaving.ended:
                    await asyncio.sleep(0.01)

    run(story)


def test_a_reader_who_has_gone_is_not_asked_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "HEARTBEAT_SECONDS", 0.01)
    monkeypatch.setattr(topics, "ASKED_AT_ONCE", 1)

    async def story() -> None:
        live, asked, answer = LocalLive(), list[str](), asyncio.Event()

        def asking(name: str) -> Callable[[], Coroutine[Any, Any, bool]]:
            async def ask() -> bool:
                asked.append(name)
                await answer.wait()
                return name != "last"

            return ask

        async with live.running(), AsyncExitStack() as stack:
            readers = {name: AsyncExitStack() for name in ("one", "two")}
            for name, reader in readers.items():
                await stack.enter_async_context(reader)
                await reader.enter_async_context(live.subscribe("race A", may_stay=asking(name)))
            while not asked:
                await asyncio.sleep(0)
            (gone,) = readers.keys() - asked
            await readers[gone].aclose()
            async with live.subscribe("race A", may_stay=asking("last")) as last:
                answer.set()
                while not last.ended:
                    await asyncio.sleep(0.01)
            assert gone not in asked

    run(story)


def test_every_subscription_ends_with_the_server(opened: Opened) -> None:
    async def story() -> None:
        live = opened()
        async with live.running(), live.subscribe("race A") as subscription:
            live.end()
            with pytest.raises(StopAsyncIteration):
                await heard(subscription)
            async with live.subscribe("race A") as late:
                with pytest.raises(StopAsyncIteration):
                    await heard(late)

    run(story)


def test_subscribers_are_counted(opened: Opened) -> None:
    async def story() -> None:
        live = opened()
        async with live.running():
            assert await live.count("race A") == 0
            async with live.subscribe("race A"), live.subscribe("race A"):
                assert await live.count("race A") == 2
            assert await live.count("race A") == 0

    run(story)


@pytest.mark.redis
def test_news_go_from_process_to_process(redis: RedisServer) -> None:
    async def story() -> None:
        here, there = RedisLive(redis.url), RedisLive(redis.url)
        async with here.running(), there.running(), there.subscribe("race A") as subscription:
            assert await heard(subscription) is HEAL
            await here.publish("race A", "run", "one")
            assert (await heard_after_heal(subscription)).wire.endswith(b"data: one\n\n")

    run(story)


@pytest.mark.redis
def test_while_redis_is_away_readers_here_are_told_and_when_it_is_back_all_ask_for_the_whole(
    redis: RedisServer,
) -> None:
    async def story() -> None:
        here, there = RedisLive(redis.url), RedisLive(redis.url)
        async with (
            here.running(),
            there.running(),
            here.subscribe("race A") as near,
            there.subscribe("race A") as far,
        ):
            await here.publish("race A", "run", "before")
            for subscription in (near, far):
                assert b"before" in (await heard_after_heal(subscription)).wire
            redis.stop()
            await here.publish("race A", "run", "during")
            assert b"during" in (await heard_after_heal(near)).wire
            with pytest.raises(OSError, match="Redis"):
                await here.ask()
            redis.start()
            for subscription in (near, far):
                assert await heard(subscription) is HEAL
            await here.ask()
            await here.publish("race A", "run", "after")
            assert b"after" in (await heard_after_heal(far)).wire

    run(story)


@pytest.mark.redis
@pytest.mark.parametrize("message", [b"hello", b"\xff\xfe a b c"])
def test_what_another_program_publishes_makes_nobody_deaf(redis: RedisServer, message: bytes) -> None:
    async def story() -> None:
        here, there = RedisLive(redis.url), RedisLive(redis.url)
        async with (
            here.running(),
            there.running(),
            there.subscribe("race A") as subscription,
            Redis.from_url(redis.url) as another,
        ):
            await here.publish("race A", "run", "before")
            assert b"before" in (await heard_after_heal(subscription)).wire
            await another.publish("rampart:2:race A", message)
            told = b""
            while b"after" not in told:
                await here.publish("race A", "run", "after")
                with suppress(TimeoutError):
                    told = (await asyncio.wait_for(heard_after_heal(subscription), 1)).wire

    run(story)


@pytest.mark.redis
def test_who_comes_back_is_told_what_another_process_said_meanwhile(redis: RedisServer) -> None:
    async def story() -> None:
        here, there = RedisLive(redis.url), RedisLive(redis.url)
        async with here.running(), there.running(), there.subscribe("race A") as staying:
            assert await heard(staying) is HEAL
            async with there.subscribe("race A") as leaving:
                await here.publish("race A", "run", "one")
                last = await heard_after_heal(leaving)
            await here.publish("race A", "run", "two")
            for _ in range(2):
                await heard_after_heal(staying)
            async with there.subscribe("race A", last.id) as back:
                assert (await heard(back)).wire.endswith(b"data: two\n\n")

    run(story)


@pytest.mark.redis
def test_nobody_hears_anything_twice(redis: RedisServer) -> None:
    async def story() -> None:
        here, there = RedisLive(redis.url), RedisLive(redis.url)
        async with here.running(), there.running(), here.subscribe("race A") as near, there.subscribe("race A") as far:
            for number in range(20):
                await here.publish("race A", "run", str(number))
            for subscription in (near, far):
                told = [(await heard_after_heal(subscription)).wire.rpartition(b"data: ")[2] for _ in range(20)]
                assert told == [b"%d\n\n" % number for number in range(20)]
            await there.publish("race A", "run", "the next")
            assert b"the next" in (await heard_after_heal(near)).wire

    run(story)


@pytest.mark.redis
def test_a_redis_that_answers_but_takes_nothing_is_noticed_once_and_all_heal_after_it(
    redis: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        here, there = RedisLive(redis.url), RedisLive(redis.url)
        admin = Redis.from_url(redis.url)
        async with here.running(), there.running(), here.subscribe("race A") as near, there.subscribe("race A") as far:
            await here.publish("race A", "run", "before")
            for subscription in (near, far):
                assert b"before" in (await heard_after_heal(subscription)).wire
            await admin.config_set("min-replicas-to-write", 1)
            for number in range(5):
                await here.publish("race A", "run", str(number))
                assert b"data: %d" % number in (await heard_after_heal(near)).wire
            with pytest.raises(OSError, match="Redis"):
                await here.ask()
            assert await admin.ping()
            await admin.config_set("min-replicas-to-write", 0)
            # Nothing more is published; readers heal all the same.
            assert await heard(near) is HEAL
            while await heard(far) is not HEAL:
                # What came last before was still sent.
                pass
            await here.ask()
            await here.publish("race A", "run", "after")
            assert b"after" in (await heard_after_heal(far)).wire
        await admin.aclose()

    run(story)
    said = [record.getMessage().partition(":")[0] for record in caplog.records if "Redis takes" in record.getMessage()]
    assert said == ["Redis takes no news", "Redis takes news again."]


@pytest.mark.long
@pytest.mark.redis
def test_a_redis_that_hangs_holds_up_no_reader_here_and_all_heal_after_it(
    redis: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.core.live.redis.ANSWER_SECONDS", 1)

    async def story() -> None:
        here, there = RedisLive(redis.url), RedisLive(redis.url)
        async with here.running(), there.running(), here.subscribe("race A") as near, there.subscribe("race A") as far:
            await here.publish("race A", "run", "before")
            for subscription in (near, far):
                assert b"before" in (await heard_after_heal(subscription)).wire
            redis.hang()
            for number in range(30):
                await here.publish("race A", "run", str(number))
                assert b"data: %d" % number in (await asyncio.wait_for(heard_after_heal(near), 1)).wire
            redis.go_on()
            while await heard(near) is not HEAL:
                pass
            while await heard(far) is not HEAL:
                pass

    run(story)
