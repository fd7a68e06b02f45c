"""One client who asks for as much as the limits let through, in one way after another, beside a player who plays on."""

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import cycle
from multiprocessing.synchronize import Event
from random import Random
from statistics import quantiles
from typing import Any

import httpx2

from engine.deals import deck_code, shuffled
from engine.games import GAMES
from tests.engine.verdicts import win

MOST_MS = 100
"""The limit for the 99th of a hundred moves."""
EVERY_SECONDS = 0.1
CONNECTIONS = 4
"""How many requests of the attacker are on their way at a time."""
LONGEST_START_SECONDS = 60
QUIET, ATTACKER = "198.51.100.9", "203.0.113.7"
"""Addresses that are not this machine's, so that their requests count."""
LONGEST_WAIT_SECONDS = 1.0
"""How long the attacker waits at most when told to wait; asking in vain is an attack too."""
_LINE = win("fortress", {}, "3")


def client(server: str, address: str = "") -> httpx2.Client:
    """Return a client from an address; without one it comes from this machine, and is not counted."""
    headers = {"x-forwarded-for": address} if address else {}
    return httpx2.Client(base_url=server, timeout=60, trust_env=False, headers=headers)


@dataclass
class Prey:
    """What an attacker has prepared: games with long logs, a room, a cookie."""

    cookie: str
    day: str
    playing: str = ""
    shared: str = ""
    room: str = ""


Asked = Callable[[httpx2.Client, Prey, Random], httpx2.Response]
"""Sends one request of a kind."""


def take_back(visitor: httpx2.Client, prey: Prey, random: Random) -> httpx2.Response:
    """Undo and redo in a game with a long log."""
    address = f"/api/v1/sessions/{prey.playing}"
    seq = visitor.get(address).json()["seq"]
    return visitor.post(f"{address}/{random.choice(('undo', 'redo'))}", json={"seq": seq})


def branch(visitor: httpx2.Client, prey: Prey, _: Random) -> httpx2.Response:
    """Go on from the end of a game with a long log, in another one."""
    return visitor.post(f"/sessions/{prey.shared}/branch", data={"stop": "999999"})


def replay(visitor: httpx2.Client, prey: Prey, random: Random) -> httpx2.Response:
    """Read a long game that somebody has shared, without a cookie."""
    pages = (f"?step={random.randrange(5000)}", "/moves.txt", "/export.json")
    visitor.cookies.clear()
    return visitor.get(f"/replays/{prey.shared}{random.choice(pages)}")


def review(visitor: httpx2.Client, prey: Prey, random: Random) -> httpx2.Response:
    """Ask for the review of a long game, and look at it."""
    address = f"/sessions/{prey.shared}/{random.choice(('review', 'replay', 'review/way'))}"
    return visitor.get(address) if random.random() < 0.8 else visitor.post(f"/sessions/{prey.shared}/review")


def picture(visitor: httpx2.Client, _: Prey, random: Random) -> httpx2.Response:
    """Ask for a picture that nobody has asked for before."""
    return visitor.get(f"/pictures/{random.choice(list(GAMES))}/{random.randrange(1, 10**9)}.png")


def deal_page(visitor: httpx2.Client, _: Prey, random: Random) -> httpx2.Response:
    """Look at a deal made by hand."""
    code = deck_code(shuffled(random.randrange(1, 10**9)))
    return visitor.get(f"/{random.choice(list(GAMES))}/custom/{code}")


def come_and_go(visitor: httpx2.Client, prey: Prey, _: Random) -> httpx2.Response:
    """Join a race as somebody new, and leave it."""
    visitor.cookies.clear()
    visitor.post(f"/api/v1/races/{prey.room}/join", json={"name": ""})
    return visitor.post(f"/api/v1/races/{prey.room}/leave", json={})


def hint(visitor: httpx2.Client, _: Prey, random: Random) -> httpx2.Response:
    """Begin a game and ask for help with it."""
    begun = visitor.post("/api/v1/sessions", json={"game": random.choice(("fortress", "stronghold", "stonewall"))})
    if begun.status_code != 201:
        return begun
    return visitor.post(f"/sessions/{begun.json()['id']}/hints", data={"seq": "0", "sight": "all"})


def listen(visitor: httpx2.Client, prey: Prey, _: Random) -> httpx2.Response:
    """Open a stream, take the first of it and leave."""
    address = f"/sessions/{prey.playing}/events"
    with visitor.stream("GET", address, headers={"accept": "text/event-stream"}) as answer:
        with suppress(StopIteration):
            next(answer.iter_lines())
        return answer


def guess(visitor: httpx2.Client, _: Prey, random: Random) -> httpx2.Response:
    """Guess passwords, of players and of the operator."""
    if random.random() < 0.5:
        return visitor.get("/operator", auth=("operator", str(random.random())))
    return visitor.post("/account/sign-in", data={"name": f"P{random.randrange(99)}", "password": str(random.random())})


def count(visitor: httpx2.Client, prey: Prey, random: Random) -> httpx2.Response:
    """Look at everything that counts something."""
    boards = (f"/daily/{prey.day}", f"/daily/{prey.day}/fortress", f"/daily/{prey.day}/fortress/leaderboard")
    return visitor.get(random.choice(("/statistics", "/history", "/standings", "/standings/all", "/daily", *boards)))


def start(visitor: httpx2.Client, prey: Prey, random: Random) -> httpx2.Response:
    """Begin a daily as somebody new."""
    visitor.cookies.clear()
    slug = random.choice(("fortress", "stonewall"))
    return visitor.post(f"/api/v1/daily/{prey.day}/{slug}/start", json={"options": {}})


MODES: dict[str, Asked] = {
    "undo and redo in a long game": take_back,
    "branches of a long game": branch,
    "replays of a long game": replay,
    "reviews of a long game": review,
    "pictures": picture,
    "deals made by hand": deal_page,
    "joins and leaves": come_and_go,
    "hints": hint,
    "streams": listen,
    "passwords": guess,
    "statistics and boards": count,
    "starts of dailies": start,
}


def prepare(server: str, day: str, longest: int) -> Prey:
    """Play two games on and on, one of which is over and shared at the end, and make a room."""
    with client(server) as visitor:
        prey = Prey("", day)
        for _ in range(2):
            prey.shared, prey.playing = prey.playing, _long_game(visitor, longest)
        seq = visitor.get(f"/api/v1/sessions/{prey.shared}").json()["seq"]
        visitor.post(f"/api/v1/sessions/{prey.shared}/give-up", json={"seq": seq})
        visitor.post(f"/sessions/{prey.shared}/share")
        prey.room = visitor.post("/api/v1/races", json={"game": "fortress"}).json()["code"]
        prey.cookie = visitor.cookies["rampart"]
    return prey


def _long_game(visitor: httpx2.Client, longest: int) -> str:
    session: dict[str, Any] = visitor.post("/api/v1/sessions", json={"game": "fortress", "deal": _LINE.deal}).json()
    address = f"/api/v1/sessions/{session['id']}"
    for seq in range(20):
        visitor.post(f"{address}/moves", json={"seq": seq, "move": str(_LINE.line[seq])})
    for seq in range(20, longest):
        verb = "undo" if seq % 2 == 0 else "redo"
        if visitor.post(f"{address}/{verb}", json={"seq": seq}).status_code != 200:
            # So long a log may be, and no longer.
            break
    return str(session["id"])


def attack(
    server: str, mode: str, prey: Prey, begun: Event, enough: Event, told: "multiprocessing.Queue[Counter[int]]"
) -> None:
    """Send requests of one kind until it is enough; tell how many were answered with which status."""
    statuses: Counter[int] = Counter()

    def keep_asking(seed: int) -> None:
        random = Random(f"{mode} {seed}")
        with client(server, ATTACKER) as visitor:
            while not enough.is_set():
                visitor.cookies.set("rampart", prey.cookie)
                try:
                    answer = MODES[mode](visitor, prey, random)
                except httpx2.HTTPError:
                    statuses[0] += 1
                    continue
                statuses[answer.status_code] += 1
                begun.set()
                if answer.status_code == 429:
                    enough.wait(min(float(answer.headers.get("retry-after", 1)), LONGEST_WAIT_SECONDS))

    with ThreadPoolExecutor(CONNECTIONS) as threads:
        for each in [threads.submit(keep_asking, seed) for seed in range(CONNECTIONS)]:
            each.result()
    told.put(statuses)


@dataclass
class Pace:
    """How long moves took, in milliseconds."""

    mode: str
    took: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)

    def at(self, hundredth: int) -> float:
        """Return the time that so many of a hundred moves did not exceed."""
        return quantiles(self.took, n=100, method="inclusive")[hundredth - 1]

    @property
    def too_slow(self) -> bool:
        """Return whether somebody was held up."""
        return self.at(99) > MOST_MS

    def __str__(self) -> str:
        """Write it in a line."""
        times = f"p50 {self.at(50):6.1f} ms, p99 {self.at(99):6.1f} ms, most {max(self.took):6.1f} ms"
        return f"{self.mode:30} {times}  {len(self.took)} moves; attacker: {dict(sorted(self.statuses.items()))}"


def play_quietly(server: str, seconds: float) -> Iterator[float]:
    """Make a move every tenth of a second; give for each how many milliseconds after its time it was answered."""
    with client(server, QUIET) as player:
        until, at = time.monotonic() + seconds, time.monotonic()
        for seq in cycle(range(len(_LINE.line))):
            if seq == 0:
                session = player.post("/api/v1/sessions", json={"game": "fortress", "deal": _LINE.deal}).json()["id"]
                at = time.monotonic()
            at += EVERY_SECONDS
            if at > until:
                return
            time.sleep(max(0, at - time.monotonic()))
            body = {"seq": seq, "move": str(_LINE.line[seq])}
            answer = player.post(f"/api/v1/sessions/{session}/moves", json=body)
            assert answer.status_code == 200, answer.text
            yield (time.monotonic() - at) * 1000


def measure(server: str, mode: str, prey: Prey, seconds: float) -> Pace:
    """Play beside an attacker, or alone without a mode."""
    pace = Pace(mode)
    if mode not in MODES:
        pace.took.extend(play_quietly(server, seconds))
        return pace
    ways = multiprocessing.get_context("spawn")
    begun, enough, told = ways.Event(), ways.Event(), ways.Queue()
    attacker = ways.Process(target=attack, args=(server, mode, prey, begun, enough, told))
    attacker.start()
    try:
        assert begun.wait(LONGEST_START_SECONDS), "The attacker did not begin."
        pace.took.extend(play_quietly(server, seconds))
    finally:
        enough.set()
        pace.statuses = told.get(timeout=90)
        attacker.join()
    return pace
