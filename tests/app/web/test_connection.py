"""What is bounded before the application sees a request, tried on the wire and on a connection without one."""

import asyncio
import re
import socket
from collections.abc import Coroutine, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from signal import SIGTERM
from types import SimpleNamespace
from typing import Any, cast

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from app.core.bounds import LARGEST_BODY
from app.web.connection import ARRIVAL_SECONDS, LARGEST_HEAD, LEAST_READ, MOST_LINES, UNHEARD, Connection
from tests.cli.test_serve import end, serving

MEGABYTE = b"x" * 1_000_000
MOST_GROWN_KB = 20_000


@dataclass
class Wire:
    """A server, as somebody reaches it who writes their own requests."""

    pid: int
    place: tuple[str, int]

    def send(self, pieces: Iterable[bytes]) -> bytes:
        """Send pieces on a new connection as long as the server takes them; return what it answers until it closes."""
        got = b""
        with socket.create_connection(self.place, timeout=20) as line:
            try:
                for piece in pieces:
                    line.sendall(piece)
                line.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it takes no more; the answer is there all the same
            try:
                while data := line.recv(1 << 16):
                    got += data
            except ConnectionResetError:
                pass
        return got

    def answered(self, head: bytes) -> bytes:
        """Send something and read on the same connection, without a word more; return what has come of the answer."""
        with socket.create_connection(self.place, timeout=20) as line:
            line.sendall(head)
            return line.recv(1 << 16)

    @property
    def memory_kb(self) -> int:
        """What the server's process holds in memory."""
        found = re.search(r"VmRSS:\s+(\d+)", Path(f"/proc/{self.pid}/status").read_text())
        assert found
        return int(found[1])


@pytest.fixture(scope="module")
def wire(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """Serve, and check at the end that nothing was written to the log."""
    file = tmp_path_factory.mktemp("wire") / "games.db"
    with serving(RAMPART_DATABASE_URL=f"sqlite:///{file}") as (server, told):
        found = re.search(r"http://([\d.]+):(\d+)/", told)
        assert found
        yield Wire(server.pid, (found[1], int(found[2])))
        assert end(server, SIGTERM).err == ""


def head(method: str, address: str, *lines: str) -> bytes:
    return "\r\n".join([f"{method} {address} HTTP/1.1", "Host: x", *lines, "", ""]).encode()


METHODS = ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE", "SEARCH")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("kind", ["text/plain", "application/json"])
def test_a_body_that_is_announced_too_large_is_refused_unread(wire: Wire, method: str, kind: str) -> None:
    answer = wire.answered(head(method, "/api/v1/sessions/x", f"Content-Type: {kind}", "Content-Length: 1500000000"))
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"\r\nconnection: close\r\n" in answer


@pytest.mark.parametrize("length", ["400000 ", "400000\t", "0" * 5000 + "400000", "9" * 18])
def test_an_announced_length_is_bounded_however_it_is_written(wire: Wire, length: str) -> None:
    answer = wire.answered(head("GET", "/healthz", f"Content-Length: {length}"))
    assert answer.startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize("length", ["0", "0 ", "0" * 5000])
def test_no_length_is_a_fault_of_the_server(wire: Wire, length: str) -> None:
    assert wire.answered(head("GET", "/healthz", f"Content-Length: {length}")).startswith(b"HTTP/1.1 200 ")


@pytest.mark.parametrize("method", METHODS)
def test_a_body_in_chunks_is_refused_once_it_is_too_large(wire: Wire, method: str) -> None:
    begun = head(method, "/api/v1/sessions/x", "Content-Type: text/plain", "Transfer-Encoding: chunked")
    answer = wire.answered(begun + b"%x\r\n" % (LARGEST_BODY + 1) + b"x" * (LARGEST_BODY + 1))
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"\r\nconnection: close\r\n" in answer


@pytest.mark.parametrize(
    "body",
    [
        (b"Content-Length: 65536\r\n\r\n" + b"x" * LARGEST_BODY),
        b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n",
    ],
)
def test_a_get_with_a_body_within_the_bound_is_answered(wire: Wire, body: bytes) -> None:
    assert wire.answered(b"GET /healthz HTTP/1.1\r\nHost: x\r\n" + body).startswith(b"HTTP/1.1 200 ")


def test_sixty_megabytes_leave_no_trace_in_memory_whatever_they_pretend_to_be(wire: Wire) -> None:
    chunk = b"%x\r\n%s\r\n" % (len(MEGABYTE), MEGABYTE)
    chunked = head("POST", "/settings", "Sec-Fetch-Site: cross-site", "Transfer-Encoding: chunked")
    attacks = {
        "announced": (head("GET", "/api/v1/x", "Content-Length: 60000000"), MEGABYTE, 413),
        "chunks": (head("GET", "/api/v1/x", "Transfer-Encoding: chunked"), chunk, 413),
        "chunks refused for another reason": (chunked, chunk, 403),
        "extension of a chunk": (chunked + b"1;a=", MEGABYTE, 403),
        "trailer": (chunked + b"0\r\na: ", MEGABYTE, 403),
        "cookie": (b"GET / HTTP/1.1\r\nCookie: ", MEGABYTE, 431),
        "name of a header": (b"GET / HTTP/1.1\r\n", MEGABYTE, 431),
        "lines": (b"GET / HTTP/1.1\r\n", b"a: b\r\n" * 100_000, 431),
        "address": (b"GET /", MEGABYTE, 431),
        "pipeline": (b"", head("GET", "/healthz") * 20_000, 0),
    }
    wire.answered(head("GET", "/"))
    before = wire.memory_kb
    for name, (begun, more, status) in attacks.items():
        answer = wire.send([begun, *[more] * 60])
        if status in {413, 431}:
            assert answer.startswith(b"HTTP/1.1 %d " % status), name
        assert wire.memory_kb - before < MOST_GROWN_KB, name
    assert wire.answered(head("GET", "/healthz")).startswith(b"HTTP/1.1 200 ")


def test_the_largest_head_is_answered(wire: Wire) -> None:
    lines = [f"a{number}: b" for number in range(MOST_LINES - 2)]
    begun = head("GET", "/healthz", *lines)
    largest = head("GET", "/healthz", *lines, "c: " + "x" * (LARGEST_HEAD - len(begun) - 5))
    assert len(largest) == LARGEST_HEAD
    assert wire.answered(largest).startswith(b"HTTP/1.1 200 ")
    assert wire.answered(head("GET", "/healthz", *lines, "c: d", "e: f")).startswith(b"HTTP/1.1 431 ")


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01 speaks TLS\r\n\r\n", 400),
        (head("CONNECT", "elsewhere:443"), 400),
        (head("GET", "/", "Content-Length: 5", "Transfer-Encoding: chunked"), 400),
        (head("POST", "/settings", "Transfer-Encoding: chunked") + b"no length\r\n", 400),
        (head("GET", "/healthz", "Connection: upgrade", "Upgrade: websocket"), 200),
        (head("GET", "/healthz", "Connection: upgrade", "Upgrade: h2c"), 200),
        (head("GET", "/") + head("GET", "/") + b"no request\r\n\r\n", 0),
    ],
)
def test_what_cannot_be_read_and_upgrades_write_no_line_to_the_log(wire: Wire, sent: bytes, status: int) -> None:
    # The fixture looks at the log at the end.
    answer = wire.send([sent])
    assert not status or answer.startswith(b"HTTP/1.1 %d " % status)


def test_what_follows_an_upgrade_is_never_taken_for_a_request(wire: Wire) -> None:
    upgrade = head("POST", "/healthz", "Connection: upgrade", "Upgrade: websocket", "Content-Length: 40")
    answer = wire.send([upgrade + head("GET", "/healthz")])
    assert answer.startswith(b"HTTP/1.1 405 ")
    assert answer.count(b"HTTP/1.1 ") == 1


class Transport(SimpleNamespace):
    """Stands in for the network, and notes what is done to it."""

    def __init__(self) -> None:
        super().__init__(said=b"", closed=False, unread=0)

    def get_extra_info(self, _name: str) -> None:
        return None

    def write(self, data: bytes) -> None:
        self.said += data

    def get_write_buffer_size(self) -> int:
        return int(self.unread)

    def is_closing(self) -> bool:
        return bool(self.closed)

    def close(self) -> None:
        self.closed = True

    abort = close

    def write_eof(self) -> None:
        return None


class Later:
    """Something that never happens."""

    def cancel(self) -> None:
        """Do nothing."""

    def add_done_callback(self, _called: object) -> None:
        """Do nothing."""


class Clock:
    """A loop whose time stands still."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: object = None

    def time(self) -> float:
        return self.now

    def call_later(self, _seconds: float, due: object) -> Later:
        self.due = due
        return Later()

    def create_task(self, task: Coroutine[object, object, object]) -> Later:
        task.close()
        return Later()


def connected() -> tuple[Connection, Transport, Clock]:
    async def nothing(_scope: object, _receive: object, _send: object) -> None:
        return None

    transport, clock = Transport(), Clock()
    config = Config(cast("Any", nothing), http=Connection, ws="none", log_config=None, lifespan="off")
    connection = Connection(config, ServerState(), {}, cast("asyncio.AbstractEventLoop", clock))
    connection.connection_made(cast("asyncio.Transport", transport))
    return connection, transport, clock


@pytest.mark.parametrize(
    "sent",
    [b"", b"\r\n", b"GET / HT", head("GET", "/")[:-2], head("POST", "/", "Content-Length: 5") + b"four"],
)
def test_a_request_that_does_not_arrive_in_time_ends_its_connection(sent: bytes) -> None:
    connection, transport, clock = connected()
    for byte in sent:
        connection.data_received(bytes([byte]))
    clock.now = ARRIVAL_SECONDS
    connection.look()
    assert not transport.closed
    clock.now += 1
    connection.look()
    assert transport.closed


def test_a_request_that_has_arrived_may_be_answered_for_ever() -> None:
    connection, transport, clock = connected()
    connection.data_received(head("GET", "/"))
    for _ in range(3):
        clock.now += ARRIVAL_SECONDS
        connection.look()
    assert not transport.closed


def test_who_takes_an_answer_too_slowly_loses_the_connection() -> None:
    connection, transport, _ = connected()
    connection.data_received(head("GET", "/"))
    for unread in (400_000, 400_000 - LEAST_READ, 0, 100, 0, 1000):
        transport.unread = unread
        connection.look()
        assert not transport.closed
    # A stream goes on writing: that its reader has taken what was written, the network says in between.
    connection.resume_writing()
    connection.look()
    assert not transport.closed
    transport.unread = 1000 + LEAST_READ
    connection.look()
    assert transport.closed


def test_an_idle_connection_is_closed_once_its_last_answer_is_read() -> None:
    connection, transport, clock = connected()
    transport.unread = 100
    connection.timeout_keep_alive_handler()
    assert not transport.closed
    transport.unread = 0
    assert clock.due == connection.timeout_keep_alive_handler
    connection.timeout_keep_alive_handler()
    assert transport.closed


def test_requests_that_no_route_sees_are_counted() -> None:
    before = UNHEARD[400]
    connection, transport, _ = connected()
    connection.data_received(b"no request\r\n\r\n")
    assert transport.said.startswith(b"HTTP/1.1 400 Bad Request\r\n")
    assert UNHEARD[400] == before + 1
