"""What stands before every route: who may send, how much, and what every answer carries."""

from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_BODY = 64 * 1024
NEW_COOKIE = "rampart.new_cookie"
"""Where in the scope a Set-Cookie header waits for the answer."""

_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
}

Refuse = Callable[[Request, int, str], Response]
"""Gives the answer for a status and a sentence, in the form that was asked for."""


class TooLarge(Exception):
    """Raised while a body is read that is larger than we take."""


class Guard:
    """Refuses writes from other sites and bodies too large; adds the security headers and a new player's cookie."""

    def __init__(self, app: ASGIApp, refuse: Refuse) -> None:
        self.app = app
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.update(_HEADERS)
                if cookie := scope.get(NEW_COOKIE):
                    headers.append("set-cookie", cookie)
            await send(message)

        if scope["method"] in _SAFE_METHODS:
            await self.app(scope, receive, send_with_headers)
            return
        headers = dict(scope["headers"])
        if _from_elsewhere(headers):
            answer = self.refuse(Request(scope), 403, "This request came from another site and was not carried out.")
        elif _announced(headers) > LARGEST_BODY:
            answer = self.refuse(Request(scope), 413, f"A request may hold at most {LARGEST_BODY} bytes.")
        else:
            await self.app(scope, _limited(receive), send_with_headers)
            return
        await answer(scope, receive, send_with_headers)


def _limited(receive: Receive) -> Receive:
    taken = 0

    async def receive_limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > LARGEST_BODY:
            raise TooLarge
        return message

    return receive_limited


def _announced(headers: dict[bytes, bytes]) -> int:
    length = headers.get(b"content-length", b"0")
    return int(length) if length.isdigit() else 0


def _from_elsewhere(headers: dict[bytes, bytes]) -> bool:
    """Say whether a browser sent this for another site. What sends neither header is no browser."""
    fetched = headers.get(b"sec-fetch-site")
    if fetched is not None:
        return fetched not in {b"same-origin", b"none"}
    origin = headers.get(b"origin")
    return origin is not None and urlsplit(origin).netloc.lower() != headers.get(b"host", b"").lower()
