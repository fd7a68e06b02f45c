"""Streams for programs: lines of JSON, ended by the right to them, by a later stream, or by the game."""

import asyncio
import json
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import pytest

from app.core.live import topics
from app.core.live.lines import LineStream, StreamLine
from app.core.live.topics import LEAVE, LocalLive, News
from app.core.refusals import NotFound

PATIENCE_SECONDS = 20


async def as_json(news: News) -> StreamLine:
    return StreamLine(json.dumps({"type": news.kind, "data": news.data}).encode(), news.data == "over")


class Reader:
    """Somebody who reads a stream."""

    def __init__(self, live: LocalLive, name: str = "a", ask: Any = None, tell: Any = as_json) -> None:
        self.body = b""
        self.stream = LineStream(live, ["topic"], nullcontext(), ask, tell, ("token /address", name))
        self.reading = asyncio.create_task(self.stream({}, self._receive, self._send))

    @property
    def kinds(self) -> list[str]:
        return [json.loads(line)["type"] for line in self.body.split(b"\n") if line]

    async def until(self, done: Callable[[], bool]) -> None:
        """Wait until something is so."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not done():
                await asyncio.sleep(0.001)

    async def _receive(self) -> Any:
        await asyncio.Event().wait()

    async def _send(self, message: Any) -> None:
        self.body += message.get("body", b"")


def told(story: Callable[[LocalLive], Any]) -> Any:
    async def run() -> Any:
        live = LocalLive()
        async with live.running():
            return await story(live)

    return asyncio.run(asyncio.wait_for(run(), PATIENCE_SECONDS))


def test_each_update_is_a_line_and_the_first_one_says_how_things_stand() -> None:
    async def story(live: LocalLive) -> bytes:
        reader = Reader(live)
        await reader.until(lambda: b"heal" in reader.body)
        await live.publish("topic", "turn", "1")
        await live.publish("topic", "turn", "over")
        await reader.reading
        return reader.body

    lines = told(story).decode().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"type": "heal", "data": ""},
        {"type": "turn", "data": "1"},
        {"type": "turn", "data": "over"},
    ]


def test_a_silent_stream_sends_empty_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(topics, "HEARTBEAT_SECONDS", 0.01)

    async def story(live: LocalLive) -> bytes:
        reader = Reader(live)
        await reader.until(lambda: reader.body.endswith(b"}\n\n\n"))
        reader.reading.cancel()
        return reader.body

    assert told(story).count(b"{") == 1


def test_a_later_stream_at_the_same_place_ends_the_one_before() -> None:
    async def story(live: LocalLive) -> tuple[bool, bool]:
        first = Reader(live, "a")
        await first.until(lambda: bool(first.kinds))
        second = Reader(live, "b")
        await first.reading
        await live.publish("topic", "turn", "1")
        await second.until(lambda: "turn" in second.kinds)
        ended = second.reading.done()
        second.reading.cancel()
        return "turn" in first.kinds, ended

    assert told(story) == (False, False)


@pytest.mark.parametrize("way", ["asked", "telling"])
def test_a_reader_who_lost_the_right_is_told_nothing_more(way: str) -> None:
    async def story(live: LocalLive) -> list[str]:
        held = True

        async def ask() -> None:
            if way == "asked" and not held:
                raise NotFound("This token has been revoked.")

        async def tell(news: News) -> StreamLine:
            if way == "telling" and not held:
                raise NotFound("There is no such game here.")
            return await as_json(news)

        reader = Reader(live, ask=ask, tell=tell)
        await reader.until(lambda: bool(reader.kinds))
        held = False
        await live.publish("topic", LEAVE if way == "asked" else "turn", "")
        await reader.reading
        return reader.kinds

    assert told(story) == ["heal"]
