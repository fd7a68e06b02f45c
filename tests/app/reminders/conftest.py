"""Browsers that ask for reminders, and a push service that can read what it gets as only a browser could."""

import asyncio
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import httpx2
import jwt
import pytest
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.testclient import TestClient

from app.core.live.calm import Calm
from app.core.store.database import Database
from app.core.store.opening import open_database
from app.features.reminders.courier import Courier
from app.features.reminders.sender import NOBODY, Sender
from app.features.reminders.vapid import Vapid
from tests.app.conftest import SECRET
from tests.app.daily.conftest import Host, _only_the_test_closes_days, arrive, clock, host

T = TypeVar("T")

__all__ = ["_only_the_test_closes_days", "arrive", "clock", "host"]

HOUR = 14
"""The hour in London, where it is also that of UTC in November, for which the tests ask."""
FORMS = {"accept": "text/html"}


def written(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def read(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Browser:
    """A browser's side of a subscription (RFC 8291)."""

    def __init__(self, name: str, host: str = "fcm.googleapis.com") -> None:
        self.endpoint = f"https://{host}/wp/{name}"
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._auth = name.encode().ljust(16, b"-")[:16]

    @property
    def fields(self) -> dict[str, str]:
        """What the page sends."""
        return {"endpoint": self.endpoint, "p256dh": written(self._public), "auth": written(self._auth)}

    @property
    def _public(self) -> bytes:
        return self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def decrypt(self, body: bytes) -> Any:
        """Return what a message says."""
        salt, length = body[:16], body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        about = b"WebPush: info\0" + self._public + theirs
        secret = HKDF(hashes.SHA256(), 32, self._auth, about).derive(self._key.exchange(ec.ECDH(), point))
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        text = AESGCM(key).decrypt(nonce, sealed, None)
        assert text.endswith(b"\2")
        return json.loads(text[:-1])


@dataclass
class PushService:
    """Takes messages, and answers as a test wants."""

    status: int = 201
    got: list[httpx2.Request] = field(default_factory=list)
    read: list[bytes] = field(default_factory=list)
    """The parts of answers that anybody has read."""

    def answer(self, request: httpx2.Request) -> httpx2.Response:
        """Take a message; the answer has no end."""
        self.got.append(request)
        if self.status == 0:
            raise httpx2.ConnectTimeout("Nobody answers.")
        return httpx2.Response(self.status, headers={"location": "https://elsewhere.example/"}, stream=_Endless(self))

    def check_sender(self, public: str) -> None:
        """Check that the last message is signed as RFC 8292 wants it."""
        scheme, _, parts = self.got[-1].headers["authorization"].partition(" ")
        named = dict(part.strip().split("=", 1) for part in parts.split(","))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read(public))
        audience = f"https://{self.got[-1].url.host}"
        claims = jwt.decode(named["t"], key, algorithms=["ES256"], audience=audience, options={"verify_exp": True})
        assert (scheme, named["k"], claims["sub"]) == ("vapid", public, f"mailto:{NOBODY}")


class _Endless(httpx2.AsyncByteStream):
    def __init__(self, service: PushService) -> None:
        self._service = service

    async def __aiter__(self) -> Any:
        while True:
            self._service.read.append(b"x" * 65536)
            yield self._service.read[-1]


class Reminding:
    """The server's side: senders on its database, which the test makes look."""

    def __init__(self, url: str, host: Host) -> None:
        self.host = host
        self.service = PushService()
        self.vapid = Vapid(SECRET.encode())
        self._url = url

    def look(self, senders: int = 1) -> int:
        """Make senders look at the same moment and send what they find; return how many messages came of it."""
        return asyncio.run(self._on_its_database(partial(self._look, senders)))

    def days(self, wanted: int) -> list[int]:
        """Let days pass, and look at every hour; return how many messages came on each."""

        async def pass_by(database: Database) -> list[int]:
            return [sum([await self._look_in_an_hour(database) for _ in range(24)]) for _ in range(wanted)]

        return asyncio.run(self._on_its_database(pass_by))

    async def _on_its_database(self, story: Callable[[Database], Awaitable[T]]) -> T:
        async with open_database(self._url, 5) as database:
            return await story(database)

    async def _look_in_an_hour(self, database: Database) -> int:
        self.host.clock.pass_by(3_600_000)
        return await self._look(1, database)

    async def _look(self, senders: int, database: Database) -> int:
        before, barrier = len(self.service.got), asyncio.Barrier(senders)

        async def send() -> None:
            sender = Sender(database, Calm(), self.vapid, None)
            sender._courier = Courier(self.vapid, NOBODY, httpx2.MockTransport(self.service.answer))
            found = (await sender.first()).due
            await barrier.wait()
            for one in found:
                await sender.settle(one)

        await asyncio.gather(*(send() for _ in range(senders)))
        return len(self.service.got) - before


@pytest.fixture(autouse=True)
def _only_the_test_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the server from sending reminders by itself."""
    monkeypatch.setattr("app.features.reminders.sender.Sender.running", lambda _: nullcontext())


@pytest.fixture
def reminding(database_url: str, host: Host) -> Reminding:
    """Return the server's side at nine in the morning."""
    return Reminding(database_url, host)


def ask(visitor: TestClient, browser: Browser, **other: object) -> Any:
    """Ask for a reminder at the tests' hour in London, but for what is sent in place of that."""
    return visitor.post(
        "/reminders", data={**browser.fields, "hour": HOUR, "zone": "Europe/London", **other}, headers=FORMS
    )
