"""The guard before every route: who may send, how much, how often and how long, and what every answer carries."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from itertools import count
from secrets import token_hex
from time import perf_counter

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core import logs
from app.core.bounds import LARGEST_BODY
from app.core.live.calm import Calm
from app.core.metrics import Metrics
from app.core.refusals import Code, NotYours, TooMany, WrongToken
from app.core.store.asker import ASKER, NOBODY
from app.core.store.database import StoreUnavailable
from app.web.allowances import refused_by
from app.web.budgets import meter
from app.web.dependencies import NEW_COOKIE, NO_NUL, NUL_ENCODED, server
from app.web.guesses import MOST_MISSES, MOST_WRONG_TOKENS, Misses
from app.web.limits import METERED, Limits, RequestKind, kind_of
from app.web.proxies import Proxies
from app.web.queries import Queries
from app.web.tokens import Tokens
from engine.caching import cached

LONGEST_SECONDS = 30
"""The most time between the first line of a request and the first line of its answer."""
FAILURES = 500
"""From this status on, an answer reports a failure of ours and carries the request's id."""
_LONGEST_LENGTH = len(str(LARGEST_BODY))
_SAFE_METHODS = frozenset({"GET", "OPTIONS"})
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "browsing-topics=(), camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}
"""The headers of every document. Insisting on TLS is up to the proxy, which speaks it."""
HEADERS_OF_FRAGMENTS = {"x-content-type-options": "nosniff"}
"""The header of what a page's script has sent for, and of files that are never documents."""
NOT_KEPT = {"cache-control": "no-store"}
"""The header of every answer that does not itself say how long a browser may keep it."""
_RAW_NOT_KEPT = [(name.encode(), value.encode()) for name, value in NOT_KEPT.items()]
_RAW_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
_RAW_OF_FRAGMENTS = [(name.encode(), value.encode()) for name, value in HEADERS_OF_FRAGMENTS.items()]
FILES = "/static/"
_FOR_MACHINES = frozenset({"/healthz", "/readyz", "/metrics"})
"""The addresses by which programs watch the server. A request for one does not mean that a player is here."""
_FLOORS = frozenset({"pages", "api"})
"""The names of the modules and packages of routes, the same in every room."""
_NO_DOCUMENTS = (b"text/javascript", b"text/css", b"font/", b"image/png")
"""The types of files that are never documents."""
_BY_SCRIPT = b"hx-request"
"""The header of requests that only a page's script can send: no link or form has it, and no other site may."""

_PROCESS = token_hex(4)
_NUMBERS = count(1)
"""The name of the process and the next of these numbers make the id of a request."""

Headers = dict[bytes, bytes]
"""The request's headers by their names, in lower case."""
Refuse = Callable[[Request, Code, str], Response]
"""Makes the answer for a code and a sentence, in the form that suits the request."""


class Guard:
    """Refuses writes from other sites, too many writes and too large bodies, and ends what takes too long.

    It answers HEAD as GET, adds the security headers and a new player's cookie, and counts and logs every answer.
    """

    def __init__(
        self,
        app: ASGIApp,
        refuse: Refuse,
        queries: Queries,
        limits: Limits,
        tokens: Tokens,
        metrics: Metrics,
        calm: Calm,
    ) -> None:
        self.app = app
        self.refuse = refuse
        self.queries = queries
        self.limits = limits
        self.tokens = tokens
        self.metrics = metrics
        self.calm = calm
        self.misses = Misses()
        self.proxies = Proxies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"] not in _FOR_MACHINES:
            self.calm.stir()
        began, headers = perf_counter(), dict(scope["headers"])
        self.proxies.look(scope, headers)
        request_id = f"{_PROCESS}-{next(_NUMBERS)}"
        logs.REQUEST_ID.set(request_id)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                if not deadline.expired():
                    # Once a stream has begun, it may last.
                    deadline.reschedule(None)
                self._note(scope, message["status"], perf_counter() - began)
                message["headers"] += _headers_for(scope, headers, message) + self.limits.headers(scope)
                if b"cache-control" not in dict(message["headers"]):
                    message["headers"] += _RAW_NOT_KEPT
                if message["status"] >= FAILURES:
                    message["headers"].append((b"x-request-id", request_id.encode()))
                if cookie := scope.get(NEW_COOKIE):
                    message["headers"].append((b"set-cookie", cookie.encode()))
            await send(message)

        if scope["method"] == "HEAD":
            # The answer is that of GET; the server below leaves out the body.
            scope = {**scope, "method": "GET"}
        try:
            async with asyncio.timeout(LONGEST_SECONDS) as deadline:
                answer = await self._refusal(scope, headers) or self.app
                # If the client breaks off, nobody waits for the answer.
                with suppress(ClientDisconnect):
                    if b"transfer-encoding" in headers and answer is self.app:
                        answer, receive = await self._unless_too_large(scope, receive)
                    await _charge(answer(scope, receive, send_with_headers), scope)
        except TimeoutError:
            if not deadline.expired():
                raise
            answer = self.refuse(Request(scope), Code.TOO_SLOW, "That took too long; please try again in a moment.")
            await answer(scope, receive, send_with_headers)
        except Exception:
            # Starlette's outermost middleware answers, and the guard does not see that answer.
            self._note(scope, 500, perf_counter() - began)
            raise

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        if status == 404:
            self.misses.count(scope["path"], _host(scope))
        to = route_name(scope.get("endpoint"))
        self.metrics.answered(to, status, seconds)
        if status < 400 and kind_of(scope.get("endpoint")) is RequestKind.MOVE:
            self.metrics.moves += 1
        logs.log_request(to, scope["method"], status, seconds)

    async def _refusal(self, scope: Scope, headers: Headers) -> Response | None:
        """Return the answer to a request that the guard refuses unread, None for any other."""
        if _is_too_large(headers.get(b"content-length", b"")):
            return self._too_large(scope)
        if refusal := _refusal(scope, headers):
            return self.refuse(Request(scope), *refusal)
        if objection := self.queries.objection(scope):
            return self.refuse(Request(scope), Code.MALFORMED, objection)
        if wait := self.misses.wait(scope["path"], _host(scope)):
            refused_by(scope, "wrong-links", MOST_MISSES, wait)
            return self._later(scope, wait, "Too many of your links led nowhere; please wait a minute.")
        if b"authorization" in headers and (answer := await self._enter(scope, headers)):
            return answer
        ASKER.set(NOBODY)
        if scope["method"] in _SAFE_METHODS:
            counts = not scope["path"].startswith(FILES) and scope["path"] not in _FOR_MACHINES
            wait = await self.limits.admit(scope) if counts else 0
        else:
            wait = await self.limits.count(scope)
        if wait:
            return self._later(scope, wait, "You asked for too much at once; please wait a moment.")
        return None

    async def _enter(self, scope: Scope, headers: Headers) -> Response | None:
        """Let a request act as its token's player; return the refusal if the token does not let it in."""
        sent = headers[b"authorization"].decode("latin-1")
        try:
            await self.tokens.enter(scope, sent, server(Request(scope)).database)
        except TooMany as refusal:
            refused_by(scope, "wrong-tokens", MOST_WRONG_TOKENS, refusal.wait)
            return self._later(scope, refusal.wait, refusal.sentence)
        except WrongToken as refusal:
            answer = self.refuse(Request(scope), refusal.code, refusal.sentence)
            answer.headers["www-authenticate"] = 'Bearer error="invalid_token"'
            return answer
        except NotYours as refusal:
            return self.refuse(Request(scope), refusal.code, refusal.sentence)
        except StoreUnavailable as refusal:
            return self.refuse(Request(scope), refusal.code, str(refusal))
        return None

    async def _unless_too_large(self, scope: Scope, receive: Receive) -> tuple[ASGIApp, Receive]:
        """Read a body whose length was not announced. Return what answers the request, and what gives it the body.

        Raise `ClientDisconnect` if the client breaks off.
        """
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > LARGEST_BODY:
                return self._too_large(scope), receive
        read: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive_again() -> Message:
            return read.pop() if read else await receive()

        return self.app, receive_again

    def _too_large(self, scope: Scope) -> Response:
        answer = self.refuse(Request(scope), Code.TOO_LARGE, f"A request can hold at most {LARGEST_BODY} bytes.")
        # Nobody reads the rest of the body.
        answer.headers["connection"] = "close"
        return answer

    def _later(self, scope: Scope, wait: int, sentence: str) -> Response:
        answer = self.refuse(Request(scope), Code.TOO_MANY, sentence)
        answer.headers["retry-after"] = str(wait)
        return answer


def _charge(answering: Awaitable[None], scope: Scope) -> Awaitable[None]:
    """Return what answers a request and, unless it is a move, charges its visitor with that."""
    asker = scope.get(METERED)
    return meter(_await(answering), asker.spend) if asker else answering


async def _await(answering: Awaitable[None]) -> None:
    await answering


def _headers_for(scope: Scope, headers: Headers, message: Message) -> list[tuple[bytes, bytes]]:
    """Return the security headers that a browser heeds in this answer; all of them unless it is surely no document."""
    if scope["method"] == "POST" and _BY_SCRIPT in headers:
        # Every header costs a move half a hundredth of its time.
        return _RAW_OF_FRAGMENTS
    if not scope["path"].startswith(FILES):
        return _RAW_HEADERS
    kind = next((value for name, value in message["headers"] if name == b"content-type"), b"")
    return _RAW_OF_FRAGMENTS if kind.startswith(_NO_DOCUMENTS) else _RAW_HEADERS


@cached(1 << 10)
def route_name(endpoint: Callable[..., object] | None) -> str:
    """Name the function that answers a request, as metrics and logs do; empty before one is found.

    Pages go by their subject, such as `sessions.move`, and what programs ask for has `api_` before that. A feature with
    a single module `pages` or `api` is the subject of all that is in it.
    """
    if endpoint is None:
        return ""
    place = endpoint.__module__.split(".")[-2:]
    subject = next((name for name in reversed(place) if name not in _FLOORS), "")
    return f"{'api_' if 'api' in place else ''}{subject}.{endpoint.__name__}"


def _refusal(scope: Scope, headers: Headers) -> tuple[Code, str] | None:
    """Return the code and the sentence that refuse a request because of its headers, if any do."""
    if "\0" in scope["path"]:
        # PostgreSQL takes no such text, not even in a query.
        return Code.UNKNOWN_ADDRESS, "There is no page at this address."
    if NUL_ENCODED in scope["query_string"]:
        return Code.MALFORMED, NO_NUL
    if scope["method"] in _SAFE_METHODS:
        return None
    if _from_elsewhere(headers):
        return Code.CROSS_SITE, "This request came from another site, so the server did nothing."
    return None


def _host(scope: Scope) -> str:
    return scope["client"][0] if scope["client"] else ""


def _is_too_large(length: bytes) -> bool:
    """Return whether an announced length is beyond the bound, with blanks and zeros as the parser lets them through."""
    digits = length.strip().lstrip(b"0")
    # Python refuses to read a number of some thousand digits.
    return len(digits) > _LONGEST_LENGTH or (digits.isdigit() and int(digits) > LARGEST_BODY)


def _from_elsewhere(headers: Headers) -> bool:
    """Return whether a browser sent this for another site. A client that sends neither header is no browser."""
    fetched = headers.get(b"sec-fetch-site")
    if fetched is not None:
        return fetched not in {b"same-origin", b"none"}
    origin = headers.get(b"origin")
    # An origin is a scheme and a host. Anything else counts as another site.
    return origin is not None and origin.lower().partition(b"://")[2] != headers.get(b"host", b"").lower()
