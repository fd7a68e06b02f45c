"""Going back several requests at once: an undo for each, in one transaction, which redo answers one by one."""

import pytest
from sqlalchemy import update
from starlette.testclient import TestClient

from app.play.tables.games import entry, session
from tests.app.play.table import Table, notice
from tests.databases import plain_engine

FIRST = "t1-f3"


@pytest.fixture
def played(table: Table) -> Table:
    """Three moves made."""
    for seq, move in enumerate((FIRST, "t1-t7", "")):
        legal = table.client.get(f"/api/v1{table.address}/moves").json()["moves"]
        assert table.submit("moves", seq=seq, move=move or legal[0]).status_code == 303
    return table


def exported(table: Table) -> list[tuple[str, str | None]]:
    """Return what the entries of the table's log do, with their moves."""
    game = table.client.get(f"/api/v1{table.address}/export").json()
    return [(entry["do"], entry["move"]) for entry in game["entries"]]


def piles(table: Table) -> dict[str, list[str]]:
    """Return the cards of the table's piles."""
    found: dict[str, list[str]] = table.client.get(f"/api/v1{table.address}").json()["piles"]
    return found


def test_going_back_is_an_undo_for_each_request_and_comes_to_the_same_board(played: Table) -> None:
    assert played.submit("back/1", seq=3).status_code == 303
    session = played.client.get(f"/api/v1{played.address}").json()
    assert (session["seq"], session["undos"], session["steps"], session["status"]) == (5, 2, 3, "playing")
    assert exported(played)[3:] == [("undo", None), ("undo", None)]
    other = Table(played.client)
    other.submit("moves", seq=0, move=FIRST)
    assert piles(played) == piles(other)


def test_redo_makes_again_what_was_taken_back_one_by_one_and_undo_takes_back_what_is_left(played: Table) -> None:
    stood = piles(played)
    played.submit("back/0", seq=3)
    assert played.submit("undo", seq=6).status_code == 422
    for seq in (6, 7, 8):
        assert played.submit("redo", seq=seq).status_code == 303
    assert piles(played) == stood
    assert played.submit("redo", seq=9).status_code == 422
    played.submit("back/2", seq=9)
    assert played.submit("undo", seq=10).status_code == 303
    assert [do for do, _ in exported(played)[9:]] == ["undo", "undo"]


@pytest.mark.parametrize(
    ("seq", "keep", "status"), [(3, "3", 422), (3, "99", 422), (2, "1", 409), (3, "-1", 400), (3, "x", 400)]
)
def test_there_is_no_going_back_from_another_board_or_to_nowhere(
    played: Table, seq: int, keep: str, status: int
) -> None:
    assert played.fragment(f"back/{keep}", seq=seq).status_code == status
    assert played.stands == (3, "playing")


def test_going_back_ends_no_game_that_is_over(played: Table) -> None:
    played.submit("give-up", seq=3)
    refused = played.submit("back/0", seq=4)
    assert (refused.status_code, notice(refused)) == (422, "This game is over.")


def test_nobody_else_can_go_back(played: Table, stranger: TestClient) -> None:
    assert stranger.post(f"{played.address}/back/0", data={"seq": 3}).status_code == 403
    assert stranger.post("/sessions/nothing/back/0", data={"seq": 3}).status_code == 404


def test_a_game_with_a_way_back_can_be_verified(played: Table) -> None:
    played.submit("back/1", seq=3)
    played.submit("redo", seq=5)
    played.submit("give-up", seq=6)
    replayed = played.client.get(f"{played.address.replace('/sessions/', '/replays/')}")
    assert replayed.status_code == 200
    assert played.client.get(f"{played.address}/replay").status_code == 200


def test_the_first_undo_of_a_game_from_before_entries_were_linked_takes_its_last_move_back(
    played: Table, database_url: str
) -> None:
    with plain_engine(database_url).begin() as connection:
        connection.execute(update(session).values(top=None, ahead=None))
        connection.execute(update(entry).values(request=None, back=None, turned=None))
    stood = piles(played)
    assert played.submit("undo", seq=3).status_code == 303
    assert played.submit("redo", seq=4).status_code == 303
    assert piles(played) == stood
    for seq in (5, 6, 7):
        assert played.submit("undo", seq=seq).status_code == 303
    assert played.submit("undo", seq=8).status_code == 422
    assert piles(played) == piles(Table(played.client))


@pytest.mark.parametrize(("keep", "verb"), [(0, "redo"), (1, "redo"), (2, "redo"), (1, "undo"), (2, "undo")])
def test_undo_and_redo_follow_a_way_back_in_a_game_from_before_entries_were_linked(
    played: Table, database_url: str, keep: int, verb: str
) -> None:
    stood = piles(played)
    with plain_engine(database_url).begin() as connection:
        connection.execute(update(session).values(top=None, ahead=None))
        connection.execute(update(entry).values(request=None, back=None, turned=None))
    assert played.submit(f"back/{keep}", seq=3).status_code == 303
    seq = 3 + (3 - keep)
    for _ in range(keep if verb == "undo" else 3 - keep):
        assert played.submit(verb, seq=seq).status_code == 303
        seq += 1
    assert played.submit(verb, seq=seq).status_code == 422
    assert piles(played) == (stood if verb == "redo" else piles(Table(played.client)))
