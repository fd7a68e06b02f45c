"""Encrypts messages for browsers (RFC 8291) and posts them to push services."""

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
_GONE = {404, 410}


class Courier:
    """Posts messages. It follows no redirect, and of the answer it reads only the head."""

    def __init__(self, vapid: Vapid, contact: str, transport: httpx2.AsyncBaseTransport | None = None) -> None:
        private, public = vapid.pem
        self._push = WebPush(private, public, contact, ttl=LASTS_SECONDS)
        self._client = httpx2.AsyncClient(timeout=PATIENCE_SECONDS, follow_redirects=False, transport=transport)

    async def send(self, one: Reminder, said: Said) -> Sent:
        """Send a reminder once, and return what became of it."""
        try:
            headers, body = self._sealed(one, said)
            async with self._client.stream("POST", one.address.endpoint, content=body, headers=headers) as answer:
                if answer.status_code in _GONE:
                    return Sent.GONE
                return Sent.DELIVERED if answer.is_success else Sent.FAILED
        except (httpx2.HTTPError, ValueError):
            # Nobody answers, or the browser's key is no point of the curve.
            return Sent.FAILED

    async def close(self) -> None:
        """Close the connections to push services."""
        await self._client.aclose()

    def _sealed(self, one: Reminder, said: Said) -> tuple[dict[str, str], bytes]:
        to = one.address
        keys = WebPushKeys(auth=to.auth, p256dh=to.p256dh)
        where: Any = to.endpoint
        message = self._push.get(
            orjson.dumps({"said": said_words(said.streak), "token": said.token}),
            WebPushSubscription(endpoint=where, keys=keys),
        )
        # A browser that was away gets only the latest.
        return {**message.headers, "topic": "daily", "urgency": "normal"}, message.encrypted
