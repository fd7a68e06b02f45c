"""Beginning a session by the JSON API, and looking at it."""

import pytest
from starlette.testclient import TestClient

from engine.cards import TEXT, spell
from engine.deals import deck_code, shuffled
from engine.games import GAMES
from engine.moves import legal_moves
from engine.position import deal, layout
from tests.app.play.api.conftest import Api, given, refused
from tests.engine.variants import rules_of

FIELDS = {"id", "game", "options", "rules", "deal", "seq", "status", "piles", "steps", "undos"}
DECK = spell(shuffled(5))


def test_a_new_session_is_described_in_full(api: Api) -> None:
    session = given(api.post("", game="stronghold", deal="5", options={"cell": "one"}), 201)
    rules = rules_of("stronghold", cell="one")
    position = deal(rules, shuffled(5))
    piles = {
        pile: [TEXT[card] for card in cards] for pile, cards in zip(layout(rules).ids, position.piles, strict=True)
    }
    assert session == {
        "id": session["id"],
        "game": "stronghold",
        "options": {"cell": "one"},
        "rules": 1,
        "deal": "5",
        "seq": 0,
        "status": "playing",
        "piles": piles,
        "steps": 0,
        "undos": 0,
    }
    assert isinstance(session["id"], str)
    assert list(piles) == ["t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "f0", "f1", "f2", "f3", "c0"]


def test_looking_at_a_session_shows_what_beginning_it_gave(api: Api) -> None:
    session = api.begin("fortress", deal=4)
    assert given(api.get(f"/{session['id']}")) == session


def test_face_down_cards_are_question_marks(api: Api) -> None:
    piles = api.begin("stonewall", deal=5)["piles"]
    for column in range(6):
        assert [row for row, card in enumerate(piles[f"t{column}"]) if card == "??"] == [0, 2, 4]
    assert "??" not in [piles[f"r{place}"][0] for place in range(16)]


@pytest.mark.parametrize("number", [1, "1", 32001, 99999999999999999999, "99999999999999999999"])
def test_a_number_is_taken_as_a_string_or_an_integer_and_given_as_a_string(api: Api, number: int | str) -> None:
    session = api.begin("fortress", deal=number)
    assert session["deal"] == str(number)
    assert session["piles"]["t0"][0] == TEXT[shuffled(int(number))[0]]


@pytest.mark.parametrize("text", [DECK, DECK.lower(), DECK.replace("T", "10"), DECK.replace(" ", "\n")])
def test_a_deck_is_dealt_as_given_and_has_no_number(api: Api, text: str) -> None:
    session = api.begin("fortress", deck=text)
    assert session["deal"] is None
    assert session["piles"] == api.begin("fortress", deal=5)["piles"]


def test_without_a_number_or_a_deck_the_deal_is_drawn_at_random(api: Api) -> None:
    deals = {api.begin("fortress")["deal"] for _ in range(5)}
    assert len(deals) == 5
    assert all(1 <= int(deal) <= 999_999_999 for deal in deals)
    last = api.begin("fortress", deal=None, deck=None)
    assert last["piles"] == api.begin("fortress", deal=last["deal"])["piles"]


def test_a_number_and_a_deck_together_are_malformed(api: Api) -> None:
    assert "not both" in refused(api.post("", game="fortress", deal=5, deck=DECK), 400)


@pytest.mark.parametrize("slug", ["klondike", "", "Fortress", "fortress ", "x" * 5000, ".."])
def test_a_game_that_is_not_here_is_not_found(api: Api, slug: str) -> None:
    assert "no game called" in refused(api.post("", game=slug), 404)


@pytest.mark.parametrize(
    "number",
    [0, -1, "0", "-1", "007", "", "five", " 5", "5 ", "5.0", "٥", "1" + "0" * 20, 10**20, 10**30, int("9" * 4000)],
)
def test_an_impossible_number_is_not_found(api: Api, number: int | str) -> None:
    assert "whole number from 1 to 99999999999999999999" in refused(api.post("", game="fortress", deal=number), 404)


@pytest.mark.parametrize(
    "deck",
    ["", "AC", DECK.replace(" ", ""), f"{DECK} AC", DECK.replace("JD", "AC"), DECK.replace("JD", "1D"), "Ａ" * 100],
)
def test_a_deck_that_is_none_is_malformed(api: Api, deck: str) -> None:
    refused(api.post("", game="fortress", deck=deck), 400)


def test_a_deck_code_is_no_deck_text(api: Api) -> None:
    refused(api.post("", game="fortress", deck=deck_code(shuffled(5))), 400)


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("stronghold", {"cell": "two"}),
        ("stronghold", {"cell": ""}),
        ("stronghold", {"cells": "none"}),
        ("fortress", {"cell": "none"}),
        ("stalactites", {}),
        ("stalactites", {"by": "threes"}),
        ("six-by-four", {"cells": "four", "more": "x"}),
    ],
)
def test_an_unknown_option_or_a_bad_value_is_refused(api: Api, game: str, options: dict[str, str]) -> None:
    refused(api.post("", game=game, deal=5, options=options), 422)


@pytest.mark.parametrize(
    ("game", "options"),
    [("stronghold", {"cell": "none"}), ("six-by-four", {"cells": "none"}), ("fortress", {}), ("stonewall", {})],
)
def test_options_left_out_have_their_usual_values(api: Api, game: str, options: dict[str, str]) -> None:
    assert api.begin(game, deal=5)["options"] == options
    assert api.begin(game, deal=5, options={})["options"] == options


@pytest.mark.parametrize("slug", GAMES)
def test_the_moves_listed_are_the_legal_ones_sorted(api: Api, slug: str) -> None:
    options = {"by": "twos"} if slug == "stalactites" else {}
    session = api.begin(slug, deal=5, options=options)
    rules = rules_of(slug, **session["options"])
    legal = sorted(map(str, legal_moves(rules, deal(rules, shuffled(5)))))
    assert given(api.get(f"/{session['id']}/moves")) == {"seq": 0, "moves": legal}


def test_a_client_without_a_cookie_gets_one_from_its_first_post_alone(client: TestClient, api: Api) -> None:
    assert "set-cookie" not in api.get("/nothing").headers
    first = api.post("", game="fortress")
    assert first.headers["set-cookie"].startswith("rampart=")
    assert {"HttpOnly", "SameSite=Lax", "Path=/"} <= set(first.headers["set-cookie"].split("; "))
    assert "set-cookie" not in api.post("", game="fortress").headers
    assert "set-cookie" not in api.get(f"/{first.json()['id']}").headers
    assert client.cookies["rampart"]


@pytest.mark.parametrize("cookie", ["", "x", ".", "a.b", "0123456789abcdef.AAAA", "é"])
def test_a_cookie_that_we_did_not_sign_is_nobodys(client: TestClient, api: Api, cookie: str) -> None:
    session = api.begin("fortress")
    client.cookies.clear()
    headers = {b"cookie": f"rampart={cookie}".encode()}
    assert client.get(f"/api/v1/sessions/{session['id']}", headers=headers).status_code == 403
    begun = client.post("/api/v1/sessions", json={"game": "fortress"}, headers=headers)
    assert begun.status_code == 201
    assert begun.headers["set-cookie"].startswith("rampart=")


def test_a_session_document_has_the_same_fields_whatever_happened(api: Api) -> None:
    session = api.begin("stonewall", deal=5)
    move = api.get(f"/{session['id']}/moves").json()["moves"][0]
    session = api.do(session, "moves", move=move)
    assert set(session) == FIELDS
    for verb in ("undo", "redo", "give-up"):
        session = api.do(session, verb)
        assert set(session) == FIELDS
