"""What the JSON API refuses, with which status, and in which order it checks."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from app.core.bounds import LARGEST_BODY
from engine.cards import spell
from engine.deals import shuffled
from tests.app.play.api.conftest import Api, Document, given, refused

VERBS = ("moves", "undo", "redo", "give-up")
JSON = {"content-type": "application/json"}


@pytest.fixture
def session(api: Api) -> Document:
    """Begin Fortress on deal 4, where t1-f3, t1-t3 and t3-t1 are legal."""
    return api.begin("fortress", deal=4)


@pytest.fixture
def theirs(stranger: TestClient) -> Document:
    """Begin a session of another player."""
    return Api(stranger).begin("fortress", deal=4)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff\xfe",
        b'"seq"',
        b"{}",
        b'{"seq": "0", "move": "t1-f3"}',
        b'{"seq": 0.5, "move": "t1-f3"}',
        b'{"seq": true, "move": "t1-f3"}',
        b'{"seq": null, "move": "t1-f3"}',
        b'{"seq": -1, "move": "t1-f3"}',
        b'{"seq": NaN, "move": "t1-f3"}',
        b'{"seq": 0, "move": "t1-f3", "more": 1}',
        b'{"seq": 0, "move": "\\ud800"}',
        b'{"seq": 0, "move": "t1-f3"} and more',
        b'{"' + b"x" * 3000 + b'": 0}',
        b"[" * 20_000,
    ],
)
@pytest.mark.parametrize("verb", VERBS)
def test_a_body_that_cannot_be_read_is_400_in_one_sentence(
    client: TestClient, api: Api, session: Document, verb: str, body: bytes
) -> None:
    answer = client.post(f"/api/v1/sessions/{session['id']}/{verb}", content=body, headers=JSON)
    refused(answer, 400)
    assert given(api.get(f"/{session['id']}")) == session


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"game": None},
        {"game": 5},
        {"game": "fortress", "deal": 1.5},
        {"game": "fortress", "deal": True},
        {"game": "fortress", "deal": ["5"]},
        {"game": "fortress", "deck": 5},
        {"game": "fortress", "deck": ["AC"]},
        {"game": "fortress", "options": []},
        {"game": "fortress", "options": {"cell": 1}},
        {"game": "fortress", "options": {"x" * 3000: None}},
        {"game": "fortress", "seed": 5},
    ],
)
def test_a_new_session_that_cannot_be_read_is_400_in_one_sentence(api: Api, body: dict[str, object]) -> None:
    refused(api.post("", **body), 400)


@pytest.mark.parametrize(
    "text",
    ["", "t1", "t1-", "t1f3", "T1-F3", "t01-f3", "t1-f3:0", "t1-f3:01", "t1-f3:", "t1-f3 ", "x1-f3", "t1-f3:-1",
     "t١-f3", "t1-f3:" + "9" * 50, "2 4", "undo"],
)  # fmt: skip
def test_a_text_that_is_no_move_is_malformed(api: Api, session: Document, text: str) -> None:
    assert refused(api.act(session, "moves", move=text), 400).startswith("Write a move like t3-t5")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("t99-t0", "This game has no such pile."),
        ("t0-c0", "This game has no such pile."),
        ("r0-t0", "This game has no such pile."),
        ("t0-f4", "This game has no such pile."),
        ("t0-t99999999999999999999", "This game has no such pile."),
        ("t0-t0", "A move needs two different piles."),
        ("f3-t0", "A card on a foundation stays there."),
        ("t0-t1:99", "That pile doesn’t have that many cards."),
        ("t1-t3:2", "In this game, cards move one at a time."),
        ("t0-t1", "Columns build up or down by one rank, in suit."),
    ],
)
def test_a_move_of_the_right_form_that_is_not_legal_is_422(
    api: Api, session: Document, text: str, sentence: str
) -> None:
    assert refused(api.act(session, "moves", move=text), 422) == sentence
    assert given(api.get(f"/{session['id']}")) == session


@pytest.mark.parametrize("path", ["/nothing", "/nothing/moves", "/nothing/export", "/%00", "/%FF", f"/{'x' * 3000}"])
def test_a_session_that_is_not_there_is_not_found(api: Api, path: str) -> None:
    refused(api.get(path), 404)


def test_another_players_session_can_be_neither_seen_nor_changed(
    api: Api, stranger: TestClient, theirs: Document
) -> None:
    for path in ("", "/moves", "/export"):
        refused(api.get(f"/{theirs['id']}{path}"), 403)
    for verb in ("undo", "redo", "give-up", "restart"):
        refused(api.act(theirs, verb), 403)
    refused(api.act(theirs, "moves", move="t1-f3"), 403)
    assert given(Api(stranger).get(f"/{theirs['id']}")) == theirs


@pytest.mark.parametrize("verb", VERBS)
def test_malformed_comes_before_not_found_and_not_yours(
    client: TestClient, api: Api, theirs: Document, verb: str
) -> None:
    for session_id in ("nothing", theirs["id"]):
        refused(client.post(f"/api/v1/sessions/{session_id}/{verb}", content=b"{", headers=JSON), 400)
        refused(api.post(f"/{session_id}/moves", seq=0, move="no move"), 400)


def test_malformed_comes_before_stale(api: Api, session: Document) -> None:
    refused(api.post(f"/{session['id']}/moves", seq=7, move="no move"), 400)


@pytest.mark.parametrize("verb", VERBS)
def test_not_found_and_not_yours_come_before_stale(api: Api, theirs: Document, verb: str) -> None:
    move = {"move": "t1-f3"} if verb == "moves" else {}
    refused(api.post(f"/nothing/{verb}", seq=7, **move), 404)
    refused(api.post(f"/{theirs['id']}/{verb}", seq=7, **move), 403)


def test_stale_comes_before_illegal_and_impossible(api: Api, session: Document) -> None:
    refused(api.post(f"/{session['id']}/moves", seq=7, move="t0-t0"), 409)
    refused(api.post(f"/{session['id']}/undo", seq=7), 409)
    api.do(session, "give-up")
    refused(api.act(session, "moves", move="t0-t0"), 409)
    refused(api.act(session, "give-up"), 409)


def test_of_a_new_session_malformed_comes_first_then_not_found_then_impossible(api: Api) -> None:
    both = {"deal": 5, "deck": spell(shuffled(5))}
    refused(api.post("", game="klondike", **both), 400)
    refused(api.post("", game="klondike", deck="AC"), 400)
    refused(api.post("", game="fortress", deck="AC", options={"x": "y"}), 400)
    refused(api.post("", game="klondike", options={"x": "y"}), 404)
    refused(api.post("", game="fortress", deal=0, options={"x": "y"}), 404)


def test_a_stale_action_is_told_the_board_and_what_stands_at_its_seq(api: Api, session: Document) -> None:
    current = api.do(api.do(session, "moves", move="t1-f3"), "undo")
    for seq, recorded in ((0, "t1-f3"), (1, None), (3, None), (10**30, None)):
        answer = api.post(f"/{session['id']}/moves", seq=seq, move="t1-f3")
        assert refused(answer, 409) == "The board has changed since then; this is how it stands now."
        assert answer.json()["session"] == current
        assert answer.json()["recorded"] == recorded
    assert given(api.get(f"/{session['id']}")) == current


@pytest.mark.parametrize("verb", ["undo", "redo", "give-up"])
def test_every_action_minds_its_seq(api: Api, session: Document, verb: str) -> None:
    api.do(session, "moves", move="t1-f3")
    answer = api.act(session, verb)
    refused(answer, 409)
    assert (answer.json()["recorded"], answer.json()["session"]["seq"]) == ("t1-f3", 1)


def test_a_body_too_large_is_413_whether_announced_or_not(client: TestClient, session: Document) -> None:
    def flood() -> Iterator[bytes]:
        yield b'{"seq": 0, "move": "'
        for _ in range(LARGEST_BODY // 1000 + 1):
            yield b"x" * 1000

    address = f"/api/v1/sessions/{session['id']}/moves"
    refused(client.post(address, content=b" " * (LARGEST_BODY + 1), headers=JSON), 413)
    refused(client.post(address, content=flood(), headers=JSON), 413)
    largest = b'{"seq": 0, "move": "t1-f3"}'.ljust(LARGEST_BODY)
    assert given(client.post(address, content=largest, headers=JSON))["seq"] == 1


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "json"])
def test_another_content_type_is_415(client: TestClient, session: Document, kind: str) -> None:
    for verb in VERBS:
        address = f"/api/v1/sessions/{session['id']}/{verb}"
        answer = client.post(address, content=b'{"seq": 0, "move": "t1-f3"}', headers={"content-type": kind})
        refused(answer, 415)


@pytest.mark.parametrize("kind", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_is_known_by_its_media_type(client: TestClient, session: Document, kind: str) -> None:
    address = f"/api/v1/sessions/{session['id']}/undo"
    refused(client.post(address, content=b'{"seq": 0}', headers={"content-type": kind}), 422)


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"origin": "http://testserver:81"},
        {"sec-fetch-site": "cross-site", "origin": "http://testserver"},
    ],
)
def test_what_a_browser_sends_for_another_site_is_403(
    client: TestClient, api: Api, session: Document, headers: dict[str, str]
) -> None:
    address = f"/api/v1/sessions/{session['id']}/moves"
    refused(client.post(address, json={"seq": 0, "move": "t1-f3"}, headers=headers), 403)
    refused(client.post("/api/v1/sessions", json={"game": "fortress"}, headers=headers), 403)
    assert given(api.get(f"/{session['id']}")) == session


@pytest.mark.parametrize(
    "headers", [{}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": "http://testserver"}]
)
def test_what_comes_from_our_own_pages_or_from_no_browser_is_accepted(
    client: TestClient, session: Document, headers: dict[str, str]
) -> None:
    address = f"/api/v1/sessions/{session['id']}/moves"
    assert given(client.post(address, json={"seq": 0, "move": "t1-f3"}, headers=headers))["seq"] == 1


def test_an_address_or_a_method_that_is_none_is_refused_in_json(client: TestClient, session: Document) -> None:
    refused(client.get("/api/v1/nothing"), 404)
    refused(client.post(f"/api/v1/sessions/{session['id']}/nothing", json={}), 404)
    answer = client.put(f"/api/v1/sessions/{session['id']}", json={})
    refused(answer, 405)
    assert "GET" in answer.headers["allow"]
