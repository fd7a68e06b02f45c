"""Several single moves in one request: gathering a sequence, and finishing."""

import re
from html import unescape

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from engine.cards import CARDS, RANK, spell
from tests.app.play.table import Table, notice

IN_RANKS = spell(sorted(CARDS, key=lambda card: -RANK[card]))
"""A deck that leaves nothing to do but to bring the cards home."""


def begin(client: TestClient, **body: object) -> Table:
    """Begin a session of one's choice and sit down at its table."""
    table = Table(client)
    table.address = f"/sessions/{client.post('/api/v1/sessions', json=body).json()['id']}"
    return table


@pytest.fixture
def stronghold(client: TestClient) -> Table:
    """Return Stronghold with a cell, where two cards of t0 can be gathered on t2."""
    return begin(client, game="stronghold", deal="11", options={"cell": "one"})


@pytest.fixture
def finishable(client: TestClient) -> Table:
    return begin(client, game="fortress", deck=IN_RANKS)


def told(answer: Response, name: str) -> str:
    """Read a value from the status line of a page or a fragment."""
    found = re.search(rf'<div id="status"[^>]* data-{name}="([^"]*)"', answer.text)
    assert found
    return unescape(found[1])


def document(table: Table) -> dict[str, object]:
    answer: dict[str, object] = table.client.get(f"/api/v1{table.address}").json()
    return answer


def log(table: Table) -> list[tuple[str, str | None, bool]]:
    entries = table.client.get(f"/api/v1{table.address}/export").json()["entries"]
    return [(entry["do"], entry["move"], entry["auto"]) for entry in entries]


def test_the_table_names_what_can_be_gathered_apart_from_what_is_legal(stronghold: Table) -> None:
    answer = stronghold.client.get(stronghold.address)
    assert told(answer, "runs") == "t0-t2:2"
    assert "t0-t2:2" not in told(answer, "legal").split()


def test_a_gathering_is_recorded_as_single_moves_of_one_request(stronghold: Table) -> None:
    answer = stronghold.fragment("moves", seq=0, move="t0-t2:2")
    assert answer.status_code == 200
    assert told(answer, "made") == "t0-c0 t0-t2 c0-t2"
    assert told(answer, "spoken").split(" Uncovered")[0].endswith(" and 1 more to column 3.")
    assert log(stronghold) == [("move", "t0-c0", False), ("move", "t0-t2", True), ("move", "c0-t2", True)]
    assert stronghold.stands == (3, "playing")


def test_one_undo_takes_a_gathering_back_and_one_redo_makes_it_again(stronghold: Table) -> None:
    dealt = document(stronghold)["piles"]
    stronghold.submit("moves", seq=0, move="t0-t2:2")
    gathered = document(stronghold)
    answer = stronghold.fragment("undo", seq=3)
    assert document(stronghold)["piles"] == dealt
    assert told(answer, "made") == ""
    assert " back to " in told(answer, "spoken")
    answer = stronghold.fragment("redo", seq=4)
    assert document(stronghold)["piles"] == gathered["piles"]
    assert told(answer, "made") == "t0-c0 t0-t2 c0-t2"
    assert told(answer, "spoken").endswith(" again.")


def test_cards_that_can_be_gathered_are_chosen_and_laid_by_plain_forms(stronghold: Table) -> None:
    page = stronghold.client.get(f"{stronghold.address}?from=t0:2").text
    assert len(re.findall(r'class="card [^"]* chosen', page)) == 2
    assert 'form="play" name="move" value="t0-t2:2"' in page
    assert stronghold.submit("moves", seq=0, move="t0-t2:2").status_code == 303
    assert stronghold.stands == (3, "playing")


def test_what_cannot_be_gathered_is_refused_as_the_rules_refuse_it(stronghold: Table) -> None:
    answer = stronghold.fragment("moves", seq=0, move="t0-t2:3")
    assert (answer.status_code, notice(answer)) == (422, "In this game, cards move one at a time.")
    assert log(stronghold) == []


def test_a_stale_gathering_does_nothing_and_learns_what_was_recorded(stronghold: Table) -> None:
    stronghold.submit("moves", seq=0, move="t0-t2:2")
    answer = stronghold.fragment("moves", seq=0, move="t0-t2:2")
    assert answer.status_code == 409
    assert 'data-recorded="t0-c0"' in answer.text
    assert stronghold.stands == (3, "playing")


def test_the_api_takes_single_moves_alone(stronghold: Table) -> None:
    body = {"seq": 0, "move": "t0-t2:2"}
    answer = stronghold.client.post(f"/api/v1{stronghold.address}/moves", json=body)
    told = {"detail": "In this game, cards move one at a time.", "code": "illegal_move"}
    assert (answer.status_code, answer.json()) == (422, told)


def test_finishing_is_offered_only_where_it_wins(stronghold: Table, finishable: Table) -> None:
    assert 'id="finish"' in finishable.page()
    assert 'id="finish"' not in stronghold.page()


def test_finishing_brings_every_card_home_in_one_request(finishable: Table) -> None:
    answer = finishable.fragment("finish", seq=0)
    assert answer.status_code == 200
    assert len(told(answer, "made").split()) == 52
    assert told(answer, "spoken") == "Moved 52 cards to the foundations. You have won."
    assert finishable.stands == (52, "won")
    assert [auto for _, _, auto in log(finishable)] == [False] + [True] * 51
    assert document(finishable)["steps"] == 52
    assert 'id="finish"' not in finishable.page()


def test_finishing_by_a_plain_form_leads_back_to_the_table(finishable: Table) -> None:
    answer = finishable.submit("finish", seq=0)
    assert (answer.status_code, answer.headers["location"]) == (303, finishable.address)
    assert finishable.stands == (52, "won")


def test_a_game_that_cannot_be_finished_yet_says_so(stronghold: Table) -> None:
    answer = stronghold.submit("finish", seq=0)
    sentence = "The cards that are left can’t all go straight home yet."
    assert (answer.status_code, notice(answer)) == (422, sentence)
    assert stronghold.stands == (0, "playing")


@pytest.mark.parametrize(("seq", "status"), [("x", 400), (7, 409)])
def test_finishing_is_refused_as_every_action_is(finishable: Table, seq: int | str, status: int) -> None:
    assert finishable.submit("finish", seq=seq).status_code == status
    assert finishable.stands == (0, "playing")


def test_a_finished_game_offers_nothing_more(finishable: Table, stronghold: Table) -> None:
    finishable.submit("give-up", seq=0)
    assert 'id="finish"' not in finishable.page()
    assert finishable.submit("finish", seq=1).status_code == 422
    stronghold.submit("give-up", seq=0)
    assert told(stronghold.client.get(stronghold.address), "runs") == ""


def test_a_look_at_the_table_says_nothing_was_done(stronghold: Table) -> None:
    stronghold.submit("moves", seq=0, move="t0-t2:2")
    answer = stronghold.client.get(stronghold.address)
    assert (told(answer, "made"), told(answer, "spoken")) == ("", "")
