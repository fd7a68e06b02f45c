"""Streams for programs: a line of JSON for each update, and an empty line now and then while there is none."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from app.live.streams import Ask, EventStream
from app.live.topics import HEARTBEAT, Live, News
from app.model.refusals import Refusal
from app.store.database import StoreUnavailable

HEADERS = {
    "content-type": "application/x-ndjson; charset=utf-8",
    # A proxy that buffers answers would hold updates back.
    "x-accel-buffering": "no",
}
REPLACED = "replaced"
"""The kind of the update by which a stream ends older ones of the same kind and the same reader."""


class Told(NamedTuple):
    """What a stream says to an update."""

    line: bytes
    """A line of JSON without its end; empty for nothing."""
    is_last: bool = False
    """Whether nothing more is to come."""


Tell = Callable[[News], Awaitable[Told]]


class LineStream(EventStream):
    """An answer without an end, in lines. Its first update is always `heal`: how things stand."""

    def __init__(
        self,
        live: Live,
        topics: Sequence[str],
        presence: AbstractContextManager[None],
        ask: Ask | None,
        tell: Tell,
        place: tuple[str, str],
    ) -> None:
        """`place` names what a reader may have one stream of, and this stream among all that were ever opened there.

        A later stream has a greater name.
        """
        self._place, self._name = f"one {place[0]}", place[1]
        super().__init__(live, [*topics, self._place], "", presence, ask)
        self.headers.update(HEADERS)
        self._tell = tell

    async def opened(self) -> bytes:
        """Return what comes before all updates, and end the stream that was open at the same place."""
        await self._live.publish(self._place, REPLACED, self._name)
        return b""

    async def written(self, news: News) -> tuple[bytes, bool]:
        """Return what is sent for an update, and whether the stream goes on."""
        if news is HEARTBEAT:
            return b"\n", True
        if news.kind == REPLACED:
            return b"", news.data <= self._name
        try:
            told = await self._tell(news)
        except (Refusal, StoreUnavailable):
            # The reader may look no more, or should come again later.
            return b"", False
        return told.line + b"\n" if told.line else b"", not told.is_last
