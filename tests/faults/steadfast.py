"""Players who carry on through whatever happens to the database behind their server."""

import io
import json
import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from threading import Condition
from unittest.mock import patch

import httpx2

from app.site.commands import main
from engine.moves import Move
from tests.app.conftest import SECRET, Server
from tests.cli.conftest import environment
from tests.cli.test_serve import serving
from tests.engine.verdicts import Verdict, win

FORTRESS = win("fortress", {}, "3")
AT_ONCE = 4
PATIENCE_SECONDS = 120
_PAUSE_SECONDS = 0.02
"""Before a request is sent again that was answered with 503."""


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a game that is planned beforehand."""

    verb: str
    move: str = ""


def plan(won: Verdict) -> list[Request]:
    """Plan a game that is won, with moves taken back and made again on the way."""
    return [request for number, move in enumerate(won.line) for request in _around(number, move)]


def _around(number: int, move: Move) -> Iterator[Request]:
    yield Request("moves", str(move))
    if number % 3 == 2:
        yield Request("undo")
        yield Request("redo")


class Count:
    """How many requests were acknowledged so far, and how many were answered with 503."""

    def __init__(self) -> None:
        self.acknowledged = self.refused = 0
        self._changed = Condition()

    def acknowledge(self) -> None:
        """Count one that succeeded."""
        with self._changed:
            self.acknowledged += 1
            self._changed.notify_all()

    def refuse(self) -> None:
        """Count one that the server could not do just then."""
        with self._changed:
            self.refused += 1
            self._changed.notify_all()

    def wait_for_acknowledged(self, more: int) -> None:
        """Wait until so many more have succeeded."""
        with self._changed:
            enough = self.acknowledged + more
            assert self._changed.wait_for(lambda: self.acknowledged >= enough, PATIENCE_SECONDS)

    def wait_for_refused(self, more: int) -> None:
        """Wait until so many more have failed."""
        with self._changed:
            enough = self.refused + more
            assert self._changed.wait_for(lambda: self.refused >= enough, PATIENCE_SECONDS)


@dataclass
class Steadfast:
    """Plays a game to its end, sending a request again as often as the server could not do it."""

    client: httpx2.Client
    count: Count
    session: str
    planned: list[Request]
    uncertain: int = field(default=0, init=False)
    """How many requests had been done though their answer said that they perhaps were not."""

    def play(self) -> None:
        """Play the plan; every answer must be one that it can be carried on from."""
        for seq, request in enumerate(self.planned):
            body: dict[str, object] = {"seq": seq} | ({"move": request.move} if request.move else {})
            tried = False
            while not self._is_done(self._post(request.verb, body), seq, request, again=tried):
                tried = True
                self.count.refuse()
                time.sleep(_PAUSE_SECONDS)
            self.count.acknowledge()

    def expect_kept(self) -> None:
        """Check that the log holds every request exactly once, in order."""
        kept = self.client.get(f"/api/v1/sessions/{self.session}/export").json()
        done = [(entry["do"], entry["move"] or "") for entry in kept["entries"]]
        assert done == [(request.verb.removesuffix("s"), request.move) for request in self.planned]
        assert [entry["seq"] for entry in kept["entries"]] == list(range(len(self.planned)))
        assert kept["status"] == "won"

    def _post(self, verb: str, body: dict[str, object]) -> httpx2.Response:
        return self.client.post(f"/api/v1/sessions/{self.session}/{verb}", json=body)

    def _is_done(self, answer: httpx2.Response, seq: int, request: Request, *, again: bool) -> bool:
        if answer.status_code == 200:
            assert answer.json()["seq"] == seq + 1
            return True
        if answer.status_code == 409 and again:
            # It had been done before, and only its acknowledgement was lost.
            stale = answer.json()
            assert stale["session"]["seq"] == seq + 1
            assert (stale["recorded"] or "") == request.move
            self.uncertain += 1
            return True
        assert answer.status_code == 503, answer.text
        return False


@dataclass(frozen=True)
class Crowd:
    """Players who play at the same time."""

    players: list[Steadfast]
    count: Count


@contextmanager
def serve(database_url: str) -> Iterator[Server]:
    """Start a server on a database."""
    settings = {"RAMPART_DATABASE_URL": database_url, "RAMPART_SECRET": SECRET}
    with serving(**settings) as (process, told), ExitStack() as visits:
        yield Server(process, told.split()[3], visits)


def crowd(server: Server, won: Verdict = FORTRESS) -> Crowd:
    """Seat players, each at a game of their own."""
    count = Count()
    players = []
    for _ in range(AT_ONCE):
        client = server.visitor()
        begun = client.post("/api/v1/sessions", json={"game": won.slug, "deal": won.deal}).json()
        players.append(Steadfast(client, count, begun["id"], plan(won)))
    return Crowd(players, count)


Trouble = Callable[[Count], None]
"""What happens while people play; it may wait for how far they have come."""


def play_through(crowd: Crowd, trouble: Trouble) -> None:
    """Let a crowd play to the end while something fails, then check that nothing was lost or done twice."""
    with ThreadPoolExecutor(AT_ONCE) as threads:
        playing = [threads.submit(player.play) for player in crowd.players]
        trouble(crowd.count)
        for each in playing:
            each.result()
    for player in crowd.players:
        player.expect_kept()


def expect_sound(database_url: str) -> None:
    """Check that everything stored agrees with the logs, as `rampart check` does."""
    settings = environment(RAMPART_DATABASE_URL=database_url, RAMPART_SECRET=SECRET)
    told = io.StringIO()
    with patch.dict(os.environ, settings, clear=True), redirect_stdout(told), redirect_stderr(told):
        assert main(["check"]) == 0, told.getvalue()


def failures(log: str) -> list[str]:
    """Return the lines of a server's log that tell of a failure of its own, not of the database."""
    return [line for line in log.splitlines() if json.loads(line)["level"] not in {"info", "warning"}]
