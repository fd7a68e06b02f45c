"""Puzzles from reviewed games: made where a player lost, of deals with numbers alone, and with nobody's name."""

import asyncio
from collections.abc import Callable

import pytest
from httpx2 import Response
from sqlalchemy import text
from starlette.testclient import TestClient

from app.core.store.opening import open_database
from app.features.puzzles.mining import Miner
from app.features.puzzles.pages import making
from app.features.puzzles.service import mining
from app.play.solving.processes import SolverDied
from engine.asking import Answer, FindPuzzle
from engine.asking import Question as Asked
from engine.deals import deck_code
from tests.app.daily.factories import add_daily_to_come
from tests.app.play.desk import Desk, Seat, SetSolver, Sit, sit
from tests.app.study.test_review import BLUNDERS, Blunder, lose
from tests.databases import plain_engine

__all__ = ["sit"]

STALACTITES = BLUNDERS[0]


def lose_numbered(client: TestClient, lost: Blunder) -> Seat:
    """Lose a game on its numbered deal, and give it up."""
    client.post("/settings", data={"automatic": "off"})
    terms = {"game": lost.win.slug, "options": lost.win.options, "deal": lost.win.deal}
    seat = Seat(client, client.post("/api/v1/sessions", json=terms).json())
    seat.move(*lost.win.line[: lost.after], lost.move)
    seat.give_up()
    return seat


def review(client: TestClient, seat: Seat, desk: Desk) -> None:
    assert client.post(f"{seat.table}/review").status_code == 303
    desk.work()


@pytest.fixture
def reviewed(client: TestClient, desk: Desk) -> Seat:
    """Lose a game on a numbered deal, and have it reviewed."""
    seat = lose_numbered(client, STALACTITES)
    review(client, seat, desk)
    return seat


def mine(url: str, think: Callable[[Asked], Answer], *session_ids: str) -> list[FindPuzzle]:
    """Let a miner look at reviewed games; return what it asked."""
    solver = SetSolver(think)

    async def mined() -> None:
        async with open_database(url) as database:
            miner = Miner(database)
            for session_id in session_ids:
                miner.note(session_id)
            while await miner.mine(solver):
                pass

    asyncio.run(mined())
    return [asked for asked in solver.asked if isinstance(asked, FindPuzzle)]


def found(url: str) -> list[str]:
    with plain_engine(url).connect() as connection:
        return list(connection.execute(text("SELECT id FROM puzzle ORDER BY id")).scalars())


def test_where_a_player_lost_there_is_a_puzzle_that_names_nobody(
    client: TestClient, reviewed: Seat, desk: Desk, database_url: str
) -> None:
    (asked,) = mine(database_url, desk.think, reviewed.id)
    assert asked.moves == tuple(map(str, STALACTITES.win.line[: STALACTITES.after]))
    (puzzle_id,) = found(database_url)
    shown = client.get(f"/api/v1/puzzles/{puzzle_id}").json()
    assert shown["moves"] == list(asked.moves)
    assert reviewed.id not in str(shown)
    # The same game again, or another one lost in the same way, makes no second puzzle of it.
    mine(database_url, desk.think, reviewed.id, reviewed.id)
    assert found(database_url) == [puzzle_id]


def test_a_deck_that_a_player_made_becomes_no_puzzle(
    client: TestClient, sit: Sit, desk: Desk, database_url: str
) -> None:
    seat = lose(sit, STALACTITES)
    review(client, seat, desk)
    assert mine(database_url, desk.think, seat.id) == []


@pytest.mark.parametrize("harm", ["sealed = true", "event = 'race ABCDEF'"])
def test_a_game_of_an_event_becomes_no_puzzle(reviewed: Seat, desk: Desk, database_url: str, harm: str) -> None:
    with plain_engine(database_url).begin() as connection:
        connection.execute(text(f"UPDATE session SET {harm}"))
    assert mine(database_url, desk.think, reviewed.id) == []


def test_a_deal_of_which_an_event_has_begun_is_not_even_asked_about(
    reviewed: Seat, desk: Desk, database_url: str
) -> None:
    add_daily_to_come(desk.engine, STALACTITES.win)
    assert mine(database_url, desk.think, reviewed.id) == []


def test_an_event_that_begins_while_a_solver_looks_keeps_its_deal(
    reviewed: Seat, desk: Desk, database_url: str
) -> None:
    def begin_meanwhile(asked: Asked) -> Answer:
        add_daily_to_come(desk.engine, STALACTITES.win)
        return desk.think(asked)

    assert len(mine(database_url, begin_meanwhile, reviewed.id)) == 1
    assert found(database_url) == []


def test_of_one_deal_there_are_no_more_puzzles_than_said(
    reviewed: Seat, desk: Desk, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mining, "PUZZLES_A_DEAL", 0)
    assert mine(database_url, desk.think, reviewed.id) == []


def test_what_is_no_game_any_more_or_brings_the_solver_down_is_let_go(
    reviewed: Seat, desk: Desk, database_url: str
) -> None:
    def die(_: Asked) -> Answer:
        raise SolverDied("It is dead.")

    assert mine(database_url, desk.think, "nothing") == []
    with pytest.raises(SolverDied):
        mine(database_url, die, reviewed.id)


def test_a_worker_notes_a_review_that_has_ended(
    client: TestClient, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = list[str]()
    monkeypatch.setattr(Miner, "note", lambda _, session_id: noted.append(session_id))
    seat = lose_numbered(client, STALACTITES)
    review(client, seat, desk)
    assert noted == [seat.id]


@pytest.fixture
def make(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Response]:
    """Ask for a puzzle where a blunder was made, and wait for nobody."""
    monkeypatch.setattr(making, "PUZZLE_SECONDS", 0.0)

    def asked(lost: Blunder, **others: str) -> Response:
        line = ",".join(map(str, lost.win.line[: lost.after]))
        fields = {"deal": lost.win.deal, **lost.win.options, "moves": line, "at": str(lost.after), **others}
        return client.post(f"/analysis/{lost.win.slug}/puzzle", data=fields)

    return asked


def test_a_player_makes_a_puzzle_of_the_position_that_the_analysis_board_shows(
    client: TestClient,
    make: Callable[..., Response],
    desk: Desk,
    database_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waiting = make(STALACTITES)
    assert waiting.status_code == 429
    assert "The solvers are busy" in waiting.text
    assert make(STALACTITES).status_code == 429
    assert len(desk.work()) == 1
    made = make(STALACTITES)
    (puzzle_id,) = found(database_url)
    assert made.headers["location"] == f"/puzzles/{puzzle_id}"
    assert client.get(made.headers["location"]).status_code == 200
    # Nobody needs a solver to make it again, and enough puzzles of a deal do not hide the one that was made.
    monkeypatch.setattr(mining, "PUZZLES_A_DEAL", 1)
    assert make(STALACTITES).headers["location"] == made.headers["location"]
    assert desk.waiting() == []


def test_where_no_puzzle_begins_its_maker_reads_why(make: Callable[..., Response], desk: Desk) -> None:
    # At the end of a way that wins there is nothing left to be lost.
    all_but_one = ",".join(map(str, STALACTITES.win.line[:-1]))
    place = {"moves": all_but_one, "at": str(len(STALACTITES.win.line) - 1)}
    make(STALACTITES, **place)
    desk.work()
    none = make(STALACTITES, **place)
    assert none.status_code == 422
    assert "found no puzzle here" in none.text


def test_a_question_that_brings_solvers_down_makes_no_puzzle(
    make: Callable[..., Response], desk: Desk, database_url: str
) -> None:
    make(STALACTITES)
    with plain_engine(database_url).begin() as connection:
        connection.execute(text("UPDATE question SET attempts = 3"))
    assert desk.work() == []
    assert make(STALACTITES).status_code == 422


def test_no_puzzle_is_made_of_a_deck_an_open_event_or_a_deal_that_has_enough(
    make: Callable[..., Response], desk: Desk, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = make(STALACTITES, deck=deck_code(STALACTITES.win.deck))
    assert refused.status_code == 422
    assert "hand-made" in refused.text
    with monkeypatch.context() as full:
        full.setattr(mining, "PUZZLES_A_DEAL", 0)
        assert "enough puzzles from this deal" in make(STALACTITES).text
        full.setattr(mining, "PUZZLES_A_DEAL", 1)
        full.setattr(mining, "MOST_ASKED", 0)
        assert "busy with other puzzles" in make(STALACTITES).text
    make(STALACTITES)

    def begin_meanwhile(asked: Asked) -> Answer:
        add_daily_to_come(desk.engine, STALACTITES.win)
        return desk.think(asked)

    desk.work(begin_meanwhile)
    assert found(database_url) == []
    assert make(STALACTITES).status_code == 403
