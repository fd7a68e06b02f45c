"""Server-sent events: streams that send a topic's updates to its subscribers."""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, AsyncExitStack, contextmanager

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.core.bounds import STREAMS_OF_A_VISITOR, STREAMS_OF_AN_ADDRESS
from app.core.live.topics import LEAVE, Live, News, Subscription
from app.core.refusals import Refusal, TooMany
from app.core.store.database import StoreUnavailable

Ask = Callable[[], Awaitable[object]]

HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    # A proxy that buffers answers would hold updates back.
    "x-accel-buffering": "no",
}
AGAIN_SECONDS = 30
"""How long a visitor with too many open streams should wait before asking again."""
AGAIN_MS = 1000
"""How long a browser waits before it connects again after its stream has ended."""

_log = logging.getLogger("rampart")


class Streams:
    """Counts the streams that are open in this process, by visitor and by address."""

    def __init__(self) -> None:
        self._open = Counter[str]()

    def check(self, visitor: str | None, address: str | None) -> None:
        """Raise `TooMany` if one more would be too many."""
        if (address and self._open[address] >= STREAMS_OF_AN_ADDRESS) or (
            visitor and self._open[visitor] >= STREAMS_OF_A_VISITOR
        ):
            raise TooMany("You have too many pages open at the same time; close one of them.", AGAIN_SECONDS)

    @contextmanager
    def place(self, visitor: str | None, address: str | None) -> Iterator[None]:
        """Count a stream while it is open."""
        whose = [name for name in (visitor, address) if name]
        self._open.update(whose)
        try:
            yield
        finally:
            self._open.subtract(whose)
            for name in whose:
                if not self._open[name]:
                    del self._open[name]


class EventStream(Response):
    """An endless answer. It writes straight to the server, because many of them are open at a time."""

    def __init__(
        self, live: Live, topics: Sequence[str], last_id: str, presence: AbstractContextManager[None], ask: Ask | None
    ) -> None:
        super().__init__(headers=HEADERS)
        del self.headers["content-length"]
        self._live = live
        self._topic, self._others = topics[0], topics[1:]
        self._last_id = last_id
        self._presence = presence
        self._ask = ask

    async def __call__(self, _scope: Scope, receive: Receive, send: Send) -> None:
        """Send the updates of the topics until the reader leaves or is too slow, or the server ends."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        with self._presence:
            async with (
                self._live.subscribe(self._topic, self._last_id, self._may_stay) as subscription,
                AsyncExitStack() as joined,
            ):
                for topic in self._others:
                    await joined.enter_async_context(self._live.joined(topic, subscription))
                if begins := await self.opened():
                    await _send(send, begins)
                leaving = asyncio.create_task(_end_with_reader(receive, subscription))
                try:
                    async for news in subscription:
                        if news.kind == LEAVE:
                            if not await self._may_stay():
                                break
                            continue
                        body, goes_on = await self.written(news)
                        if body:
                            await _send(send, body)
                        if not goes_on:
                            break
                finally:
                    leaving.cancel()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def opened(self) -> bytes:
        """Return the bytes to send before all updates."""
        return b"retry: %d\n\n" % AGAIN_MS

    async def written(self, news: News) -> tuple[bytes, bool]:
        """Return the bytes to send for an update, and whether the stream goes on."""
        return news.wire, True

    async def _may_stay(self) -> bool:
        try:
            if self._ask:
                await self._ask()
        except Refusal:
            return False
        except StoreUnavailable:
            # There is no answer just now; the next heartbeat asks again.
            pass
        except Exception:
            _log.exception("Could not check whether a reader may still listen.")
            return False
        return True


async def _send(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})


async def _end_with_reader(receive: Receive, subscription: Subscription) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscription.end()
