"""A stream ends with the right to it."""

import asyncio
from contextlib import nullcontext
from typing import Any

import pytest

from app.core.live import topics
from app.core.live.streams import EventStream
from app.core.live.topics import HEARTBEAT, LEAVE, LocalLive
from app.core.refusals import NotFound
from app.web.listening import player_topic


def sent(*, right: bool, told: str, topic: str = "session A") -> bytes:
    """Listen with a right that is lost or kept, publish such an update and then a turn, and return what was sent."""

    async def story() -> bytes:
        live, bodies, held = LocalLive(), [], True

        async def ask() -> None:
            if not held:
                raise NotFound("This invitation no longer works.")

        async def send(message: Any) -> None:
            bodies.append(message.get("body", b""))

        async def receive() -> Any:
            await asyncio.Event().wait()

        async with live.running():
            answer = EventStream(live, ["session A", player_topic("P")], "", nullcontext(), ask)
            streaming = asyncio.create_task(answer({}, receive, send))
            while b"heal" not in b"".join(bodies):
                await asyncio.sleep(0)
            held = right
            if told:
                await live.publish(topic, told, "")
                await live.publish("session A", "turn", "{}")
            while not streaming.done() and b"turn" not in b"".join(bodies):
                await asyncio.sleep(0.001)
            live.end()
            await streaming
        return b"".join(bodies)

    return asyncio.run(asyncio.wait_for(story(), 20))


def test_who_lost_the_right_to_listen_is_told_nothing_more() -> None:
    assert b"turn" not in sent(right=False, told=LEAVE)


def test_whose_cookie_has_ended_is_told_nothing_more() -> None:
    assert b"turn" not in sent(right=False, told=LEAVE, topic=player_topic("P"))


def test_who_hears_of_two_topics_is_one_reader_and_hears_each_heartbeat_once() -> None:
    async def story() -> tuple[int, list[str]]:
        live = LocalLive()
        async with live.subscribe("session A") as subscription, live.joined(player_topic("P"), subscription):
            live._tell_all(HEARTBEAT)
            await live.publish(player_topic("P"), LEAVE, "")
            return live.size(), [(await anext(subscription)).kind for _ in range(3)]

    size, kinds = asyncio.run(story())
    assert size == 1
    assert kinds[-1] == LEAVE


def test_who_still_has_it_goes_on_and_hears_nothing_of_the_others() -> None:
    told = sent(right=True, told=LEAVE)
    assert b"turn" in told
    assert b"leave" not in told


def test_the_right_is_asked_for_at_every_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "HEARTBEAT_SECONDS", 0.01)
    assert b"turn" not in sent(right=False, told="")


def test_however_many_listen_only_a_few_ask_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "HEARTBEAT_SECONDS", 0.05)
    many = 200

    async def story() -> tuple[int, int]:
        live, asking, most, asked = LocalLive(), 0, 0, set[int]()

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(_: Any) -> None:
            return

        def listener(number: int) -> EventStream:
            async def ask() -> None:
                nonlocal asking, most
                asking += 1
                most = max(most, asking)
                await asyncio.sleep(0)
                asking -= 1
                asked.add(number)

            return EventStream(live, ["session A"], "", nullcontext(), ask)

        async with live.running():
            streaming = [asyncio.create_task(listener(number)({}, receive, send)) for number in range(many)]
            while len(asked) < many:
                await asyncio.sleep(0.001)
            live.end()
            await asyncio.gather(*streaming)
        return most, len(asked)

    most, asked = asyncio.run(asyncio.wait_for(story(), 20))
    assert asked == many
    assert most == topics.ASKED_AT_ONCE


def test_a_question_that_fails_ends_its_own_stream_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "HEARTBEAT_SECONDS", 0.01)

    async def story() -> tuple[bool, int]:
        live, asked = LocalLive(), 0

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(_: Any) -> None:
            return

        async def broken() -> None:
            raise RuntimeError("broken")

        async def sound() -> None:
            nonlocal asked
            asked += 1

        async with live.running():
            streams = [EventStream(live, ["session A"], "", nullcontext(), ask) for ask in (broken, sound)]
            first, second = (asyncio.create_task(stream({}, receive, send)) for stream in streams)
            await first
            before = asked
            while asked < before + 3:
                await asyncio.sleep(0.001)
            goes_on = not second.done()
            live.end()
            await second
        return goes_on, asked

    goes_on, asked = asyncio.run(asyncio.wait_for(story(), 20))
    assert goes_on
    assert asked >= 3
