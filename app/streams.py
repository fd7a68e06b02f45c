"""Server-sent events: what subscribers of a topic are sent, for as long as they listen."""

import asyncio
from contextlib import AbstractContextManager, nullcontext

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.live import Live, Subscription

HEADERS = {
    "cache-control": "no-store",
    "content-type": "text/event-stream; charset=utf-8",
    # A proxy that gathers an answer before it hands it on would hold the news back.
    "x-accel-buffering": "no",
}
AGAIN_MS = 1000
"""After what time a browser asks again whose stream has ended."""


class EventStream(Response):
    """An answer without an end, sent with nothing between it and the server: many of them are open at a time."""

    def __init__(self, live: Live, topic: str, last_id: str, presence: AbstractContextManager[None]) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self._live = live
        self._topic = topic
        self._last_id = last_id
        self._presence = presence

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send the news of the topic until the reader goes, is too slow, or the server ends."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        await _send(send, b"retry: %d\n\n" % AGAIN_MS)
        with self._presence:
            async with self._live.subscribe(self._topic, self._last_id) as subscription:
                leaving = asyncio.create_task(_end_with_reader(receive, subscription))
                try:
                    async for news in subscription:
                        await _send(send, news.wire)
                finally:
                    leaving.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def stream(request: Request, topic: str, presence: AbstractContextManager[None] | None = None) -> EventStream:
    """Answer with the news of a topic, from behind the last one that the reader names."""
    last_id = request.headers.get("last-event-id", "")[:80]
    return EventStream(request.app.state.live, topic, last_id, presence or nullcontext())


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _end_with_reader(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.end()
