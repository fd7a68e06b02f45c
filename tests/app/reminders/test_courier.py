"""Posting messages, to a server of the test's own on the loopback address, with TLS."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from app.features.reminders.courier import Courier
from app.features.reminders.service import Said
from app.features.reminders.values import PushAddress, Reminder, Sent
from app.features.reminders.vapid import Vapid
from tests.app.reminders.conftest import Browser, written

Answer = Callable[[asyncio.StreamWriter], Awaitable[None]]
CREATED = b"HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n"
VAPID = Vapid(b"a secret for tests alone")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a file with a certificate for localhost and its key."""
    key, name = ec.generate_private_key(ec.SECP256R1()), x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "test")])
    now, names = datetime.now(UTC), x509.SubjectAlternativeName([x509.DNSName("localhost")])
    made = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    made = made.not_valid_before(now - timedelta(1)).not_valid_after(now + timedelta(1))
    signed = made.add_extension(names, critical=False).sign(key, hashes.SHA256())
    file = tmp_path_factory.mktemp("certificate") / "localhost.pem"
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    file.write_bytes(private + signed.public_bytes(pem))
    return file


class Loopback:
    """A push service on the loopback address, which counts connections and keeps what it gets."""

    def __init__(self, certificate: Path, answer: Answer) -> None:
        self.got: list[tuple[str, bytes]] = []
        self.connections = 0
        self._certificate = certificate
        self._answer = answer

    def send(self, times: int = 1, p256dh: str = "") -> list[Sent]:
        """Send messages, and return what became of each."""
        return asyncio.run(self._send(times, p256dh))

    async def _send(self, times: int, p256dh: str) -> list[Sent]:
        speaks = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        speaks.load_cert_chain(self._certificate)
        trusts = ssl.create_default_context(cafile=str(self._certificate))
        async with await asyncio.start_server(self._serve, "localhost", 0, ssl=speaks) as server:
            port = server.sockets[0].getsockname()[1]
            browser = Browser("phone")
            fields = browser.fields
            to = PushAddress(f"https://localhost:{port}/wp/phone", p256dh or fields["p256dh"], fields["auth"])
            one = Reminder(token="t", player_id="p", address=to, hour=9, zone="UTC", made_at=0, due_at=0)
            courier = Courier(VAPID, "ops@example.org", httpx2.AsyncHTTPTransport(verify=trusts))
            sent = [await courier.send(one, Said(0, "t")) for _ in range(times)]
            await courier.close()
            for head, body in self.got:
                assert head.startswith("post /wp/phone http/1.1")
                assert browser.decrypt(body) == {"said": "Today’s daily waits.", "token": "t"}
            return sent

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                length = int(head.partition("content-length: ")[2].partition("\r\n")[0])
                self.got.append((head, await reader.readexactly(length)))
                await self._answer(writer)
        except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
            writer.close()


def answering(text: bytes) -> Answer:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(text)
        await writer.drain()

    return answer


def test_messages_share_a_connection(certificate: Path) -> None:
    service = Loopback(certificate, answering(CREATED))
    assert service.send(3) == [Sent.DELIVERED] * 3
    assert (len(service.got), service.connections) == (3, 1)


@pytest.mark.parametrize(
    ("head", "sent"),
    [("404 Not Found", Sent.GONE), ("410 Gone", Sent.GONE), ("429 Later", Sent.FAILED), ("503 Busy", Sent.FAILED)],
)
def test_the_status_says_what_became_of_a_message(certificate: Path, head: str, sent: Sent) -> None:
    service = Loopback(certificate, answering(f"HTTP/1.1 {head}\r\ncontent-length: 0\r\n\r\n".encode()))
    assert service.send() == [sent]


def test_a_redirect_is_a_failure_and_leads_nowhere(certificate: Path) -> None:
    head = b"HTTP/1.1 307 Elsewhere\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n"
    service = Loopback(certificate, answering(head))
    assert service.send() == [Sent.FAILED]
    assert len(service.got) == 1


def test_an_answer_without_end_is_left(certificate: Path) -> None:
    async def answer(writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 201 Created\r\n\r\n")
        while True:
            writer.write(b"x" * 65536)
            await writer.drain()

    assert Loopback(certificate, answer).send() == [Sent.DELIVERED]


def test_an_answer_that_never_comes_is_a_failure(certificate: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.features.reminders.courier.PATIENCE_SECONDS", 0.2)

    async def answer(_: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    assert Loopback(certificate, answer).send() == [Sent.FAILED]


def test_a_key_that_is_no_point_of_the_curve_is_a_failure_without_a_request(certificate: Path) -> None:
    service = Loopback(certificate, answering(CREATED))
    assert service.send(p256dh=written(b"\4" * 65)) == [Sent.FAILED]
    assert service.connections == 0
