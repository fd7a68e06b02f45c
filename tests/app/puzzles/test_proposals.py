"""Puzzles that players make: tried by link at once, given to everybody once a moderator has taken them in."""

import re
from collections.abc import Callable

import pytest
from httpx2 import Response
from sqlalchemy import Connection, update
from starlette.testclient import TestClient

from app.features.puzzles.rows import proposals as rows
from app.features.puzzles.rows import puzzles
from app.features.puzzles.service import proposals
from app.features.puzzles.tables import puzzle
from app.features.puzzles.values.proposal import ProposalState
from app.people.rows import players
from engine.games import find
from tests.app.play.desk import Desk, Seat, sit
from tests.app.puzzles.test_mining import STALACTITES, found, lose_numbered, make, mine, review, reviewed
from tests.databases import transaction
from tests.factories import a_player

__all__ = ["make", "reviewed", "sit"]

Make = Callable[..., Response]
MODERATION = "/operator/moderation"
PASSWORD = "a password for tests alone"
OPERATOR = ("operator", PASSWORD)
DAY = 24 * 3_600_000


@pytest.fixture(autouse=True)
def _operator(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAMPART_OPERATOR_PASSWORD", PASSWORD)


@pytest.fixture
def made(make: Make, desk: Desk, database_url: str) -> str:
    """Make a puzzle, and return its id."""
    make(STALACTITES)
    desk.work()
    assert make(STALACTITES).status_code == 303
    (puzzle_id,) = found(database_url)
    return puzzle_id


def is_offered(url: str, puzzle_id: str) -> bool:
    with transaction(url) as connection:
        return puzzle_id in puzzles.list_found(connection, find("stalactites"), 100)


def moderation(client: TestClient) -> str:
    page = client.get(MODERATION, auth=OPERATOR).text
    return page.partition('aria-labelledby="proposals"')[2].partition("</section>")[0]


def judge(client: TestClient, verb: str, puzzle_id: str) -> str:
    answer = client.post(f"{MODERATION}/{verb}", data={"puzzle": puzzle_id}, auth=OPERATOR)
    assert answer.status_code == 303
    return answer.headers["location"].partition("done=")[2]


def test_a_puzzle_that_a_player_made_can_be_tried_by_its_link_and_is_given_to_nobody_else(
    stranger: TestClient, made: str, database_url: str
) -> None:
    page = stranger.get(f"/puzzles/{made}")
    assert page.status_code == 200
    assert "once a moderator has taken it in" in page.text
    assert stranger.post(f"/puzzles/{made}/start").status_code == 303
    assert not is_offered(database_url, made)


def test_a_moderator_takes_a_puzzle_in_and_can_take_that_back(client: TestClient, made: str, database_url: str) -> None:
    assert f'href="/puzzles/{made}"' in moderation(client)
    assert judge(client, "take-in", made) == "yes"
    assert judge(client, "take-in", made) == "already"
    assert is_offered(database_url, made)
    assert "once a moderator" not in client.get(f"/puzzles/{made}").text
    assert "was taken in" in moderation(client)
    assert judge(client, "refuse", made) == "yes"
    assert not is_offered(database_url, made)
    assert "nobody else is given it" in client.get(f"/puzzles/{made}").text
    assert "No puzzles are waiting." in moderation(client)


def test_a_puzzle_that_cannot_be_read_keeps_nobody_from_moderating(
    client: TestClient, made: str, database_url: str
) -> None:
    with transaction(database_url) as connection:
        connection.execute(update(puzzle).values(deck="spoilt"))
    assert client.get(MODERATION, auth=OPERATOR).status_code == 200
    assert made not in moderation(client)


def test_only_a_moderator_decides_and_only_about_puzzles_that_were_proposed(client: TestClient, made: str) -> None:
    assert client.post(f"{MODERATION}/take-in", data={"puzzle": made}).status_code == 401
    assert client.post(f"{MODERATION}/take-in", data={"puzzle": "nothing1"}, auth=OPERATOR).status_code == 404


def test_a_puzzle_that_solvers_found_by_themselves_waits_for_nobody(
    client: TestClient, reviewed: Seat, desk: Desk, database_url: str
) -> None:
    mine(database_url, desk.think, reviewed.id)
    (puzzle_id,) = found(database_url)
    assert is_offered(database_url, puzzle_id)
    assert "No puzzles are waiting." in moderation(client)


def test_in_a_review_a_puzzle_is_made_where_the_win_was_lost(
    client: TestClient, desk: Desk, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.features.puzzles.pages.making.PUZZLE_SECONDS", 0.0)
    seat = lose_numbered(client, STALACTITES)
    review(client, seat, desk)
    page = client.get(f"{seat.table}/review").text
    (form,) = re.findall(r'<form method="post" action="(/analysis/stalactites/puzzle)">(.*?)</form>', page, re.S)
    fields = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    assert "Make this a puzzle" in form[1]
    client.post(form[0], data=fields)
    desk.work()
    to = client.post(form[0], data=fields).headers["location"]
    shown = client.get(f"/api/v1{to}").json()
    assert shown["moves"] == list(map(str, STALACTITES.win.line[: STALACTITES.after]))
    assert seat.id not in str(shown)
    assert found(database_url) == [shown["id"]]


def test_a_player_may_have_so_many_that_wait_or_were_refused_lately(
    make: Make, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> None:
    monkeypatch.setattr(proposals, "MOST_OF_A_PLAYER", 0)
    refused = make(STALACTITES)
    assert refused.status_code == 422
    assert "puzzles that wait for a moderator" in refused.text
    assert desk.waiting() == []


def test_all_players_together_may_have_so_many_that_wait(
    make: Make, monkeypatch: pytest.MonkeyPatch, desk: Desk
) -> None:
    monkeypatch.setattr(proposals, "MOST_WAITING", 0)
    refused = make(STALACTITES)
    assert refused.status_code == 429
    assert "wait for a moderator already" in refused.text
    assert desk.waiting() == []


def test_what_is_taken_in_or_was_refused_long_ago_makes_room(connection: Connection) -> None:
    me, other = a_player("player-000000001"), a_player("player-000000002")
    for one in (me, other):
        players.add(connection, one)
    for number, who in enumerate([me, me, me, other]):
        rows.add(connection, f"puzzle-{number}", who.id, number)
    assert rows.count_of(connection, me.id, 0) == 3
    assert rows.decide(connection, "puzzle-0", ProposalState.TAKEN, DAY)
    assert rows.decide(connection, "puzzle-1", ProposalState.REFUSED, DAY)
    assert rows.count_of(connection, me.id, DAY) == 2
    assert rows.count_of(connection, me.id, DAY + 1) == 1
    assert rows.count_waiting(connection) == 2
    assert [one.puzzle_id for one in rows.list_waiting(connection, 9)] == ["puzzle-2", "puzzle-3"]
    assert {one.puzzle_id for one in rows.list_decided(connection, 9)} == {"puzzle-0", "puzzle-1"}
