"""Streams for programs: a line of JSON for each update, and an empty line at every heartbeat."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractContextManager
from typing import NamedTuple

from app.core.live.streams import Ask, EventStream
from app.core.live.topics import HEARTBEAT, Live, News
from app.core.refusals import Refusal
from app.core.store.database import StoreUnavailable

HEADERS = {
    "content-type": "application/x-ndjson; charset=utf-8",
    # A proxy that buffers answers would hold updates back.
    "x-accel-buffering": "no",
}
REPLACED = "replaced"
"""The kind of update with which a new stream ends an older one at the same place."""


class StreamLine(NamedTuple):
    """What a stream sends for an update."""

    line: bytes
    """A line of JSON without the line feed; empty to send nothing."""
    is_last: bool = False
    """Whether the stream ends after this line."""


Tell = Callable[[News], Awaitable[StreamLine]]


class LineStream(EventStream):
    """An endless answer in lines. The first update is always `heal`, for which the stream sends the current state."""

    def __init__(
        self,
        live: Live,
        topics: Sequence[str],
        presence: AbstractContextManager[None],
        ask: Ask | None,
        tell: Tell,
        place: tuple[str, str],
    ) -> None:
        """Prepare a stream at a `place`, where a reader may have one stream at a time.

        `place` is the name of the place, then the name of this stream there. A later stream has a greater name.
        """
        self._place, self._name = f"one {place[0]}", place[1]
        super().__init__(live, [*topics, self._place], "", presence, ask)
        self.headers.update(HEADERS)
        self._tell = tell

    async def opened(self) -> bytes:
        """Return the bytes to send before all updates, and end an older stream at the same place."""
        await self._live.publish(self._place, REPLACED, self._name)
        return b""

    async def written(self, news: News) -> tuple[bytes, bool]:
        """Return the bytes to send for an update, and whether the stream goes on."""
        if news is HEARTBEAT:
            return b"\n", True
        if news.kind == REPLACED:
            return b"", news.data <= self._name
        try:
            told = await self._tell(news)
        except (Refusal, StoreUnavailable):
            # The reader may no longer look, or should come back later.
            return b"", False
        return told.line + b"\n" if told.line else b"", not told.is_last
