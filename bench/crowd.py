"""Many players at one server at a time, without a thread for each."""

import asyncio
import time
from collections.abc import Sequence

from bench.browser import Refused, Seat, seated
from bench.scripts import Script
from bench.servers import Running


class Player:
    """Plays a game to the end of its script on a connection of its own."""

    def __init__(self, seat: Seat, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        fields = "".join(f"{name}: {value}\r\n" for name, value in seat.headers.items())
        head = f"POST {seat.session}/moves HTTP/1.1\r\nHost: rampart\r\n{fields}Content-Length: "
        self._requests = [f"{head}{len(step.form)}\r\n\r\n".encode() + step.form for step in seat.script.steps]

    async def play_at(self, times: Sequence[float]) -> list[float]:
        """Make each move at its time, or when the last one is answered. Return each answer's delay in seconds."""
        delays = []
        for request, at in zip(self._requests, times, strict=True):
            await asyncio.sleep(at - time.perf_counter())
            await self._send(request)
            delays.append(time.perf_counter() - at)
        return delays

    async def play_on(self) -> None:
        """Make all moves, each right after the one before it."""
        for request in self._requests:
            await self._send(request)

    def leave(self) -> None:
        """Close the connection."""
        self._writer.close()

    async def _send(self, request: bytes) -> None:
        self._writer.write(request)
        head = await self._reader.readuntil(b"\r\n\r\n")
        _, _, after = head.lower().partition(b"content-length: ")
        body = await self._reader.readexactly(int(after.partition(b"\r\n")[0]))
        if not head.startswith(b"HTTP/1.1 200 "):
            raise Refused(f"A move was answered with {head[9:12].decode()}: {body.decode()}")


def at_a_pace(server: Running, written: Sequence[Script], pace: float) -> list[float]:
    """Send `pace` moves a second, everybody in turn. Return the delays of the answers in seconds, sorted."""
    with seated(server, written) as seats:
        return sorted(asyncio.run(_at_a_pace(server, seats, pace)))


def in_a_rush(server: Running, written: Sequence[Script]) -> float:
    """Let everybody play as fast as the server answers. Return the seconds that it took."""
    with seated(server, written) as seats:
        return asyncio.run(_in_a_rush(server, seats))


async def _at_a_pace(server: Running, seats: Sequence[Seat], pace: float) -> list[float]:
    players = await _players(server, seats)
    began = time.perf_counter() + 0.1
    delays = await asyncio.gather(
        *(
            player.play_at([began + (place + turn * len(seats)) / pace for turn in range(len(seat.script.steps))])
            for place, (player, seat) in enumerate(zip(players, seats, strict=True))
        )
    )
    _leave(players)
    return [delay for each in delays for delay in each]


async def _in_a_rush(server: Running, seats: Sequence[Seat]) -> float:
    players = await _players(server, seats)
    began = time.perf_counter()
    await asyncio.gather(*(player.play_on() for player in players))
    taken = time.perf_counter() - began
    _leave(players)
    return taken


async def _players(server: Running, seats: Sequence[Seat]) -> list[Player]:
    host, _, port = server.address.partition(":")
    return [Player(seat, *await asyncio.open_connection(host, int(port))) for seat in seats]


def _leave(players: Sequence[Player]) -> None:
    for player in players:
        player.leave()
