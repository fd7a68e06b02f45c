"""One reading for all who ask at the same time, and one look for all changes that wait."""

import asyncio

import pytest

from app.core.live.sharing import Sharing
from app.core.live.topics import MOST_WAITING, News, Subscription

KEY = ("race", "ABCDEF")


def test_all_who_ask_at_once_share_one_reading_and_those_who_come_meanwhile_the_next() -> None:
    async def story() -> None:
        sharing, begun, go = Sharing(), 0, asyncio.Event()

        async def read() -> int:
            nonlocal begun
            begun += 1
            mine = begun
            await go.wait()
            return mine

        first = [asyncio.create_task(sharing.of(KEY, read)) for _ in range(300)]
        while not begun:
            await asyncio.sleep(0)
        meanwhile = [asyncio.create_task(sharing.of(KEY, read)) for _ in range(300)]
        await asyncio.sleep(0)
        go.set()
        assert set(await asyncio.gather(*first)) == {1}
        assert set(await asyncio.gather(*meanwhile)) == {2}
        assert await sharing.of(KEY, read) == 3
        assert begun == 3
        assert not sharing._next
        assert not sharing._under_way

    asyncio.run(story())


def test_a_reading_that_fails_fails_for_its_readers_alone_and_goes_on_when_one_of_them_leaves() -> None:
    async def story() -> None:
        sharing, go = Sharing(), asyncio.Event()

        async def fail() -> None:
            await go.wait()
            raise KeyError("gone")

        async def work() -> str:
            return "fine"

        leaving, staying = (asyncio.create_task(sharing.of(KEY, fail)) for _ in range(2))
        await asyncio.sleep(0)
        leaving.cancel()
        go.set()
        with pytest.raises(KeyError):
            await staying
        with pytest.raises(asyncio.CancelledError):
            await leaving
        assert await sharing.of(KEY, work) == "fine"

    asyncio.run(story())


def test_of_updates_that_only_say_to_look_one_of_a_kind_waits_for_a_reader() -> None:
    async def story() -> None:
        subscription = Subscription()
        for number in range(3 * MOST_WAITING):
            subscription.put(News.write(str(number), "room", ""))
        subscription.put(News.write("run", "run", "{}"))
        assert not subscription.ended
        assert [(await anext(subscription)).id for _ in range(2)] == ["0", "run"]
        subscription.put(News.write("later", "room", ""))
        assert (await anext(subscription)).id == "later"

    asyncio.run(story())
