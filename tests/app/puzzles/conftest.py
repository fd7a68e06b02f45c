"""A puzzle found by hand, a table for it, and solvers that answer when a test wants them to."""

import re
from collections.abc import Callable
from html import unescape
from typing import Any

import pytest
from httpx2 import Response
from sqlalchemy import delete
from starlette.testclient import TestClient

from app.core.clock import now_ms
from app.features.puzzles import api
from app.features.puzzles.pages import tasks
from app.features.puzzles.rows import puzzles
from app.play.service import shipped
from app.play.tables.solving import question
from engine.games import GAMES
from engine.moves import Move, replay
from engine.position import layout
from engine.puzzles import CardHome, Puzzle, Theme, puzzle_id
from tests.app.play.desk import Desk, desk, solver
from tests.app.play.table import BY_SCRIPT
from tests.databases import plain_engine
from tests.engine.verdicts import WINS, Verdict

__all__ = ["desk", "solver"]

WIN = min((win for win in WINS if win.slug == "fortress"), key=lambda win: len(win.line))
LOSING, AIMLESS = "t1-t3", "t1-t5"
"""In the puzzle's second position, a move that is proved to lose; in its first, one that neither wins nor loses."""


def cut(win: Verdict, first: int, last: int) -> Puzzle:
    """Make a puzzle of the moves of a recorded win from one to another, which brings a card home."""
    variant = GAMES[win.slug].settle(win.options)
    moves, way = win.line[:first], win.line[first:last]
    before = replay(variant.rules, win.deck, (*moves, *way[:-1]))
    goal = CardHome(before.piles[layout(variant.rules).index[way[-1].source]][-1])
    return Puzzle(
        id=puzzle_id(variant, replay(variant.rules, win.deck, moves), goal),
        variant=variant,
        deal=int(win.deal),
        deck=win.deck,
        moves=moves,
        goal=goal,
        way=way,
        rating=1400.0,
        themes=(Theme.FREE_LOW_CARD,),
    )


PUZZLE = cut(WIN, 9, 15)
OTHER = cut(WIN, 24, 27)


@pytest.fixture
def two_puzzles(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer these two puzzles and no others, and let nobody wait for a solver."""
    monkeypatch.setattr(shipped, "shipped_ids", lambda _: ())
    monkeypatch.setattr(shipped, "first_guesses", lambda _: {})
    monkeypatch.setattr(shipped, "shipped_puzzle", lambda _: None)
    monkeypatch.setattr(api, "SECONDS", 0)
    monkeypatch.setattr(tasks, "NEWS_SECONDS", 0)
    monkeypatch.setattr("app.features.puzzles.companion.JUDGED_SECONDS", 0)
    with plain_engine(database_url).begin() as connection:
        for each in (PUZZLE, OTHER):
            assert puzzles.add(connection, each, now_ms())


def forget_questions(url: str) -> None:
    """Drop every question that waits, as if nobody wanted an answer any longer."""
    with plain_engine(url).begin() as connection:
        connection.execute(delete(question))


class Place:
    """A player's place at the table of a puzzle."""

    def __init__(self, client: TestClient, desk: Desk, begun: Response) -> None:
        assert begun.status_code == 303, begun.text
        self.client, self._desk = client, desk
        self.address: str = begun.headers["location"]
        self.id = self.address.rsplit("/", 1)[1]

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle that lies there."""
        page = self.client.get(self.address).text
        return next(each for each in (PUZZLE, OTHER) if f"puzzle {each.id}" in page)

    @property
    def session(self) -> dict[str, Any]:
        """How the session stands."""
        document: dict[str, Any] = self.client.get(f"/api/v1{self.address}").json()
        return document

    @property
    def legal(self) -> list[str]:
        """The legal moves."""
        moves: list[str] = self.client.get(f"/api/v1{self.address}/moves").json()["moves"]
        return moves

    def move(self, *moves: Move | str) -> None:
        """Make moves as the script does."""
        for move in moves:
            answer = self.do("moves", move=str(move))
            assert answer.status_code == 200, answer.text

    def do(self, verb: str, **form: str) -> Response:
        """Send a form of the table as the script does."""
        return self.client.post(f"{self.address}/{verb}", data={"seq": self.session["seq"], **form}, headers=BY_SCRIPT)

    def panel(self) -> str:
        """Ask how the try stands, as the script does, while solvers are at work."""
        for _ in range(12):
            answer = self.client.post(f"{self.address}/task", headers=BY_SCRIPT)
            assert answer.status_code == 200, answer.text
            if 'class="task thinking"' not in answer.text:
                break
            self._desk.work()
        return unescape(answer.text)

    def tone(self) -> str:
        """Return how the try stands."""
        found = re.search(r'class="task (\w+)"', self.panel())
        assert found
        return found[1]


Sit = Callable[..., Place]


@pytest.fixture
def sit(client: TestClient, desk: Desk) -> Sit:
    """Begin a try at a puzzle."""
    client.post("/settings", data={"automatic": "off"})
    return lambda puzzle=PUZZLE, at=client: Place(at, desk, at.post(f"/puzzles/{puzzle.id}/start"))


Lead = Callable[..., Place]


@pytest.fixture
def lead(client: TestClient, desk: Desk) -> Lead:
    """Send a form that leads to the table of a puzzle."""
    return lambda address, **form: Place(client, desk, client.post(address, data=form))
