"""Games that ask for help, and solvers that answer them: one real one for all tests, or one whose words are set."""

import asyncio
import re
from collections.abc import Callable, Sequence
from html import unescape
from typing import Any, TypeVar

import pytest
from httpx2 import Response
from msgspec.structs import replace
from sqlalchemy import text
from starlette.testclient import TestClient

from app.core.settings import Settings
from app.core.store.opening import open_database
from app.play.rows import questions
from app.play.solving import processes
from app.play.solving.processes import SolverDied
from app.play.solving.worker import Worker
from app.play.values.question import Kept, Question, QuestionKind, QuestionSubject
from engine.asking import Answer, FindDeals, FindPuzzle, Guess, Judgement, JudgePosition, MakeGuesses, VariantPosition
from engine.asking import Question as Asked
from engine.cards import spell
from engine.games import variant_of
from engine.moves import Move
from engine.solver import LEAST_MEMORY, Solver
from engine.solver.__main__ import answer
from tests.app.conftest import SECRET
from tests.app.play.table import BY_SCRIPT
from tests.databases import plain_engine
from tests.engine.verdicts import Verdict

_A = TypeVar("_A", bound=Answer)
Think = Callable[[Asked], Answer]
"""What a solver makes of a question."""


class SetSolver(processes.SolverProcess):
    """A solver within the test's process, with set answers."""

    def __init__(self, think: Think) -> None:
        super().__init__(LEAST_MEMORY)
        self.think = think
        self.asked: list[Asked] = []
        self.closed = 0

    async def ready(self) -> None:
        """Be ready."""

    async def ask(self, question: Asked, kind: type[_A]) -> _A:
        """Answer."""
        self.asked.append(question)
        answer = self.think(question)
        assert isinstance(answer, kind)
        return answer

    async def close(self) -> None:
        """Be gone."""
        self.closed += 1


def dies(_: Asked) -> Answer:
    """Never answer."""
    raise SolverDied("It is dead.")


def place(asked: Asked) -> str:
    """Return the position that a question is about, as a snapshot."""
    assert not isinstance(asked, FindDeals | FindPuzzle)
    return asked.about.position


@pytest.fixture(scope="session")
def solver() -> Solver:
    """Return a solver within this process, for all tests."""
    return Solver(LEAST_MEMORY * 8)


class Desk:
    """Where the questions of a server's players lie, to be answered by the test."""

    def __init__(self, url: str, solver: Solver) -> None:
        self._url = url
        self.engine = plain_engine(url)
        self._solver = solver

    def waiting(self) -> list[Question]:
        """Return every question that waits, the first asked first."""
        with self.engine.begin() as connection:
            rows = connection.execute(text("SELECT * FROM question ORDER BY asked_at, key"))
            return [
                Question(key, QuestionKind(kind), QuestionSubject(variant_of(game, options), at), *others)
                for key, kind, game, options, at, *others in rows
            ]

    def answer_all(self) -> list[Question]:
        """Answer every question about a position as a solver does, and give them."""
        answered = self.waiting()
        for asked in answered:
            self.answer(asked)
        return answered

    def answer(self, asked: Question) -> None:
        """Answer a question about a position as a solver does."""
        variant, at = asked.about
        placed = VariantPosition(variant.game.slug, dict(variant.options), at)
        answered = self.think(MakeGuesses(placed, 0) if asked.kind is QuestionKind.GUESS else JudgePosition(placed, 0))
        assert isinstance(answered, Judgement | Guess)
        self.tell(asked, answered)

    def work(self, think: Think | None = None) -> list[Asked]:
        """Run a worker with these answers; return the questions that it asked."""
        solver = SetSolver(think or self.think)

        async def answered() -> None:
            async with open_database(self._url) as database:
                worker = Worker(database, Settings(database_url=self._url, redis_url=None, secret=SECRET.encode()))
                while await worker.answer_next(questions.take, solver):
                    pass

        asyncio.run(answered())
        return solver.asked

    def think(self, asked: Asked) -> Answer:
        """Answer as a solver process does that takes its time."""
        return answer(self._solver, replace(asked, seconds=60))

    def tell(self, asked: Question, told: Judgement | Guess) -> None:
        """Answer a question so."""
        with self.engine.begin() as connection:
            questions.store_answer(connection, asked.key, Kept.of(told), 0)

    def seal(self, session: str) -> None:
        """Make a session one of an event that is open."""
        with self.engine.begin() as connection:
            connection.execute(text("UPDATE session SET sealed = true WHERE id = :id"), {"id": session})

    def rungs(self) -> list[tuple[int, str, int]]:
        """Return the recorded hints: at which `seq`, with which sight, how far up the ladder."""
        with self.engine.begin() as connection:
            rows = connection.execute(text("SELECT seq, sight, rung FROM help_given ORDER BY seq, sight"))
            return [(row[0], row[1], row[2]) for row in rows]


@pytest.fixture
def desk(database_url: str, solver: Solver) -> Desk:
    return Desk(database_url, solver)


class Seat:
    """A visitor's place at a table."""

    def __init__(self, client: TestClient, session: dict[str, Any]) -> None:
        self.client = client
        self.id: str = session["id"]
        self.seq: int = session["seq"]
        self.table = f"/sessions/{self.id}"

    def move(self, *moves: Move | str) -> None:
        """Make moves."""
        for move in moves:
            self._do("moves", move=str(move))

    def undo(self) -> None:
        """Take the last move back."""
        self._do("undo")

    def give_up(self) -> None:
        """End the game without winning it."""
        self._do("give-up")

    def hint(self, sight: str = "", seq: int | None = None) -> Response:
        """Ask for the next hint as the script does."""
        return self.ask("hints", seq=self.seq if seq is None else seq, sight=sight)

    def outlook(self, sight: str = "") -> Response:
        """Ask how the game stands as the script does."""
        return self.ask("outlook", sight=sight)

    def ask(self, verb: str, **form: str | int) -> Response:
        """Send a form of the table as the script does."""
        return self.client.post(f"{self.table}/{verb}", data=form, headers=BY_SCRIPT)

    def page(self, place: str, **query: str | int) -> str:
        """Get a page of the table that is there, as text."""
        answer = self.client.get(f"{self.table}/{place}", params=query)
        assert answer.status_code == 200, answer.text
        return unescape(answer.text)

    def _do(self, verb: str, **body: str) -> None:
        answer = self.client.post(f"/api/v1{self.table}/{verb}", json={"seq": self.seq, **body})
        assert answer.status_code == 200, answer.text
        self.seq = answer.json()["seq"]


Sit = Callable[..., Seat]


@pytest.fixture
def sit(client: TestClient) -> Sit:
    """Begin a session on a recorded deal, make moves in it, and return the place at its table."""
    client.post("/settings", data={"automatic": "off"})

    def begin(recorded: Verdict, moves: Sequence[Move] = (), at: TestClient = client) -> Seat:
        terms = {"game": recorded.slug, "options": recorded.options, "deck": spell(recorded.deck)}
        answer = at.post("/api/v1/sessions", json=terms)
        assert answer.status_code == 201, answer.text
        seat = Seat(at, answer.json())
        seat.move(*moves)
        return seat

    return begin


def words(answer: Response) -> list[str]:
    """Read the sentences off a fragment or page of advice."""
    found = re.search(r'<div class="said">(.*?)</div>', answer.text, re.S)
    assert found, answer.text
    return [unescape(sentence) for sentence in re.findall(r"<p[^>]*>([^<]*)</p>", found[1])]
