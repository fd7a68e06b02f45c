"""What an attacker meets besides: cookies over TLS, and an end to what takes too long."""

import asyncio
from http.cookies import SimpleCookie

import pytest
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.core.live.calm import Calm
from app.core.metrics import Metrics
from app.web import guard
from app.web.guard import Guard
from app.web.limits import Counters, Limits
from app.web.queries import Queries
from app.web.tokens import Tokens
from app.web.trouble import STATUS
from tests.app.account.conftest import PASSWORD

SECURE = "https://testserver"


@pytest.fixture
def secure(client: TestClient) -> TestClient:
    """Return a visitor over TLS."""
    other = TestClient(client.app, base_url=SECURE, follow_redirects=False)
    other.portal = client.portal
    return other


def test_over_tls_the_cookie_is_bound_to_this_host(secure: TestClient) -> None:
    cookie = SimpleCookie(secure.post("/fortress/4").headers["set-cookie"])["__Host-rampart"]
    assert (cookie["path"], cookie["domain"], cookie["samesite"]) == ("/", "", "Lax")
    assert cookie["secure"]
    assert cookie["httponly"]


def test_over_tls_a_player_is_known_by_that_cookie_and_no_other(secure: TestClient) -> None:
    table = secure.post("/fortress/4").headers["location"]
    assert secure.get(table).status_code == 200
    plain = {"cookie": f"rampart={secure.cookies['__Host-rampart']}"}
    secure.cookies.clear()
    assert secure.get(table, headers=plain).status_code == 403


def test_signing_out_over_tls_takes_that_cookie_back(secure: TestClient) -> None:
    secure.post("/account", data={"name": "Ada", "password": PASSWORD})
    assert "__Host-rampart" in secure.cookies
    secure.post("/account/sign-out")
    assert "__Host-rampart" not in secure.cookies


def guarded(app: ASGIApp, receive: Receive) -> list[Message]:
    """Send a request through the guard; return the answer."""
    answered: list[Message] = []
    scope: Scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "query_string": b"",
        "scheme": "http",
        "headers": [],
        "client": None,
    }

    async def send(message: Message) -> None:
        answered.append(message)

    limits, tokens = Limits(b"", Counters(None), []), Tokens([])
    watch = Guard(
        app,
        lambda _, code, sentence: PlainTextResponse(sentence, STATUS[code]),
        Queries([]),
        limits,
        tokens,
        Metrics(),
        Calm(),
    )
    asyncio.run(watch(scope, receive, send))
    return answered


async def never() -> Message:
    """Wait for a body that does not come."""
    await asyncio.Event().wait()
    raise AssertionError


def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    async def reading(_scope: Scope, receive: Receive, _send: Send) -> None:
        await receive()

    monkeypatch.setattr(guard, "LONGEST_SECONDS", 0)
    start, body = guarded(reading, never)
    assert start["status"] == 503
    assert body["body"] == b"That took too long; please try again in a moment."


def test_an_answer_that_has_begun_may_last(monkeypatch: pytest.MonkeyPatch) -> None:
    async def streaming(_scope: Scope, _receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        for _ in range(10):
            await asyncio.sleep(0)
        await send({"type": "http.response.body", "body": b"news"})

    monkeypatch.setattr(guard, "LONGEST_SECONDS", 0)
    assert [message.get("status") or message["body"] for message in guarded(streaming, never)] == [200, b"news"]
