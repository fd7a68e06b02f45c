"""Whether anybody is here, and who sleeps for longer while nobody is."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from app.core.live import calm as module
from app.core.live.calm import LINGERING_SECONDS, Calm

LONG = 3600.0
PATIENCE = 60


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the time that a calm reads, to be set."""
    now = [1000.0]
    monkeypatch.setattr(module, "monotonic", lambda: now[0])
    return now


def run(story: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(), PATIENCE))


def test_at_first_nobody_is_here_and_a_visitor_stays_for_a_while(clock: list[float]) -> None:
    calm = Calm()
    lasts = [calm.lasts]
    calm.stir()
    for seconds in (0, LINGERING_SECONDS - 1):
        clock[0] += seconds
        lasts.append(calm.lasts)
    calm.stir()
    for seconds in (LINGERING_SECONDS - 1, 1):
        clock[0] += seconds
        lasts.append(calm.lasts)
    assert lasts == [True, False, False, False, True]


def test_whoever_comes_wakes_all_sleepers_also_two_on_one_event(clock: list[float]) -> None:
    async def story() -> None:
        calm, woken = Calm(), asyncio.Event()
        sleepers = [asyncio.create_task(calm.sleep(LONG, LONG, event)) for event in (None, woken, woken)]
        await asyncio.sleep(0)
        assert not any(sleeper.done() for sleeper in sleepers)
        calm.stir()
        assert not any(sleeper.done() for sleeper in sleepers), "whoever has come is served first"
        await asyncio.gather(*sleepers)
        assert not calm._asleep

    assert clock
    run(story)


def test_one_of_two_sleepers_who_gives_up_leaves_the_other_asleep_to_be_woken(clock: list[float]) -> None:
    async def story() -> None:
        calm, woken = Calm(), asyncio.Event()
        gone, stays = (asyncio.create_task(calm.sleep(LONG, LONG, woken)) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert len(calm._asleep) == 1
        calm.stir()
        await stays

    assert clock
    run(story)


def test_while_somebody_is_here_the_usual_sleep_ends_by_itself_or_by_its_own_event(clock: list[float]) -> None:
    async def story() -> None:
        calm, woken = Calm(), asyncio.Event()
        calm.stir()
        await calm.sleep(0, LONG)
        sleeper = asyncio.create_task(calm.sleep(LONG, 0, woken))
        await asyncio.sleep(0)
        calm.stir()
        assert not sleeper.done()
        woken.set()
        await sleeper

    assert clock
    run(story)


def test_a_sleep_that_nobody_ends_lasts_its_time_and_leaves_nothing(clock: list[float]) -> None:
    async def story() -> None:
        calm = Calm()
        for _ in range(10_000):
            await calm.sleep(LONG, 0)
        assert not calm._asleep

    assert clock
    run(story)


def test_a_visitor_of_a_loop_that_has_ended_harms_nobody(clock: list[float]) -> None:
    calm = Calm()

    async def sleep() -> None:
        sleeper = asyncio.create_task(calm.sleep(LONG, LONG))
        await asyncio.sleep(0)
        sleeper.cancel()

    assert clock
    run(sleep)
    calm.stir()
    assert not calm.lasts


def test_readers_of_a_stream_are_here(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_AT_READERS_SECONDS", 0)
    readers = [0, 0, 3]
    asked: list[bool] = []

    async def story() -> None:
        calm = Calm()

        def count() -> int:
            asked.append(calm.lasts)
            return readers[min(len(asked) - 1, 2)]

        heeding = asyncio.create_task(calm.heed(count))
        while len(asked) < 4:
            await asyncio.sleep(0)
        heeding.cancel()

    assert clock
    run(story)
    assert asked == [True, True, True, False]
