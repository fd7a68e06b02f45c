"""Hundreds in one arena on one server, with every board live: `python -m tests.soak.arena`.

Each player has a stream to the own table, some look at the standings, and all play recorded wins at a steady pace. When
a deal is won the next one begins. We report how late confirmed moves were, counted from when each was due; 95 of 100
must come within 150 ms. At the end the standings must be those that follow from the wins that the server acknowledged.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import uvloop

from app.core.store.migrate import migrate
from app.features.tournaments.rows import entrants
from app.features.tournaments.service import tournaments
from bench.servers import Running, running
from tests.app.tournaments.factories import tournament_terms
from tests.app.tournaments.ground import LINES, MINUTE, Ground
from tests.databases import transaction

MOST_MS = 150.0
"""How late 95 of 100 confirmed moves may be."""
DEALS = len(LINES) - 3
TERMS = tournament_terms(deals=DEALS, length_ms=120 * MINUTE, one_try=True)
_AT_ONCE = 20
"""How many join, or play ahead, at a time."""
_IDLE_SECONDS = 4.0
"""A server closes a connection on which nothing has come for five seconds."""
_BY_SCRIPT = "HX-Request: true\r\nContent-Type: application/x-www-form-urlencoded\r\nAccept-Encoding: gzip\r\n"
_AS_PROGRAM = "Content-Type: application/json\r\n"


@dataclass
class Told:
    """What all players together have seen."""

    delays: list[float] = field(default_factory=list)
    points: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    turns: int = 0
    """Events at tables."""
    tables: list[float] = field(default_factory=list)
    """When the first of those who look at the standings was sent a new table."""


class Listener:
    """Somebody with a stream open."""

    def __init__(self, address: str, path: str, cookie: str, told: Told, *, first: bool) -> None:
        self._asked = f"GET {path} HTTP/1.1\r\nHost: {address}\r\nAccept: text/event-stream\r\nCookie: {cookie}\r\n\r\n"
        self._address, self._told, self._first = address, told, first

    async def listen(self) -> None:
        """Read what comes until cancelled."""
        host, _, port = self._address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1 << 20)
        writer.write(self._asked.encode())
        try:
            while line := await reader.readline():
                if line.startswith(b"event: turn"):
                    self._told.turns += 1
                elif line.startswith(b"event: standings") and self._first:
                    self._told.tables.append(time.perf_counter())
        finally:
            writer.close()


class Player:
    """Somebody in the arena, on a connection of their own, with the table's stream beside it."""

    def __init__(self, server: Running, code: str, deals: Sequence[int], name: str, told: Told) -> None:
        self.name = name
        self._server, self._code, self._deals, self._told = server, code, deals, told
        self._cookie = ""
        self._table = ""
        self._line: list[str] = []
        self._seq = self._won = 0
        self._stream: asyncio.Task[None] | None = None

    @property
    def cookie(self) -> str:
        """The cookie by which the server knows the player."""
        return self._cookie

    async def come(self) -> None:
        """Join, and begin the first deal."""
        await self._connect()
        await self._send("POST", f"/api/v1/tournaments/{self._code}/join", json.dumps({"name": self.name}), _AS_PROGRAM)
        await self._begin()

    async def play_ahead(self, moves: int) -> None:
        """Play so many moves as quickly as they are answered, so that not all win at the same time."""
        for _ in range(moves):
            await self._move()

    async def play(self, times: Sequence[float]) -> None:
        """Make a move at each of these times, or when the one before is answered."""
        for at in times:
            await asyncio.sleep(at - time.perf_counter())
            if not self._line:
                return
            await self._move()
            self._told.delays.append(time.perf_counter() - at)
            if self._seq == len(self._line):
                await self._win()

    def leave(self) -> None:
        """Close everything."""
        if self._stream:
            self._stream.cancel()
        self._writer.close()

    async def _begin(self) -> None:
        session = json.loads(await self._send("POST", f"/api/v1/tournaments/{self._code}/next", "{}", _AS_PROGRAM))
        self._table, self._seq = f"/sessions/{session['id']}", 0
        self._line = [str(move) for move in LINES[self._deals[self._won]].line]
        listener = Listener(self._server.address, f"{self._table}/events", self._cookie, self._told, first=False)
        self._stream = asyncio.create_task(listener.listen())

    async def _move(self) -> None:
        form = f"move={self._line[self._seq].replace(':', '%3A')}&seq={self._seq}"
        await self._send("POST", f"{self._table}/moves", form, _BY_SCRIPT)
        self._seq += 1

    async def _win(self) -> None:
        self._told.points[self.name] += TERMS.scoring.first_try
        self._told.steps[self.name] += len(self._line)
        self._won += 1
        if self._stream:
            self._stream.cancel()
        self._line = []
        if self._won < len(self._deals):
            await self._begin()

    async def _connect(self) -> None:
        host, _, port = self._server.address.partition(":")
        self._reader, self._writer = await asyncio.open_connection(host, int(port))
        self._used_at = time.perf_counter()

    async def _send(self, method: str, path: str, body: str, headers: str) -> bytes:
        if time.perf_counter() - self._used_at > _IDLE_SECONDS:
            self._writer.close()
            await self._connect()
        self._used_at = time.perf_counter()
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: rampart\r\n{headers}{cookie}Content-Length: {len(body)}\r\n\r\n"
        self._writer.write(f"{head}{body}".encode())
        answer = await self._reader.readuntil(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in answer.decode().lower().split("\r\n")[1:] if ": " in line)
        content = await self._reader.readexactly(int(fields["content-length"]))
        assert answer.startswith(b"HTTP/1.1 200 "), (path, answer, content)
        if b"set-cookie: " in answer:
            self._cookie = answer.decode().partition("set-cookie: ")[2].partition(";")[0]
        return content


def prepared(url: str) -> tuple[str, list[int]]:
    """Make an arena in an empty database; return its code and its deals."""
    migrate(url)
    with transaction(url) as connection:
        ground = Ground(connection, time.time_ns() // 1_000_000)
        ground.stock(DEALS)
        made = tournaments.add(connection, TERMS, ground.now, ground.now)
        ground.look_after(made.code)
        dealt = tournaments.look(connection, made.code).deals
    return made.code, [one.deal for one in dealt if one.deal is not None]


async def _at_once(works: Sequence[object]) -> None:
    for first in range(0, len(works), _AT_ONCE):
        await asyncio.gather(*works[first : first + _AT_ONCE])  # type: ignore[call-overload]


async def arena(server: Running, code: str, deals: Sequence[int], wish: argparse.Namespace) -> Told:
    """Let everybody play, and return what they saw."""
    told, random = Told(), Random(wish.players)
    players = [Player(server, code, deals, f"Player {number:04}", told) for number in range(wish.players)]
    await _at_once([player.come() for player in players])
    ahead = [random.randrange(len(LINES[deals[0]].line) - 2) for _ in players]
    await _at_once([player.play_ahead(moves) for player, moves in zip(players, ahead, strict=True)])
    path = f"/tournaments/{code}/events"
    viewers = [
        asyncio.create_task(Listener(server.address, path, player.cookie, told, first=not place).listen())
        for place, player in enumerate(players[: wish.viewers])
    ]
    began, apart = time.perf_counter() + 1, wish.players / wish.pace
    spent = server.cpu_seconds()
    rounds = max(1, round(wish.seconds / apart))
    times = [[began + place / wish.pace + turn * apart for turn in range(rounds)] for place in range(wish.players)]
    await asyncio.gather(*(player.play(each) for player, each in zip(players, times, strict=True)))
    taken = time.perf_counter() - began
    print(f"The server took {(server.cpu_seconds() - spent) / taken:.0%} of a core.")
    # The last change of the standings is told within a second.
    await asyncio.sleep(2)
    for one in viewers:
        one.cancel()
    for player in players:
        player.leave()
    return told


def troubles(url: str, code: str, told: Told) -> list[str]:
    """Compare the standings with what the players were told."""
    found = []
    with transaction(url) as connection:
        everybody = {one.name: one for one in entrants.all_of(connection, code)}
    for name, one in everybody.items():
        if (one.points, one.steps) != (told.points[name], told.steps[name]):
            found.append(f"{name} has {one.points} points and {one.steps} steps instead of {told.points[name]}.")
    gaps = [later - earlier for earlier, later in zip(told.tables, told.tables[1:], strict=False)]
    if gaps and min(gaps) < 0.5:
        found.append(f"Two tables came within {min(gaps):.2f} seconds.")
    return found


def run(wish: argparse.Namespace) -> tuple[Told, list[str]]:
    """Hold an arena; return what the players saw, and what is wrong."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    try:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder, "rampart.sqlite3")
            url = f"sqlite:///{database}"
            code, deals = prepared(url)
            with running("app.site.commands", ["serve", "--port", "0"], database) as server:
                told = uvloop.run(arena(server, code, deals, wish))
            return told, troubles(url, code, told)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def main() -> None:
    """Hold an arena as the arguments say, and report."""
    parser = argparse.ArgumentParser(description="Hold an arena of many players on one server.")
    parser.add_argument("--players", type=int, default=500, help="how many play (default: %(default)s)")
    parser.add_argument(
        "--viewers", type=int, default=500, help="of them, look at the standings (default: %(default)s)"
    )
    parser.add_argument("--pace", type=float, default=150, help="moves a second, of all (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=120, help="for how long (default: %(default)s)")
    told, found = run(parser.parse_args())
    delays = sorted(told.delays)
    places = {place: 1000 * delays[int(place * (len(delays) - 1))] for place in (0.5, 0.95, 0.99, 1.0)}
    wins = sum(told.points.values()) // TERMS.scoring.first_try
    print(f"{len(delays):,} moves, {wins} wins, {told.turns:,} turns told.")
    print(f"{len(told.tables)} tables of results to each viewer.")
    print("Confirmed within, ms: " + ", ".join(f"{place:.0%} {late:.1f}" for place, late in places.items()))
    if places[0.95] > MOST_MS:
        found.append(f"Moves were confirmed too late: 95 of 100 within {places[0.95]:.0f} ms.")
    sys.exit("\n".join(found[:20]) or None)


if __name__ == "__main__":
    main()
