"""Keeps a server busy in every way for a long time, and watches its memory: `python -m tests.soak.traffic`.

People play by the table's forms and by the API, race each other with streams open, sign up, look at pages, dailies and
old games, and now and then send what is refused. No answer may be an error of the server's, its log must be empty, its
memory must stay flat, and at the end `rampart check` must find nothing.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from secrets import token_hex
from statistics import median
from threading import Event

import httpx2

from bench.servers import resident_bytes
from tests.app.conftest import Server
from tests.engine.variants import VARIANTS
from tests.faults.steadfast import expect_sound, serve

SAMPLE_SECONDS = 5
MOST_GROWTH = 0.03
"""By what part the memory of the last quarter may be larger than that of the third: by then what is kept to be quick,
spellings of piles above all, has grown to its bounds.
"""
PAGES = (
    *("/", "/daily", "/history", "/statistics", "/settings", "/account", "/races", "/standings", "/api", "/fortress"),
    *("/stonewall/77", "/stalactites/5?by=twos", "/six-by-four/12", "/nowhere", "/fortress/0", "/groups"),
)


Tally = Counter[str]
"""The requests, by the kind of answer."""


class Person:
    """Somebody new at the server."""

    def __init__(self, address: str, random: Random, tally: Tally) -> None:
        self.random = random
        self._client = httpx2.Client(base_url=address, timeout=60, trust_env=False)
        self._tally = tally

    def close(self) -> None:
        """Go away."""
        self._client.close()

    def ask(self, method: str, path: str, **sent: object) -> httpx2.Response:
        """Send a request and note the answer."""
        answer = self._client.request(method, path, **sent)  # type: ignore[arg-type]
        self._note(method, path, answer)
        return answer

    def _note(self, method: str, path: str, answer: httpx2.Response) -> None:
        self._tally[f"{answer.status_code // 100}xx"] += 1
        assert answer.status_code < 500, f"{method} {path}: {answer.status_code}"

    def post(self, path: str, **body: object) -> httpx2.Response:
        """Send a request of the API."""
        return self.ask("POST", f"/api/v1{path}", json=body)

    def listen(self, path: str) -> None:
        """Open a stream, take the first of it and leave."""
        with self._client.stream("GET", path, headers={"accept": "text/event-stream"}) as answer:
            # One whose server ends says nothing.
            next(answer.iter_lines(), None)
            self._note("GET", path, answer)


def play_by_api(person: Person) -> None:
    """Play a game at random, with some moves taken back."""
    variant = person.random.choice(VARIANTS)
    begun = person.post("/sessions", game=variant.game.slug, options=dict(variant.options)).json()
    _play(person, begun["id"], moves=40)
    for path in ("", "/export", "/moves"):
        person.ask("GET", f"/api/v1/sessions/{begun['id']}{path}")


def play_by_forms(person: Person) -> None:
    """Play as the table's script does, and look at the game afterwards."""
    table = person.ask("POST", f"/fortress/{person.random.randrange(1, 10**6)}").headers["location"]
    person.ask("GET", table)
    person.listen(f"{table}/events")
    for seq in range(20):
        legal = person.ask("GET", f"/api/v1{table}/moves").json()["moves"]
        form = {"seq": str(seq), "move": person.random.choice(legal) if legal else "t0-t1"}
        person.ask("POST", f"{table}/moves", data=form, headers={"hx-request": "true"})
    person.ask("POST", f"{table}/moves", data={"seq": "3", "move": "t0-t1"}, headers={"hx-request": "true"})
    seq = person.ask("GET", f"/api/v1{table}").json()["seq"]
    person.ask("POST", f"{table}/give-up", data={"seq": str(seq)})
    for page in (table, table.replace("sessions", "replays"), "/history", "/statistics"):
        person.ask("GET", page)


def race(person: Person) -> None:
    """Make a race, listen to it and leave."""
    code = person.post("/races", game="stalactites", options={"by": "ones"}, name="Ann").json()["code"]
    person.listen(f"/races/{code}/events")
    person.post(f"/races/{code}/ready")
    for page in (f"/races/{code}", f"/races/{code}/room", f"/api/v1/races/{code}"):
        person.ask("GET", page)
    person.post(f"/races/{code}/leave")


def sign_up(person: Person) -> None:
    """Make an account, sign out and in again, and take everything along."""
    known = {"name": f"P{token_hex(5)}", "password": token_hex(8)}
    play_by_api(person)
    person.post("/players", **known)
    person.ask("GET", "/account/export")
    person.post("/logout")
    person.post("/login", **known)


def look_around(person: Person) -> None:
    """Look at pages, among them some that there are not."""
    for page in person.random.sample(PAGES, 8):
        person.ask("GET", page)


def _play(person: Person, session: str, moves: int) -> None:
    address = f"/sessions/{session}"
    for _ in range(moves):
        told = person.ask("GET", f"/api/v1{address}/moves").json()
        if not told["moves"]:
            return
        seq = person.post(f"{address}/moves", seq=told["seq"], move=person.random.choice(told["moves"])).json()["seq"]
        if person.random.random() < 0.1:
            person.post(f"{address}/undo", seq=seq)


WAYS: tuple[Callable[[Person], None], ...] = (play_by_api, play_by_forms, race, look_around, sign_up)


def keep_busy(address: str, seed: int, tally: Tally, enough: Event) -> None:
    """Be one person after another at an address until it is enough."""
    random = Random(seed)
    while not enough.is_set():
        person = Person(address, random, tally)
        try:
            for way in random.choices(WAYS, weights=(4, 4, 2, 4, 1), k=3):
                way(person)
        finally:
            person.close()


def watched(server: Server, minutes: float, players: int) -> tuple[Tally, list[int]]:
    """Keep a server busy for so long; return the requests, and its memory from time to time."""
    tally, enough, sizes = Tally(), Event(), list[int]()
    with ThreadPoolExecutor(players) as threads:
        busy = [threads.submit(keep_busy, server.address, seed, tally, enough) for seed in range(players)]
        until = time.monotonic() + minutes * 60
        while time.monotonic() < until and not any(one.done() for one in busy):
            time.sleep(SAMPLE_SECONDS)
            sizes.append(resident_bytes(server.process.pid))
            print(
                f"\r{tally.total()} requests, {sizes[-1] / 2**20:.1f} MiB ",
                end="",
                flush=True,
            )
        enough.set()
        for one in busy:
            one.result()
    print()
    return tally, sizes


def main() -> None:
    """Keep a server busy for as long as the arguments say, and report."""
    parser = argparse.ArgumentParser(description="Keep a server busy and watch its memory.")
    parser.add_argument("--minutes", type=float, default=20, help="for how long (default: %(default)s)")
    parser.add_argument("--players", type=int, default=4, help="how many at a time (default: %(default)s)")
    read = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'games.sqlite3'}"
        with serve(url) as server:
            tally, sizes = watched(server, read.minutes, read.players)
            log = server.log()
        expect_sound(url)
    quarter = max(len(sizes) // 4, 1)
    third, last = median(sizes[-2 * quarter : -quarter] or sizes), median(sizes[-quarter:])
    print(f"Answers: {dict(sorted(tally.items()))}; log: {len(log)} characters.")
    print(f"Memory in the third quarter {third / 2**20:.1f} MiB, in the last {last / 2**20:.1f} MiB.")
    troubles = log.splitlines()
    if last > third * (1 + MOST_GROWTH):
        troubles.append("The memory grew.")
    sys.exit("\n".join(troubles[:20]) or None)


if __name__ == "__main__":
    main()
