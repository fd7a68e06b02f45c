"""Two clients that carry out calls, one plain and one for asyncio. Both wait when the server asks them to."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Iterator
from typing import Any

import httpx

from rampart_client.calls import Call, Session, T

PAUSES = (0.5, 1.0, 2.0, 4.0)
"""Seconds to wait before each new try of a call, if no answer came or the server was briefly unavailable."""
LONGEST_WAIT = 120.0  # the most seconds to wait if the server asks us to
_SECONDS = 40.0  # the most to wait for an answer: some need a solver
Answer = httpx.Response | httpx.TransportError


class Refused(Exception):
    """Raised when the server refuses a call: the text is the server's sentence, `code` a word that stays the same."""

    def __init__(self, status: int, detail: str, session: Session | None = None, code: str = "") -> None:
        super().__init__(detail)
        self.status, self.code = status, code
        self.session = session
        """The game as it stands, if the call was for an older board."""


class Rampart(httpx.Client):
    """A player on a server: a new one unless there is a token, and the same one while the client lives."""

    def __init__(self, address: str, token: str | None = None, **more: Any) -> None:
        super().__init__(**_terms(address, token), **more)

    def do(self, call: Call[T]) -> T:
        """Carry out a call and return its answer. Raise `Refused`, or `httpx.TransportError` if no answer comes."""
        pauses = iter(PAUSES)
        while True:
            try:
                answer: Answer = self.request(call.verb, call.path, json=call.body, params=call.query)
            except httpx.TransportError as failed:
                answer = failed
            if (pause := _pause_after(call, answer, pauses)) is None:
                return _read(call, answer)
            time.sleep(pause)

    def listen(self, call: Call[T]) -> Iterator[T]:
        """Yield the updates of a stream until it ends. Raise `Refused`, or `httpx.TransportError` if it breaks off."""
        with self.stream(call.verb, call.path) as answer:
            if not answer.is_success:
                answer.read()
                _read(call, answer)
            yield from (call.read(json.loads(line)) for line in answer.iter_lines() if line)


class AsyncRampart(httpx.AsyncClient):
    """A player on a server, like `Rampart`, for asyncio."""

    def __init__(self, address: str, token: str | None = None, **more: Any) -> None:
        super().__init__(**_terms(address, token), **more)

    async def do(self, call: Call[T]) -> T:
        """Carry out a call, as `Rampart.do` does."""
        pauses = iter(PAUSES)
        while True:
            try:
                answer: Answer = await self.request(call.verb, call.path, json=call.body, params=call.query)
            except httpx.TransportError as failed:
                answer = failed
            if (pause := _pause_after(call, answer, pauses)) is None:
                return _read(call, answer)
            await asyncio.sleep(pause)

    async def listen(self, call: Call[T]) -> AsyncIterator[T]:
        """Yield the updates of a stream, as `Rampart.listen` does."""
        async with self.stream(call.verb, call.path) as answer:
            if not answer.is_success:
                await answer.aread()
                _read(call, answer)
            async for line in answer.aiter_lines():
                if line:
                    yield call.read(json.loads(line))


def _terms(address: str, token: str | None) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return {"base_url": f"{address.rstrip('/')}/api/v1", "headers": headers, "timeout": _SECONDS}


def _pause_after(call: Call[T], answer: Answer, pauses: Iterator[float]) -> float | None:
    """Return how many seconds to wait before sending a call again, or None if this answer counts."""
    if isinstance(answer, httpx.Response) and answer.status_code == 429:
        wait = float(answer.headers.get("retry-after", PAUSES[-1]))
        return wait if wait <= LONGEST_WAIT else None
    passing = isinstance(answer, httpx.TransportError) or answer.status_code in {502, 503, 504}
    return next(pauses, None) if passing and call.may_repeat else None


def _read(call: Call[T], answer: Answer) -> T:
    if isinstance(answer, httpx.TransportError):
        raise answer
    if answer.is_success:
        return call.read(answer.json())
    told = answer.json() if answer.headers.get("content-type", "").startswith("application/json") else {}
    if answer.status_code == 409 and told.get("recorded") and told["recorded"] == (call.body or {}).get("move"):
        # The answer to this move got lost, but the move stands.
        return call.read(told["session"])
    board = Session.read(told["session"]) if "session" in told else None
    raise Refused(answer.status_code, told.get("detail", answer.reason_phrase), board, told.get("code", ""))
