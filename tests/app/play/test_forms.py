"""The answers to the table's plain forms: the table again, or a page that says why not."""

import re

import pytest
from starlette.testclient import TestClient

from app.core.bounds import LARGEST_BODY
from tests.app.play.table import VERBS, Table, headline, is_page, notice


def test_success_leads_back_to_the_table(table: Table) -> None:
    for seq, verb in enumerate(("moves", "undo", "redo", "give-up")):
        answer = table.submit(verb, seq=seq, move="t1-f3")
        assert (answer.status_code, answer.headers["location"]) == (303, table.address)
    assert table.stands == (4, "given-up")


def test_a_restart_leads_to_a_new_table_on_the_same_deal(table: Table) -> None:
    table.submit("moves", seq=0, move="t1-f3")
    answer = table.submit("restart")
    assert answer.status_code == 303
    fresh = Table(table.client)
    fresh.address = answer.headers["location"]
    assert fresh.address != table.address
    assert "deal 4" in fresh.page()
    assert (fresh.stands, table.stands) == ((0, "playing"), (1, "playing"))


@pytest.mark.parametrize("form", [{"seq": 0, "move": "t1f3"}, {"seq": "", "move": "t1-f3"}])
def test_what_cannot_be_read_is_a_page_with_400(table: Table, form: dict[str, str | int]) -> None:
    answer = table.submit("moves", **form)
    assert (answer.status_code, is_page(answer)) == (400, True)
    assert headline(answer).endswith(".")
    assert table.stands == (0, "playing")


@pytest.mark.parametrize(
    ("verb", "sentence"),
    [
        ("moves", "Columns build up or down by one rank, in suit."),
        ("undo", "There is nothing to undo."),
        ("redo", "There is nothing to redo."),
        ("finish", "The cards that are left can’t all go straight home yet."),
    ],
)
def test_what_cannot_be_done_is_422_and_shows_the_table_with_the_reason(table: Table, verb: str, sentence: str) -> None:
    answer = table.submit(verb, seq=0, move="t0-t1")
    assert (answer.status_code, is_page(answer), notice(answer)) == (422, True, sentence)
    again = re.search(r'id="seq" value="(\d+)"', answer.text)
    assert again
    assert table.submit("moves", seq=again[1], move="t1-f3").status_code == 303


def test_a_game_that_is_over_says_so_at_its_table(table: Table) -> None:
    table.submit("give-up", seq=0)
    answer = table.submit("moves", seq=1, move="t1-f3")
    assert (answer.status_code, notice(answer)) == (422, "This game is over.")
    assert 'data-seq="1" data-status="given-up"' in answer.text


@pytest.mark.parametrize("verb", VERBS)
def test_a_stale_form_is_409_and_shows_the_table_as_it_stands(table: Table, verb: str) -> None:
    table.submit("moves", seq=0, move="t1-f3")
    answer = table.submit(verb, seq=0, move="t1-t3")
    assert answer.status_code == 409
    assert is_page(answer)
    assert 'data-seq="1" data-status="playing"' in answer.text
    assert notice(answer) == "The board has changed since then; this is how it stands now."
    again = re.search(r'id="seq" value="(\d+)"', answer.text)
    assert again
    assert table.submit("undo", seq=again[1]).status_code == 303


@pytest.mark.parametrize("verb", [*VERBS, "restart"])
def test_another_players_table_and_none_at_all_are_pages(table: Table, theirs: Table, verb: str) -> None:
    form = {"seq": 0, "move": "t1-f3"}
    foreign = table.client.post(f"{theirs.address}/{verb}", data=form)
    assert (foreign.status_code, headline(foreign)) == (403, "This game belongs to another player.")
    absent = table.client.post(f"/sessions/nothing/{verb}", data=form)
    assert (absent.status_code, headline(absent)) == (404, "There is no such game here.")
    assert theirs.stands == (0, "playing")


@pytest.mark.parametrize("path", ["", "/give-up"])
def test_another_players_table_cannot_be_looked_at(table: Table, theirs: Table, path: str) -> None:
    assert headline(table.client.get(f"{theirs.address}{path}")) == "This game belongs to another player."
    assert headline(table.client.get(f"/sessions/nothing{path}")) == "There is no such game here."


@pytest.mark.parametrize("chosen", ["t", "t1:0", "t1:x", "x1", "t1:2:3", "t01", "-t0", "t0-t1", "a" * 300])
def test_cards_chosen_by_no_name_are_400(table: Table, chosen: str) -> None:
    answer = table.client.get(table.address, params={"from": chosen})
    assert (answer.status_code, is_page(answer)) == (400, True)
    assert headline(answer)


@pytest.mark.parametrize("chosen", ["t0", "t1:99", "f0", "r0", "t99", "c0:3"])
def test_cards_that_can_go_nowhere_are_said_to(table: Table, chosen: str) -> None:
    answer = table.client.get(table.address, params={"from": chosen})
    assert (answer.status_code, notice(answer)) == (200, "Those cards can’t go anywhere now.")


def test_the_cards_chosen_and_their_targets_are_marked(table: Table) -> None:
    page = table.client.get(table.address, params={"from": "t1:1"}).text
    assert re.findall(r'name="move" value="([^"]+)"', page) == ["t1-f3", "t1-t3"]
    assert len(re.findall(r'class="card [^"]*\bchosen\b', page)) == 1


def test_too_large_a_form_another_type_and_another_site_are_pages(table: Table) -> None:
    large = table.submit("moves", seq=0, move="x" * LARGEST_BODY)
    assert (large.status_code, is_page(large)) == (413, True)
    for kind in ("application/json", "multipart/form-data; boundary=x", "text/plain"):
        wrong = table.client.post(f"{table.address}/moves", content=b"seq=0", headers={"content-type": kind})
        assert (wrong.status_code, is_page(wrong)) == (415, True)
    elsewhere = table.submit("moves", {"origin": "https://elsewhere.example"}, seq=0, move="t1-f3")
    assert (elsewhere.status_code, is_page(elsewhere)) == (403, True)
    assert table.stands == (0, "playing")


@pytest.mark.parametrize("body", [b"seq=%FF&move=t1-f3", b"\xff=1", b"&".join([b"a=1"] * 50)])
def test_a_form_that_cannot_be_read_is_400(table: Table, body: bytes) -> None:
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert table.client.post(f"{table.address}/moves", content=body, headers=form).status_code == 400


@pytest.mark.parametrize(
    ("address", "form", "status"),
    [
        ("/klondike/new", {}, 404),
        ("/klondike/5", {}, 404),
        ("/fortress/0", {}, 404),
        ("/fortress/five", {}, 404),
        ("/fortress/123456789012345678901", {}, 404),
        ("/fortress/custom/ACAC", {}, 404),
        ("/klondike/custom", {"text": "AC"}, 404),
        ("/stronghold/new", {"cell": "two"}, 422),
        ("/stronghold/5", {"cell": "two"}, 422),
        ("/stalactites/5", {}, 422),
        ("/fortress/custom", {"text": "AC"}, 422),
        ("/settings", {"automatic": "some"}, 400),
    ],
)
def test_a_beginning_that_is_refused_is_a_page_and_begins_nothing(
    client: TestClient, address: str, form: dict[str, str], status: int
) -> None:
    answer = client.post(address, data=form)
    assert (answer.status_code, is_page(answer)) == (status, True)
    assert "You haven’t begun a game" in client.get("/history").text
