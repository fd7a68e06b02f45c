"""Whatever is sent, every address answers with a sentence of its own, and nothing ends in the server's log."""

import re
import socket
from collections.abc import Iterator
from html import unescape
from typing import Any
from urllib.parse import quote, urlsplit

import pytest
from httpx2 import Response
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from tests.app.addresses import USUAL, address, routes
from tests.app.conftest import Serve
from tests.databases import ON_SQLITE

ODD = ["", "0", "-1", "9" * 21, "1e9", "null", "\0", "é", "٥", "..", "<b>", "t1-f3", "t1-t3:2", "x" * 300, "a\nb", "%"]
texts = st.sampled_from(ODD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
names = st.sampled_from(["seq", "move", "game", "deal", "deck", "options", "text", "from", "before", "by", "automatic"])
leaves = (
    texts
    | st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.sampled_from([0, "fortress"])
)
documents = st.recursive(leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names | texts, inner))
TYPES = ["application/json", "application/x-www-form-urlencoded", "text/plain", "", "é", "application/json; charset=x"]
ENDLESS = ("text/event-stream", "application/x-ndjson")
METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]


@st.composite
def requests(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a request, except its address and its method."""
    kind = draw(st.sampled_from(TYPES))
    fields = draw(st.dictionaries(names | texts, texts, max_size=4))
    body: dict[str, Any] = draw(
        st.sampled_from([{}])
        | st.builds(lambda content: {"content": content}, st.binary(max_size=60))
        | st.builds(lambda document: {"json": document}, documents)
        | st.just({"data": fields})
    )
    headers = {b"content-type": kind.encode()} if kind and "content" in body else {}
    for name in draw(st.sets(st.sampled_from([b"cookie", b"accept-encoding", b"accept", b"if-none-match"]))):
        headers[name] = draw(st.sampled_from([b"rampart=x.y; look=a:b", b"\xff=\xfe", b"gzip;q=x", b"*", b""]))
    if draw(st.booleans()):
        headers[b"hx-request"] = b"true"
    return {**body, "headers": headers, "params": draw(st.dictionaries(names | texts, texts, max_size=2))}


@pytest.fixture
def played(client: TestClient) -> str:
    """Begin a session; return its id."""
    return str(client.post("/fortress/4").headers["location"]).rpartition("/")[2]


@pytest.fixture
def listed(client: TestClient) -> st.SearchStrategy[tuple[str, str]]:
    """Return what draws a route: to list them takes as long as to ask one."""
    return st.sampled_from(routes(client.app))


@settings(
    max_examples=250,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_every_address_answers_whatever_is_sent(
    client: TestClient, listed: st.SearchStrategy[tuple[str, str]], played: str, data: st.DataObject
) -> None:
    method, path = data.draw(listed)
    fields = {**USUAL, "session_id": played}
    for name in re.findall(r"{(\w+)", path):
        if data.draw(st.booleans()):
            fields[name] = quote(data.draw(texts), safe="")
    way = data.draw(st.just(method) | st.sampled_from(METHODS))
    # A failure of the server's own is raised here.
    with client.stream(way, address(path, fields), **data.draw(requests())) as answer:
        # A stream has no end, so no more of it is awaited than that it begins.
        if not answer.headers.get("content-type", "").startswith(ENDLESS):
            answer.read()
    assert answer.status_code < 500
    if answer.status_code >= 400 and way != "HEAD":
        assert re.fullmatch(r"[A-Z“][^\n]{5,300}\.", sentence(answer)), sentence(answer)


SENTENCES = (
    r'<p id="notice"[^>]*>([^<]+)',
    r'<p class="error"[^>]*>([^<]+)',
    r'<p class="status">\d+</p>\s*<h1>([^<]+)',
)
"""Where a fragment or a page says why it refuses."""


def sentence(answer: Response) -> str:
    """Read the sentence of a refusal, in whichever form it came."""
    if answer.headers["content-type"] == "application/json":
        return str(answer.json()["detail"])
    places = (re.search(place, answer.text) for place in SENTENCES)
    return unescape(next(found[1] for found in places if found))


REQUEST_LINES = [
    b"GET / HTTP/1.1\r\nHost: [\r\n\r\n",
    b"GET /api HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
    b"GET /nothing HTTP/1.1\r\nHost: a@b:99999\r\n\r\n",
    b"POST /fortress/5 HTTP/1.1\r\nHost: [\r\nContent-Length: 0\r\n\r\n",
    b"POST /fortress/5 HTTP/1.1\r\nHost: x\r\nOrigin: http://[\r\nContent-Length: 0\r\n\r\n",
    b"POST /fortress/5 HTTP/1.1\r\nHost: x\r\nOrigin: \xff\r\nContent-Length: 0\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: x\r\nCookie: rampart=\xff; look=\xff;;=\r\n\r\n",
    b"GET /sessions/%ff HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /%3Fapi/v1 HTTP/1.0\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET //x//..//%2e%2e HTTP/1.1\r\nHost: x\r\n\r\n",
]
HALF_SENT = b"Host: x\r\nContent-Type: application/%s\r\nContent-Length: 100\r\n\r\nhalf"
BROKEN_OFF = [
    b"POST /fortress/custom HTTP/1.1\r\n" + HALF_SENT % b"x-www-form-urlencoded",
    b"POST /sessions/x/moves HTTP/1.1\r\n" + HALF_SENT % b"x-www-form-urlencoded",
    b"POST /settings HTTP/1.1\r\n" + HALF_SENT % b"x-www-form-urlencoded",
    b"POST /api/v1/sessions HTTP/1.1\r\n" + HALF_SENT % b"json",
    b"POST /api/v1/sessions/x/undo HTTP/1.1\r\n" + HALF_SENT % b"json",
]


@pytest.mark.long
@ON_SQLITE
def test_requests_that_no_client_of_ours_would_write_leave_no_line_in_the_log(serve: Serve) -> None:
    with serve() as server:
        for request in REQUEST_LINES:
            assert re.match(rb"HTTP/1.1 [234]\d\d ", _answered(server.address, request)), request
        for request in BROKEN_OFF:
            assert _answered(server.address, request) == b"", request
        assert server.visitor().get("/healthz").status_code == 200
        assert server.log() == ""


def _answered(server: str, request: bytes) -> bytes:
    """Send a request's bytes, then nothing more; return the answer until the server hangs up."""
    where = urlsplit(server)
    with socket.create_connection((where.hostname, where.port), timeout=20) as connection:
        connection.sendall(request.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n", 1))
        if request in BROKEN_OFF:
            connection.shutdown(socket.SHUT_WR)
        return b"".join(_received(connection))


def _received(connection: socket.socket) -> Iterator[bytes]:
    while received := connection.recv(65536):
        yield received
