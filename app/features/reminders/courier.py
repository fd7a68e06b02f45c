"""Encrypts messages for browsers (RFC 8291) and posts them to push services."""

import asyncio
from typing import Any

import httpx2
import orjson
from webpush import WebPush, WebPushSubscription
from webpush.types import WebPushKeys

from app.features.reminders.service import Said
from app.features.reminders.values import Reminder, Sent
from app.features.reminders.vapid import Vapid
from app.features.reminders.words import said_words

LASTS_SECONDS = 6 * 3600
"""How long a push service keeps a message for a browser that is away."""
PATIENCE_SECONDS = 10.0
"""How long one message may take as a whole."""
MOST_READ = 4096
"""Bytes of the body of an answer."""
_GONE = {404, 410}


class Courier:
    """Posts messages. It follows no redirect, and of an answer it reads only so much."""

    def __init__(self, vapid: Vapid, contact: str, transport: httpx2.AsyncBaseTransport | None = None) -> None:
        private, public = vapid.pem
        self._push = WebPush(private, public, contact, ttl=LASTS_SECONDS)
        self._client = httpx2.AsyncClient(timeout=PATIENCE_SECONDS, follow_redirects=False, transport=transport)

    async def send(self, one: Reminder, said: Said) -> Sent:
        """Send a reminder once, and return what became of it."""
        try:
            headers, body = self._seal(one, said)
            status = await self._post(one.address.endpoint, headers, body)
        except (httpx2.HTTPError, TimeoutError, ValueError):
            # Nobody answers in time, or the browser's key is no point of the curve.
            return Sent.FAILED
        if status in _GONE:
            return Sent.GONE
        return Sent.DELIVERED if 200 <= status < 300 else Sent.FAILED

    async def _post(self, endpoint: str, headers: dict[str, str], body: bytes) -> int:
        """Post a message, and return the status of the answer."""
        posting = self._client.stream("POST", endpoint, content=body, headers=headers)
        async with asyncio.timeout(PATIENCE_SECONDS), posting as answer:
            # A connection whose answer has been read to its end can take the next message.
            async for _ in answer.aiter_raw(MOST_READ):
                break
            return answer.status_code

    async def close(self) -> None:
        """Close the connections to push services."""
        await self._client.aclose()

    def _seal(self, one: Reminder, said: Said) -> tuple[dict[str, str], bytes]:
        to = one.address
        keys = WebPushKeys(auth=to.auth, p256dh=to.p256dh)
        where: Any = to.endpoint
        message = self._push.get(
            orjson.dumps({"said": said_words(said.streak), "token": said.token}),
            WebPushSubscription(endpoint=where, keys=keys),
        )
        # A browser that was away gets only the latest.
        return {**message.headers, "topic": "daily", "urgency": "normal"}, message.encrypted
