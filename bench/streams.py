"""One event to many open streams: when the first, the middle and the last reader get it, and what it costs."""

import asyncio
import json
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import cast

import uvloop

from bench.effort import Effort
from bench.report import Figure
from bench.servers import Running, running

TABLE = "One event to every stream of a race, ms from the request that causes it"
MOST_MS = 100.0
"""The target for the last reader."""
MOST_MIB = 256.0
"""How much memory a server may take while all of them are open."""
IDLE_TABLE = "Streams in which nothing happens"
IDLE = 10_000
MOST_IDLE_MIB = 512.0
"""How much memory a server may take while all idle streams are open."""
_AT_ONCE = 100
"""How many connections to open at a time."""


class Reader(asyncio.Protocol):
    """One open stream, which notes when the event for which it waits arrives."""

    def __init__(self, address: str, path: str) -> None:
        self._address = address
        self._path = path
        self._read = b""
        self._transport: asyncio.BaseTransport | None = None
        self.open = asyncio.get_running_loop().create_future()
        self.told: asyncio.Future[float] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the stream."""
        self._transport = transport
        cast("asyncio.WriteTransport", transport).write(
            f"GET {self._path} HTTP/1.1\r\nHost: {self._address}\r\nAccept: text/event-stream\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        """Wait for `heal`, with which a stream begins, and for `room`."""
        self._read += data
        if self._read.startswith(b"HTTP/1.1 ") and not self._read.startswith(b"HTTP/1.1 200 "):
            self.open.set_exception(RuntimeError(self._read.decode()))
        elif b"event: heal" in self._read and not self.open.done():
            self.open.set_result(None)
            self._read = b""
        elif b"event: room" in self._read and not self.told.done():
            self.told.set_result(time.perf_counter())
            self._read = b""

    def wait_anew(self) -> None:
        """Wait for another event."""
        self.told = asyncio.get_running_loop().create_future()

    def close(self) -> None:
        """Close the connection."""
        if self._transport:
            self._transport.close()


def measure(effort: Effort) -> list[Figure]:
    """Measure several numbers of streams. The target is for 2,000."""
    counts, idle = ((500, 2000), IDLE) if effort.rounds > 1 else ((20,), 50)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        return [*(figure for count in counts for figure in _measured(count, effort)), *_measured_idle(idle)]
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def _measured(count: int, effort: Effort) -> list[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running("app.site.commands", ["serve", "--port", "0"], Path(folder, "rampart.sqlite3")) as server,
    ):
        before = server.resident_bytes()
        rounds, cpu, memory = uvloop.run(_rounds(server, count, effort.rounds))
    row = f"{count:,} streams"

    def each(place: float) -> float:
        return median(_at(times, place) for times in rounds) * 1000

    return [
        Figure(TABLE, row, "first", each(0)),
        Figure(TABLE, row, "median", each(0.5)),
        Figure(TABLE, row, "all", each(1), MOST_MS),
        Figure(TABLE, row, "server's CPU, µs a stream", cpu / count * 1e6),
        Figure(TABLE, row, "memory, KB a stream", (memory - before) / count / 1024),
        Figure(TABLE, row, "server's memory, MiB", memory / 2**20, MOST_MIB),
    ]


def _measured_idle(count: int) -> list[Figure]:
    with (
        tempfile.TemporaryDirectory() as folder,
        running("app.site.commands", ["serve", "--port", "0"], Path(folder, "rampart.sqlite3")) as server,
    ):
        before = server.resident_bytes()
        memory = uvloop.run(_memory_of(server, count))
    row = f"{count:,} streams"
    return [
        Figure(IDLE_TABLE, row, "memory, KB a stream", (memory - before) / count / 1024),
        Figure(IDLE_TABLE, row, "server's memory, MiB", memory / 2**20, MOST_IDLE_MIB),
    ]


async def _memory_of(server: Running, count: int) -> int:
    """Return how many bytes of memory a server takes while `count` streams are open."""
    code, _ = _make_race(server)
    readers = await _open(server.address, f"/api/v1/races/{code}/events", count)
    memory = server.resident_bytes()
    for reader in readers:
        reader.close()
    return memory


async def _rounds(server: Running, count: int, rounds: int) -> tuple[list[list[float]], float, int]:
    """Return the sorted times of each round, the median of the server's CPU seconds, and its memory in bytes."""
    code, cookie = _make_race(server)
    readers = await _open(server.address, f"/api/v1/races/{code}/events", count)
    taken, costs = [], []
    for _ in range(rounds):
        cost, began = server.cpu_seconds(), time.perf_counter()
        await asyncio.to_thread(_post, server, f"/api/v1/races/{code}/join", cookie)
        taken.append(sorted([await reader.told - began for reader in readers]))
        costs.append(server.cpu_seconds() - cost)
        for reader in readers:
            reader.wait_anew()
    memory = server.resident_bytes()
    for reader in readers:
        reader.close()
    return taken, median(costs), memory


async def _open(address: str, path: str, count: int) -> list[Reader]:
    host, _, port = address.partition(":")
    readers: list[Reader] = []
    while len(readers) < count:
        made = [
            asyncio.get_running_loop().create_connection(lambda: Reader(address, path), host, int(port))
            for _ in range(min(_AT_ONCE, count - len(readers)))
        ]
        opened = [protocol for _, protocol in await asyncio.gather(*made)]
        await asyncio.gather(*(reader.open for reader in opened))
        readers += opened
    return readers


def _make_race(server: Running) -> tuple[str, str]:
    body, cookie = _post(server, "/api/v1/races", "")
    return body["code"], cookie


def _post(server: Running, path: str, cookie: str) -> tuple[dict[str, str], str]:
    """Send a request about a race. Return the answer, and the cookie that came with it."""
    connection = server.connect()
    try:
        headers = {"content-type": "application/json", "cookie": cookie}
        body = '{"game": "fortress"}' if path.endswith("races") else "{}"
        connection.request("POST", path, body, headers)
        answer = connection.getresponse()
        return json.loads(answer.read()), (answer.getheader("set-cookie") or "").partition(";")[0]
    finally:
        connection.close()


def _at(times: Sequence[float], place: float) -> float:
    return times[round(place * (len(times) - 1))]
