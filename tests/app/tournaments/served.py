"""A server whose tournaments are played by requests, for the tests of their pages and of what viewers hear."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.features.tournaments.service import tournament_rounds
from app.features.tournaments.values.tournament import SETTLING_MS
from app.play.rows import sessions, stock
from app.play.values.shelf import Shelf
from tests.app.races.conftest import Clock, clock
from tests.app.tournaments.ground import FORTRESS, LINES, MINUTE, nearly_won
from tests.databases import transaction

__all__ = ["clock"]

Document = dict[str, Any]
PASSWORD = "a moat and a drawbridge"
TERMS = {"name": "Friday", "form": "arena", "games": [{"game": "fortress"}], "deals": 3, "minutes": 20}
FORM = {"name": "Friday", "play fortress ": "on", "length": "arena 20", "deals": "3", "lead": "0"}


@pytest.fixture(autouse=True)
def fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.features.tournaments.scoreboard.FRESH_SECONDS", 0.0)
    monkeypatch.setattr("app.features.tournaments.scoreboard.EVERY_SECONDS", 3600.0)
    # What is due is done when a test lets it be done.
    monkeypatch.setattr("app.features.tournaments.steward.Steward.pause_seconds", 3600.0)
    # The first request would wake whatever sleeps because nobody is here, and it would do its work within the test.
    monkeypatch.setattr("app.core.live.calm.Calm.lasts", False)


class Ground:
    """A server, its clock and its database."""

    def __init__(self, client: TestClient, clock: Clock, url: str) -> None:
        self.client, self.clock, self.url = client, clock, url
        with transaction(url) as connection:
            for number in [*LINES][:9]:
                stock.add_for_race(connection, Shelf.for_races(FORTRESS), number)

    def person(self, account: str = "") -> TestClient:
        """Bring a visitor in."""
        other = TestClient(self.client.app, follow_redirects=False, headers={"accept": "text/html"})
        other.portal = self.client.portal
        if account:
            assert other.post("/api/v1/players", json={"name": account, "password": PASSWORD}).status_code == 200
        return other

    def made(self, by: TestClient, **terms: object) -> str:
        """Make a tournament, draw its deals, and return its code."""
        answer = by.post("/api/v1/tournaments", json=TERMS | terms)
        assert answer.status_code == 201, answer.text
        code: str = answer.json()["code"]
        self.look_after(code)
        return code

    def look_after(self, code: str) -> None:
        """Do what is due."""
        with transaction(self.url) as connection:
            while tournament_rounds.settle(connection, code, self.clock.ms):
                pass

    def close(self, code: str, by: TestClient) -> None:
        """Let a tournament close."""
        self.clock.pass_by(20 * MINUTE + SETTLING_MS)
        self.look_after(code)
        assert document(by, code)["stage"] == "closed"


@pytest.fixture
def ground(client: TestClient, clock: Clock, database_url: str) -> Ground:
    return Ground(client, clock, database_url)


def document(visitor: TestClient, code: str) -> Document:
    answer = visitor.get(f"/api/v1/tournaments/{code}")
    assert answer.status_code == 200, answer.text
    found: Document = answer.json()
    return found


def play(ground: Ground, visitor: TestClient, code: str, *, win: bool) -> Document:
    """Play the next deal to its end; a win takes one move, as if all the others had been made."""
    session: Document = visitor.post(f"/api/v1/tournaments/{code}/next", json={}).json()
    address = f"/api/v1/sessions/{session['id']}"
    if not win:
        return dict(visitor.post(f"{address}/give-up", json={"seq": session["seq"]}).json())
    with transaction(ground.url) as connection:
        found = sessions.find(connection, session["id"])
        assert found is not None
        assert found.deal is not None
        assert sessions.advance(connection, found._replace(position=nearly_won(found.deal), steps=99), found.seq)
    last = str(LINES[found.deal].line[-1])
    session = visitor.post(f"{address}/moves", json={"seq": session["seq"], "move": last}).json()
    assert session["status"] == "won"
    return session
