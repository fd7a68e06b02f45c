"""People who play, look and listen through whatever happens, and note when they got what they wanted."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from threading import Event, Lock, Thread

import httpx2

from tests.faults.steadfast import FORTRESS, Request, plan

PLAYERS = 6
READERS = 2
LONGEST_ANSWER_SECONDS = 35
"""A server answers within 30, whatever happens."""
THINKING_SECONDS = 0.05
_AGAIN_SECONDS = 0.1

_STREAM = {"accept": "text/event-stream"}

_names = count(1)


class Moments:
    """When somebody got what they wanted."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.at: list[float] = []

    def note(self) -> None:
        """Note that it was now."""
        self.at.append(time.monotonic())

    def longest_wait(self, since: float, until: float) -> float:
        """Return the longest time in an interval without one, in seconds."""
        within = [since, *(moment for moment in self.at if since < moment < until), until]
        return max(later - sooner for sooner, later in pairwise(within))


@dataclass
class Told:
    """What servers answered."""

    acknowledged: int = 0
    refused: int = 0
    broken: int = 0
    """How many requests ended without an answer, because their connection did."""
    uncertain: int = 0
    """How many of all these had been done nevertheless."""
    slowest: float = 0.0
    _gate: Lock = field(default_factory=Lock, repr=False)

    def add(self, **more: int) -> None:
        """Count some more."""
        with self._gate:
            for name, number in more.items():
                setattr(self, name, getattr(self, name) + number)

    def took(self, seconds: float) -> None:
        """Note how long an answer took."""
        with self._gate:
            self.slowest = max(self.slowest, seconds)


class Visitor:
    """Somebody new behind a proxy that asks the other server where one does not answer."""

    def __init__(self, addresses: Sequence[str], told: Told, known: dict[str, str] | None = None) -> None:
        number = next(_names)
        self._from = f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"
        self._clients = [
            httpx2.Client(base_url=each, timeout=LONGEST_ANSWER_SECONDS, trust_env=False) for each in addresses
        ]
        self._told = told
        self._at = number % len(addresses)
        """The server that it asks."""
        self.known = dict(known or {})
        """The cookies, which belong to both servers."""

    def ask(self, method: str, path: str, body: object = None) -> httpx2.Response | None:
        """Return an answer, or None if the connection broke; then the next request goes to the other server."""
        began = time.monotonic()
        client = self._clients[self._at]
        try:
            answer = client.request(method, path, json=body, headers=self.headers())
        except httpx2.ReadTimeout:
            # This is what nobody should ever have to wait for.
            raise
        except httpx2.TransportError:
            answer = None
        self._told.took(time.monotonic() - began)
        if answer is None:
            self._told.add(broken=1)
            self._at = (self._at + 1) % len(self._clients)
        else:
            self.known |= dict(answer.cookies)
            client.cookies.clear()
        return answer

    def headers(self) -> dict[str, str]:
        """Return what comes with each of its requests."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.known.items())
        return {"x-forwarded-for": self._from} | ({"cookie": cookies} if cookies else {})

    def elsewhere(self) -> str:
        """Return the address of the server that it does not ask."""
        return str(self._clients[(self._at + 1) % len(self._clients)].base_url)

    def close(self) -> None:
        """Go."""
        for client in self._clients:
            client.close()


@dataclass
class Table:
    """A game in progress."""

    visitor: Visitor
    session: str
    ending: bool = False
    """Whether its last request has been sent."""


class Player:
    """Plays one planned game after the other, and holds every answer against the plan."""

    def __init__(self, addresses: Sequence[str], told: Told, over: Event) -> None:
        self.moves = Moments("moves")
        self.table: Table | None = None
        self.games = 0
        self._addresses, self._told, self._over = addresses, told, over
        self._planned = plan(FORTRESS)

    def play(self) -> None:
        """Play until it is over; check each game at its end."""
        while not self._over.is_set():
            visitor = Visitor(self._addresses, self._told)
            begun = self._until(
                lambda visitor=visitor: visitor.ask(
                    "POST", "/api/v1/sessions", {"game": "fortress", "deal": FORTRESS.deal}
                ),  # type: ignore[misc]
                {201},
            )
            self.table = Table(visitor, begun.json()["id"])
            done = self._play_at(self.table)
            self._expect_kept(self.table, done)
            self.games += 1
            visitor.close()

    def _play_at(self, table: Table) -> int:
        """Return how many requests are done."""
        for seq, request in enumerate(self._planned):
            if self._over.is_set():
                return seq
            table.ending = seq == len(self._planned) - 1
            self._do(table, seq, request)
            self.moves.note()
            self._told.add(acknowledged=1)
            time.sleep(THINKING_SECONDS)
        return len(self._planned)

    def _do(self, table: Table, seq: int, request: Request) -> None:
        body: dict[str, object] = {"seq": seq} | ({"move": request.move} if request.move else {})
        path = f"/api/v1/sessions/{table.session}/{request.verb}"
        again = False
        while True:
            answer = table.visitor.ask("POST", path, body)
            if answer is not None and answer.status_code == 200:
                assert answer.json()["seq"] == seq + 1, f"{answer.json()['seq']} follows {seq}."
                return
            if answer is not None and answer.status_code == 409 and again:
                stale = answer.json()
                assert stale["session"]["seq"] == seq + 1, f"Move {seq} stands at {stale['session']['seq']}."
                assert (stale["recorded"] or "") == request.move, "Another move stands in its place."
                self._told.add(uncertain=1)
                return
            assert answer is None or answer.status_code == 503, f"{answer.status_code} at {seq}: {answer.text[:500]}"
            if answer is not None:
                self._told.add(refused=1)
            again = True
            time.sleep(_AGAIN_SECONDS)

    def _expect_kept(self, table: Table, done: int) -> None:
        """Check that the log holds every request exactly once, in order."""
        path = f"/api/v1/sessions/{table.session}/export"
        kept = self._until(lambda: table.visitor.ask("GET", path), {200}).json()
        found = [(entry["do"], entry["move"] or "") for entry in kept["entries"]]
        expected = [(request.verb.removesuffix("s"), request.move) for request in self._planned[:done]]
        assert found == expected, f"{done} requests were acknowledged, and {len(found)} entries are there."
        assert [entry["seq"] for entry in kept["entries"]] == list(range(done)), "The log is not in order."

    def _until(self, ask: Callable[[], httpx2.Response | None], good: set[int]) -> httpx2.Response:
        while True:
            answer = ask()
            if answer is not None and answer.status_code in good:
                return answer
            if answer is not None:
                # Whoever exports games so often through an outage is asked to wait.
                assert answer.status_code in {429, 503}, f"{answer.url}: {answer.status_code}, {answer.text[:500]}"
            time.sleep(10 * _AGAIN_SECONDS)


class Reader:
    """Looks at a table again and again."""

    def __init__(self, addresses: Sequence[str], player: Player, over: Event) -> None:
        self.reads = Moments("reads")
        self._addresses, self._player, self._over = addresses, player, over

    def read(self) -> None:
        """Read until it is over."""
        told = Told()
        while not self._over.is_set():
            if (table := self._player.table) is None:
                time.sleep(_AGAIN_SECONDS)
                continue
            visitor = Visitor(self._addresses, told, table.visitor.known)
            while not self._over.is_set() and table is self._player.table:
                answer = visitor.ask("GET", f"/sessions/{table.session}")
                assert answer is None or answer.status_code in {200, 503}, f"A page answered {answer.status_code}."
                if answer is not None and answer.status_code == 200:
                    self.reads.note()
                time.sleep(_AGAIN_SECONDS)
            visitor.close()


class Listener:
    """Follows a player's table at the server that the player does not ask."""

    def __init__(self, player: Player, over: Event) -> None:
        self.news = Moments("news")
        self._player, self._over = player, over

    def listen(self) -> None:
        """Listen until it is over, connecting again as a browser does."""
        while not self._over.is_set():
            if (table := self._player.table) is not None and not table.ending:
                self._hear(table)
            time.sleep(_AGAIN_SECONDS)

    def _hear(self, table: Table) -> None:
        known = table.visitor.headers()
        try:
            with (
                httpx2.Client(base_url=table.visitor.elsewhere(), timeout=60, trust_env=False) as client,
                client.stream("GET", f"/sessions/{table.session}/events", headers=_STREAM | known) as answer,
            ):
                assert answer.status_code in {200, 503}, f"A stream answered {answer.status_code}."
                for line in answer.iter_lines():
                    if line.startswith("event:") and not line.endswith("heal"):
                        self.news.note()
                    if self._over.is_set() or table.ending:
                        return
        except httpx2.HTTPError:
            return


class Crowd:
    """Everybody, each in a thread."""

    def __init__(self, addresses: Sequence[str]) -> None:
        self.told = Told()
        self._over = Event()
        self.players = [Player(addresses, self.told, self._over) for _ in range(PLAYERS)]
        self.readers = [Reader(addresses, player, self._over) for player in self.players[:READERS]]
        self.listeners = [Listener(player, self._over) for player in self.players[:READERS]]
        self._failed: list[BaseException] = []
        everything = [player.play for player in self.players] + [reader.read for reader in self.readers]
        everything += [listener.listen for listener in self.listeners]
        self._threads = [Thread(target=self._run, args=(each,), daemon=True) for each in everything]

    def begin(self) -> None:
        """Begin to play."""
        for thread in self._threads:
            thread.start()

    def end(self) -> None:
        """Let everybody come to an end, with their last checks."""
        self._over.set()
        for thread in self._threads:
            thread.join(2 * LONGEST_ANSWER_SECONDS)
            assert not thread.is_alive(), "Somebody never got to an end."
        self.expect_well()

    def expect_well(self) -> None:
        """Raise what somebody met that must not be."""
        if self._failed:
            raise self._failed[0]

    def have_all_played(self, since: float) -> bool:
        """Return whether every player has made a few moves since a time."""
        self.expect_well()
        return all(len(player.moves.at) > 2 and player.moves.at[-3] > since for player in self.players)

    def _run(self, live: Callable[[], None]) -> None:
        try:
            live()
        except BaseException as error:
            self._failed.append(error)
