"""Two clients that carry out calls, one plain and one for asyncio. Both wait when the server asks them to."""

import asyncio
import time
from itertools import count
from typing import Any, Self, TypeVar

import httpx

from rampart_client.calls import Call
from rampart_client.documents import Session

T = TypeVar("T")

PAUSES = (0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before a call is sent again, if no answer has come or the server was not there for a moment."""
LONGEST_WAIT = 120.0
"""The most seconds to wait because the server asks for it."""
_PASSING = {502, 503, 504}
_SECONDS = 40.0
"""How long an answer may take; some wait for a solver."""

Answer = httpx.Response | httpx.TransportError


class Refused(Exception):
    """Raised when the server refuses a call; the text is its sentence."""

    def __init__(self, status: int, detail: str, session: Session | None = None) -> None:
        super().__init__(detail)
        self.status = status
        self.session = session
        """The game as it stands, if the call was for an older board."""


class Rampart:
    """A player on a server. It is somebody new, unless it has a token, and stays the same while the client lives."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._http = httpx.Client(**_terms(address, token))

    def do(self, call: Call[T]) -> T:
        """Carry out a call; raise `Refused`, or `httpx.TransportError` if no answer comes."""
        for attempt in count():
            answer = self._send(call)
            pause = _pause_after(call, answer, attempt)
            if pause is None:
                return _read(call, answer)
            time.sleep(pause)
        raise AssertionError("The last attempt returns or raises.")

    def _send(self, call: Call[T]) -> Answer:
        try:
            return self._http.request(call.verb, call.path, json=call.body, params=call.query)
        except httpx.TransportError as failed:
            return failed

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()


class AsyncRampart:
    """The same for asyncio."""

    def __init__(self, address: str, token: str | None = None) -> None:
        self._http = httpx.AsyncClient(**_terms(address, token))

    async def do(self, call: Call[T]) -> T:
        """Carry out a call; see `Rampart.do`."""
        for attempt in count():
            answer = await self._send(call)
            pause = _pause_after(call, answer, attempt)
            if pause is None:
                return _read(call, answer)
            await asyncio.sleep(pause)
        raise AssertionError("The last attempt returns or raises.")

    async def _send(self, call: Call[T]) -> Answer:
        try:
            return await self._http.request(call.verb, call.path, json=call.body, params=call.query)
        except httpx.TransportError as failed:
            return failed

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()


def _terms(address: str, token: str | None) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return {"base_url": f"{address.rstrip('/')}/api/v1", "headers": headers, "timeout": _SECONDS}


def _pause_after(call: Call[T], answer: Answer, attempt: int) -> float | None:
    """Return after how many seconds to send a call again; None if this answer counts."""
    if isinstance(answer, httpx.Response) and answer.status_code == 429:
        wait = float(answer.headers.get("retry-after", PAUSES[-1]))
        return wait if wait <= LONGEST_WAIT else None
    passing = isinstance(answer, httpx.TransportError) or answer.status_code in _PASSING
    return PAUSES[attempt] if passing and call.may_repeat and attempt < len(PAUSES) else None


def _read(call: Call[T], answer: Answer) -> T:
    if isinstance(answer, httpx.TransportError):
        raise answer
    if answer.is_success:
        return call.read(answer.json())
    told = answer.json() if answer.headers.get("content-type", "").startswith("application/json") else {}
    if answer.status_code == 409 and told.get("recorded") and told["recorded"] == (call.body or {}).get("move"):
        # The answer to this move was lost on its way; the move stands.
        return call.read(told["session"])
    board = Session.read(told["session"]) if "session" in told else None
    raise Refused(answer.status_code, told.get("detail", answer.reason_phrase), board)
