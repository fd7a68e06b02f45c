"""Rampart within this process, without a network, and with its clock in the attacker's hand."""

import asyncio
import json
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, TypeVar
from unittest.mock import patch
from urllib.parse import unquote, urlencode, urlsplit

from argon2 import PasswordHasher

from app.core.store.database import Database, P, Transaction
from app.play.presence import Presence
from tests.clocks import clocks
from tests.drawing import draw_once

T = TypeVar("T")

SECRET = "a secret for attackers alone"
MORNING = 1_795_165_200_000
"""20 November 2026, 9:00 UTC: where a clock begins."""
WORK_SECONDS, BUDGET_SECONDS = 20, 25.0
"""In how much time a work ends, and a request is answered, on a machine however busy."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    method: str
    address: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes

    @property
    def text(self) -> str:
        """The body as text; that of a picture comes out as something that tells nothing."""
        return self.body.decode(errors="replace")

    @property
    def told(self) -> str:
        """All that a reader learns. A cookie's signature is drawn from all letters, so it may look like anything."""
        return "\n".join([*(value for name, value in self.headers if name != "set-cookie"), self.text])

    @property
    def document(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    def header(self, name: str) -> str:
        """Return a header, empty if there is none."""
        return dict(self.headers).get(name, "")


@dataclass
class Clock:
    """The server's time, which passes only when somebody says so."""

    ms: int = MORNING
    leap: int = 0
    """By how much somebody has set the clock on the wall."""


async def _uncounted(*_: object) -> None:
    return


class House:
    """A server of ours on a database, with everything about it but the network. Open it before the first request."""

    def __init__(self, url: str, **settings: str) -> None:
        from app.site.application import create_app

        self.clock = Clock()
        # A busy machine is no attack: here a work may take longer than it may on a server.
        usual = {"RAMPART_SECRET": SECRET, "RAMPART_SOLVERS": "0", "RAMPART_WORK_SECONDS": str(WORK_SECONDS)}
        given = {"RAMPART_DATABASE_URL": url, **usual, **settings}
        with patch.dict(os.environ, given):
            self.app = create_app()
        self._runner = asyncio.Runner()
        self.address = "127.0.0.1"
        """Where requests come from; at first from this machine, whose requests do not count."""

    @contextmanager
    def opened(self) -> Iterator["House"]:
        """Serve while the context lasts; afterwards it can be opened again, on whatever the database then holds."""
        with (
            clocks(lambda: self.clock.ms + self.clock.leap, lambda: self.clock.ms),
            # What is due happens when the attacker lets it, and passwords cost nothing.
            patch("app.features.daily.closer.Closer.pause_seconds", 3600.0),
            patch("app.people.passwords._HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)),
            patch("app.web.gallery.draw", draw_once),
            # Days pass here in minutes: what is counted by the hour would soon keep everybody out.
            patch("app.web.attempts.SignInAttempts.count", _uncounted),
            # No solver is there to answer.
            patch("app.features.study.api.SECONDS", 0.0),
            patch("app.features.puzzles.api.SECONDS", 0.0),
            patch("app.features.puzzles.pages.tasks.NEWS_SECONDS", 0.0),
            patch("app.features.study.api.SECONDS_TO_SHORTEN", 0.0),
        ):
            life = self.app.router.lifespan_context(self.app)
            self._runner.run(life.__aenter__())
            try:
                yield self
            finally:
                self._runner.run(life.__aexit__(None, None, None))

    def close(self) -> None:
        """Close the event loop."""
        self._runner.close()

    def write(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Do something on the server's side, by the door that its own transactions take."""
        database: Database = self.app.state.server.database
        return self._runner.run(asyncio.wait_for(database.write(transaction, *args, **kwargs), BUDGET_SECONDS))

    def read(self, transaction: Transaction[P, T], /, *args: P.args, **kwargs: P.kwargs) -> T:
        """Read something on the server's side."""
        database: Database = self.app.state.server.database
        return self._runner.run(asyncio.wait_for(database.read(transaction, *args, **kwargs), BUDGET_SECONDS))

    def see_off(self) -> None:
        """Note who has left their tables."""
        self._runner.run(self.app.state.server.part(Presence).note())

    def ask(self, method: str, address: str, headers: Mapping[str, str], body: bytes = b"") -> Answer:
        """Send a request, and read only the start of a stream. Raises `TimeoutError` past the budget."""
        return self._runner.run(asyncio.wait_for(self._ask(method, address, headers, body), BUDGET_SECONDS))

    async def _ask(self, method: str, address: str, headers: Mapping[str, str], body: bytes) -> Answer:
        exchange = _Exchange(body)
        await self.app(_scope(method, address, headers, self.address), exchange.receive, exchange.send)
        told = tuple((name.decode(), value.decode("latin-1")) for name, value in exchange.headers)
        return Answer(method, address, exchange.status, told, b"".join(exchange.chunks))


@dataclass(eq=False)
class Person:
    """Somebody with a browser of their own."""

    house: House
    heard: Callable[["Person", Answer], None] = lambda *_: None
    """Is given every answer."""
    cookies: dict[str, str] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    def get(self, address: str, **headers: str) -> Answer:
        """Look at a page."""
        return self._ask("GET", address, headers, b"")

    def form(self, address: str, **fields: object) -> Answer:
        """Send a form."""
        headers = {"content-type": "application/x-www-form-urlencoded"}
        return self._ask(
            "POST", address, headers, urlencode({name: str(value) for name, value in fields.items()}).encode()
        )

    def post(self, address: str, **document: object) -> Answer:
        """Send a document to the API."""
        return self._ask(
            "POST", f"/api/v1{address}", {"content-type": "application/json"}, json.dumps(document).encode()
        )

    @property
    def player_id(self) -> str:
        """Return which player the cookie names; empty before the first action."""
        return self.cookies.get("rampart", "").partition(".")[0]

    def _ask(self, method: str, address: str, headers: Mapping[str, str], body: bytes) -> Answer:
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        sent = {**self.headers, **headers, **({"cookie": cookie} if cookie else {})}
        answer = self.house.ask(method, address, sent, body)
        for name, value in answer.headers:
            if name == "set-cookie":
                key, _, rest = value.partition("=")
                self.cookies[key] = rest.partition(";")[0]
        self.cookies = {name: value for name, value in self.cookies.items() if value}
        self.heard(self, answer)
        return answer


_STREAMED = (b"text/event-stream", b"application/x-ndjson")


class _Exchange:
    """The two ends of one request."""

    def __init__(self, body: bytes) -> None:
        self.status = 0
        self.headers: list[tuple[bytes, bytes]] = []
        self.chunks: list[bytes] = []
        self._body: bytes | None = body
        self._enough = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        """Return the body, then nothing until the reader goes."""
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._enough.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        """Take a part of the answer; who listens to a stream goes when the first of it is there."""
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
            return
        self.chunks.append(message.get("body", b""))
        streamed = dict(self.headers).get(b"content-type", b"").startswith(_STREAMED)
        if (streamed and message.get("body")) or not message.get("more_body"):
            self._enough.set()


def _scope(method: str, address: str, headers: Mapping[str, str], host: str) -> dict[str, Any]:
    parts = urlsplit(address)
    sent = {"host": "testserver", **headers}
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(parts.path),
        "raw_path": parts.path.encode(),
        "query_string": parts.query.encode(),
        "root_path": "",
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in sent.items()],
        "client": (host, 40000),
        "server": ("testserver", 80),
    }
