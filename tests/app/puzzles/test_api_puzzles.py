"""Puzzles for programs."""

import pytest
from starlette.testclient import TestClient

from app.play.service import shipped
from engine.asking import Judgement
from engine.asking import Verdict as Said
from engine.cards import TEXT, spell
from engine.moves import apply
from engine.position import deal, layout
from tests.app.play.desk import Desk
from tests.app.puzzles.conftest import LOSING, OTHER, PUZZLE, Sit
from tests.app.puzzles.test_counting import ratings

pytestmark = pytest.mark.usefixtures("two_puzzles")
ADDRESS = f"/api/v1/puzzles/{PUZZLE.id}"
WAY = list(map(str, PUZZLE.way))


def attempt(client: TestClient, desk: Desk, moves: list[str]) -> tuple[str, int | None]:
    """Try moves until the solvers have said all; return the outcome and which move lost."""
    for _ in range(12):
        answer = client.post(f"{ADDRESS}/attempts", json={"moves": moves})
        assert answer.status_code == 200, answer.text
        if not desk.work():
            break
    document = answer.json()
    assert set(document) == {"outcome", "at", "rating"}
    return document["outcome"], document["at"]


def test_a_puzzle_has_all_that_a_program_needs_but_no_way(client: TestClient) -> None:
    document = client.get(ADDRESS).json()
    position = deal(PUZZLE.variant.rules, PUZZLE.deck)
    for move in PUZZLE.moves:
        position = apply(PUZZLE.variant.rules, position, move)
    ids = layout(PUZZLE.variant.rules).ids
    piles = {pile: [TEXT[card] for card in cards] for pile, cards in zip(ids, position.piles, strict=True)}
    assert document == {
        "piles": piles,
        "id": PUZZLE.id,
        "game": "fortress",
        "options": {},
        "deck": spell(PUZZLE.deck),
        "moves": list(map(str, PUZZLE.moves)),
        "goal": {"home": "5S"},
        "goal_text": "Bring the 5 of spades home without ever making a losing move.",
        "rating": 1400,
        "themes": ["free-low-card"],
    }
    for query in ("", "?game=fortress"):
        assert set(client.get(f"/api/v1/puzzles/next{query}").json()) == set(document)


def test_the_puzzle_of_the_day_is_found_by_programs_too(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    assert client.get("/api/v1/puzzles/day").status_code == 404
    monkeypatch.setattr(shipped, "shipped_ids", lambda variant: (PUZZLE.id,) if variant.game.slug == "fortress" else ())
    assert client.get("/api/v1/puzzles/day").json() == client.get(ADDRESS).json()


def test_to_look_makes_no_player(client: TestClient) -> None:
    for address in (ADDRESS, "/api/v1/puzzles/next"):
        assert "set-cookie" not in client.get(address).headers


def test_the_way_solves_and_a_losing_move_is_named(client: TestClient, desk: Desk, database_url: str) -> None:
    assert attempt(client, desk, []) == ("open", None)
    assert ratings(database_url) == []
    assert attempt(client, desk, WAY[:2]) == ("open", None)
    assert ratings(database_url) == []
    assert attempt(client, desk, [WAY[0], LOSING, "t5-f1"]) == ("lost", 1)
    [after] = ratings(database_url)
    assert attempt(client, desk, WAY) == ("solved", None)
    assert ratings(database_url) == [after]


def test_an_attempt_at_the_table_and_one_of_a_program_are_the_same_first_one(
    sit: Sit, client: TestClient, desk: Desk, database_url: str
) -> None:
    place = sit()
    place.move(PUZZLE.way[0])
    assert attempt(client, desk, WAY) == ("solved", None)
    [after] = ratings(database_url)
    place.move(LOSING)
    assert place.tone() == "lost"
    assert ratings(database_url) == [after]


def test_what_no_solver_can_decide_counts_as_right(client: TestClient, desk: Desk) -> None:
    client.post(f"{ADDRESS}/attempts", json={"moves": WAY})
    for asked in desk.waiting():
        desk.tell(asked, Judgement(Said.UNDECIDED))
    assert attempt(client, desk, WAY) == ("solved", None)


def test_moves_after_the_goal_change_nothing(client: TestClient, desk: Desk) -> None:
    assert attempt(client, desk, WAY)[0] == "solved"
    assert attempt(client, desk, [*WAY, LOSING]) == ("solved", None)


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"moves": ["nonsense"]}, 400, "Write a move like"),
        ({"moves": "t0-t1"}, 400, "moves"),
        ({}, 400, "moves"),
        ({"moves": [], "rated": True}, 400, "rated"),
        ({"moves": ["t5-t3"] * 401}, 400, "moves"),
        ({"moves": ["t5-t3", "t0-t0"]}, 422, "Move 2, t0-t0, is not legal"),
        ({"moves": ["t5-t3", "c0-t0"]}, 422, "Move 2, c0-t0, is not legal"),
    ],
)
def test_bad_moves_are_refused_with_a_sentence(
    client: TestClient, body: dict[str, object], status: int, said: str, database_url: str
) -> None:
    answer = client.post(f"{ADDRESS}/attempts", json=body)
    assert answer.status_code == status
    assert said in answer.json()["detail"]
    assert ratings(database_url) == []


def test_an_unknown_puzzle_or_game_is_404(client: TestClient) -> None:
    assert client.get("/api/v1/puzzles/abcdefgh").status_code == 404
    assert client.post("/api/v1/puzzles/abcdefgh/attempts", json={"moves": []}).status_code == 404
    assert client.get("/api/v1/puzzles/next?game=chess").status_code == 404
    assert client.get("/api/v1/puzzles/next?game=stalactites").status_code == 404


def test_an_open_attempt_comes_back_before_another_puzzle_does(client: TestClient, desk: Desk) -> None:
    assert attempt(client, desk, WAY[:1]) == ("open", None)
    offered = [client.get("/api/v1/puzzles/next?game=fortress").json()["id"] for _ in range(3)]
    assert offered == [PUZZLE.id] * 3
    assert attempt(client, desk, [WAY[0], LOSING]) == ("lost", 1)
    assert client.get("/api/v1/puzzles/next?game=fortress").json()["id"] == OTHER.id
