"""Races among clients of one server."""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import func, select
from starlette.testclient import TestClient

from app.features.races.tables import race
from app.features.races.values.race import LATE_MS
from tests.clocks import clocks
from tests.databases import plain_engine

Document = dict[str, Any]
PATIENCE_SECONDS = 20
PAUSE_SECONDS = 0.05
"""How often the server looks for races that are due: its own half a second would pass after each leap of the clock."""


class Clock:
    """The server's time, which passes only when a test says so."""

    def __init__(self) -> None:
        self.ms = 1_800_000_000_000
        self.leap = 0
        """By how much somebody has set the clock on the wall."""

    def pass_by(self, ms: int) -> None:
        """Let so many milliseconds pass at once, as if no server had run meanwhile."""
        self.ms += ms

    def pass_watched(self, ms: int, database_url: str) -> None:
        """Let so many milliseconds pass in steps; after each the server looks after its races."""
        until = self.ms + ms
        due = select(func.min(race.c.due_at))
        with plain_engine(database_url).connect() as connection:
            while self.ms < until:
                self.ms = min(until, self.ms + LATE_MS // 2)
                deadline = time.monotonic() + PATIENCE_SECONDS
                while connection.execute(due).scalar_one() <= self.ms:
                    assert time.monotonic() < deadline
                    time.sleep(0.02)


class RacerAtHome:
    """Somebody who races by the JSON API."""

    def __init__(self, client: TestClient, clock: Clock) -> None:
        self.client = client
        self.clock = clock
        self.code = ""

    def make(self, game: str = "fortress", **terms: object) -> Document:
        """Make a race."""
        return self._entered(self.client.post("/api/v1/races", json={"game": game, **terms}), 201)

    def join(self, code: str, name: str = "") -> Document:
        """Join a race."""
        return self._entered(self.client.post(f"/api/v1/races/{code}/join", json={"name": name}), 200)

    def act(self, verb: str) -> Response:
        """Do something in the race."""
        return self.client.post(f"/api/v1/races/{self.code}/{verb}", json={})

    def do(self, verb: str) -> Document:
        """Do something that succeeds, and return the race after it."""
        return given(self.act(verb))

    def look(self) -> Document:
        """Look at the race."""
        return given(self.client.get(f"/api/v1/races/{self.code}"))

    def play(self, *moves: str) -> Document:
        """Make moves in the race's session, and give it."""
        address = f"/api/v1/sessions/{self.look()['session']}"
        session = given(self.client.get(address))
        for move in moves:
            session = given(self.client.post(f"{address}/moves", json={"seq": session["seq"], "move": move}))
        return session

    def any_move(self) -> Document:
        """Make the first legal move."""
        address = f"/api/v1/sessions/{self.look()['session']}"
        return self.play(given(self.client.get(f"{address}/moves"))["moves"][0])

    def give_up(self) -> Document:
        """End the session without winning it."""
        session = self.play()
        return given(self.client.post(f"/api/v1/sessions/{session['id']}/give-up", json={"seq": session["seq"]}))

    def _entered(self, answer: Response, status: int) -> Document:
        race = given(answer, status)
        # The order in which they come is that of time.
        self.clock.pass_by(1)
        self.code = race["code"]
        return race


Arrive = Callable[[], RacerAtHome]


def given(answer: Response, status: int = 200) -> Document:
    """Return the document of an answer with that status."""
    assert answer.status_code == status, answer.text
    document: Document = answer.json()
    return document


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Iterator[Clock]:
    monkeypatch.setattr("app.features.races.referee.Referee.pause_seconds", PAUSE_SECONDS)
    clock = Clock()
    with clocks(lambda: clock.ms + clock.leap, lambda: clock.ms):
        yield clock


@pytest.fixture
def arrive(client: TestClient, clock: Clock) -> Arrive:
    """Bring a new visitor in, with a cookie of their own."""

    def new() -> RacerAtHome:
        other = TestClient(client.app, follow_redirects=False)
        other.portal = client.portal
        return RacerAtHome(other, clock)

    return new
