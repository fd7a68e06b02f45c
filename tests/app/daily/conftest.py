"""Dailies on known deals, and players who try them."""

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import Connection
from starlette.testclient import TestClient

from app.features.daily.service import daily
from app.features.daily.service.calendar import closes_at, ends_at, opens_at, settled_options
from app.features.daily.service.daily import FoundDeal, UndealtDaily
from app.features.daily.values.daily import Daily
from app.people.visitors import Visit
from app.play.rows import sessions
from app.play.service import play
from engine.games import find
from engine.moves import Move
from tests.app.account.conftest import PASSWORD
from tests.app.play.api.conftest import given
from tests.app.races.conftest import Clock, clock
from tests.closing import close_days
from tests.databases import transaction
from tests.engine.verdicts import WINS, Verdict

__all__ = ["clock"]

Document = dict[str, Any]

DAY = date(2026, 11, 20)
OPENING, ENDING, CLOSING = opens_at(DAY), ends_at(DAY), closes_at(DAY)
MINUTE, HOUR, MONTH = 60_000, 3_600_000, 30 * 24 * 3_600_000
SECRET = b"a secret for tests alone"


def known_win(slug: str, day: date = DAY) -> Verdict:
    """Return the first recorded win of a game under the options of a day."""
    settled = settled_options(find(slug), day)
    return next(win for win in WINS if win.slug == slug and settled.items() <= win.options.items())


def insert_daily(connection: Connection, win: Verdict, day: date = DAY, now: int = OPENING - HOUR) -> Daily:
    """Choose a daily as the background does, its deal and par those of a recorded win."""
    wanted = UndealtDaily(day, find(win.slug), int(win.deal))
    lines = dict.fromkeys(wanted.variants, win.line)
    found = FoundDeal(int(win.deal), lines, dict.fromkeys(lines, 52), "known")
    assert daily.choose(connection, SECRET, wanted, found, now)
    chosen = daily.look(connection, day, wanted.game, None, now).daily
    assert chosen is not None
    return chosen


class Challenger:
    """Somebody who plays dailies by the JSON API."""

    def __init__(self, client: TestClient, clock: Clock, database_url: str) -> None:
        self.client = client
        self.clock = clock
        self._database_url = database_url

    def register(self, name: str) -> None:
        """Make an account of the guest."""
        given(self.client.post("/api/v1/players", json={"name": name, "password": PASSWORD}))

    def sign_in(self, name: str) -> None:
        """Sign in on this device."""
        given(self.client.post("/api/v1/login", json={"name": name, "password": PASSWORD}))

    def ask_to_start(self, slug: str = "fortress", day: date = DAY, **options: str) -> Response:
        """Press Start."""
        return self.client.post(f"/api/v1/daily/{day}/{slug}/start", json={"options": options})

    def start(self, slug: str = "fortress", day: date = DAY, **options: str) -> Document:
        """Begin an attempt, or go on with it."""
        return given(self.ask_to_start(slug, day, **options))

    def act(self, session: Document, verb: str, **body: object) -> Response:
        """Do something in a session as it was seen."""
        return self.client.post(f"/api/v1/sessions/{session['id']}/{verb}", json={"seq": session["seq"], **body})

    def play(self, session: Document, moves: Sequence[object]) -> Document:
        """Make moves that succeed, at the pace of a person; all but the last without a request, which takes long."""
        if not moves:
            return session
        *first, last = moves
        session = session | {"seq": self._play(session["id"], first)}
        self._take_a_breath(session["seq"])
        return given(self.act(session, "moves", move=str(last)))

    def _play(self, session_id: str, moves: Sequence[object]) -> int:
        with transaction(self._database_url) as connection:
            found = sessions.find_to_play(connection, session_id)
            assert found is not None
            session, _, generation = found
            visit = Visit(session.player_id, generation)
            for each in moves:
                self._take_a_breath(session.seq)
                made = Move.read(str(each))
                session = play.move(connection, session_id, visit, session.seq, made, self.clock.ms).session
            return session.seq

    def _take_a_breath(self, seq: int) -> None:
        self.clock.pass_by(400 + 7919 * seq % 600)

    def win(self, known: Verdict, detours: int = 0) -> Document:
        """Win a daily by its line, with so many moves undone and made again on the way."""
        session = self.start(known.slug)
        for _ in range(detours):
            session = given(self.act(self.play(session, known.line[:1]), "undo"))
        session = self.play(session, known.line)
        assert session["status"] == "won"
        return session

    def give_up(self, session: Document) -> Document:
        """End a session unwon."""
        return given(self.act(session, "give-up"))

    def ask_for_board(self, board: str = "first-try", slug: str = "fortress", day: date = DAY) -> Response:
        """Ask for a leaderboard."""
        return self.client.get(f"/api/v1/daily/{day}/{slug}/leaderboard", params={"board": board})

    def board(self, board: str = "first-try", slug: str = "fortress", day: date = DAY) -> Document:
        """Read a leaderboard."""
        return given(self.ask_for_board(board, slug, day))

    def look(self, slug: str = "fortress", day: date = DAY) -> Document:
        """Read the document of a daily."""
        return given(self.client.get(f"/api/v1/daily/{day}/{slug}"))


class Host:
    """The server's side: what happens without anybody asking."""

    def __init__(self, database_url: str, clock: Clock) -> None:
        self._database_url = database_url
        self.clock = clock
        self.today = self.choose(FORTRESS)
        """The Fortress of the day."""

    def choose(self, win: Verdict, day: date = DAY) -> Daily:
        """Choose a daily."""
        with transaction(self._database_url) as connection:
            return insert_daily(connection, win, day)

    def choose_late(self, win: Verdict) -> Daily:
        """Choose a daily of the day only now, when it has begun."""
        with transaction(self._database_url) as connection:
            return insert_daily(connection, win, now=self.clock.ms)

    def close(self) -> int:
        """Close the days that are over."""
        with transaction(self._database_url) as connection:
            return close_days(connection, self.clock.ms)


@pytest.fixture(autouse=True)
def _only_the_test_closes_days(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep the server from closing dailies by itself, even before it knows the test's time."""

    async def never(*_: object) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr("app.features.daily.closer.Closer.first", never)


@pytest.fixture
def host(database_url: str, clock: Clock, _only_the_test_closes_days: None) -> Host:
    """Return the server's side at nine in the morning of a day with a Fortress."""
    clock.ms = OPENING + 9 * HOUR
    return Host(database_url, clock)


Arrive = Callable[[str], Challenger]


@pytest.fixture
def arrive(host: Host, client: TestClient, database_url: str) -> Arrive:
    """Bring a visitor in with a browser of their own; with a name, they have had an account for a month."""

    def new(name: str = "") -> Challenger:
        other = TestClient(client.app, follow_redirects=False)
        other.portal = client.portal
        challenger = Challenger(other, host.clock, database_url)
        if name:
            now, host.clock.ms = host.clock.ms, OPENING - MONTH
            challenger.register(name)
            host.clock.ms = now
        return challenger

    return new


FORTRESS = known_win("fortress")
STONEWALL = known_win("stonewall")
