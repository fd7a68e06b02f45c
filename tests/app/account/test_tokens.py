"""Tokens: what each opens and does not open, and how it ends."""

import json
import logging
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from httpx2 import Response
from starlette.routing import Route
from starlette.testclient import TestClient

from app.core import clock
from app.people.service import tokens
from app.people.service.tokens import TokenRequest
from app.people.token import Scope, draw_token, token_digest
from app.site import doors
from app.site.features import FEATURES
from app.web import guesses
from app.web.tokens import scopes_of
from tests.app.account.conftest import PASSWORD, Guest, refused
from tests.clocks import clocks
from tests.factories import an_account
from tests.rows import PLAYER

NOW = 1_800_000_000_000
ACCOUNT = an_account(PLAYER.id, "Ann")
WISH = TokenRequest("a greedy program", frozenset({Scope.PLAY}))

OPEN_TO = {
    "GET /api/v1/sessions/{session_id}": "play read",
    "GET /api/v1/sessions/{session_id}/export": "play read",
    "GET /api/v1/sessions/{session_id}/moves": "play read",
    "POST /api/v1/rooms/house": "race",
    "POST /api/v1/sessions": "play",
    "POST /api/v1/sessions/{session_id}/give-up": "play",
    "POST /api/v1/sessions/{session_id}/moves": "play",
    "POST /api/v1/sessions/{session_id}/redo": "play",
    "POST /api/v1/sessions/{session_id}/restart": "play",
    "POST /api/v1/sessions/{session_id}/undo": "play",
    "POST /api/v1/analysis": "play",
    "GET /api/v1/stream/events": "play puzzle race read",
    "GET /api/v1/sessions/{session_id}/stream": "play read",
    "GET /api/v1/races/{code}/stream": "race read",
    "GET /api/v1/daily/{day}/{slug}": "play read",
    "GET /api/v1/daily/{day}/{slug}/leaderboard": "play read",
    "POST /api/v1/daily/{day}/{slug}/start": "play",
    "GET /api/v1/standings/{period}": "play read",
    "GET /api/v1/races/{code}": "race read",
    "GET /api/v1/races/{code}/events": "race read",
    "GET /api/v1/ratings/{slug}": "race read",
    "GET /api/v1/players/{name}/ratings": "race read",
    "GET /api/v1/tournaments": "race read",
    "GET /api/v1/tournaments/{code}": "race read",
    "POST /api/v1/tournaments": "race",
    "POST /api/v1/tournaments/{code}/join": "race",
    "POST /api/v1/tournaments/{code}/leave": "race",
    "POST /api/v1/tournaments/{code}/remove": "race",
    "POST /api/v1/tournaments/{code}/next": "race",
    "POST /api/v1/races": "race",
    "POST /api/v1/races/{code}/begin": "race",
    "POST /api/v1/races/{code}/deal-any": "race",
    "POST /api/v1/races/{code}/dismiss": "race",
    "POST /api/v1/races/{code}/join": "race",
    "POST /api/v1/races/{code}/leave": "race",
    "POST /api/v1/races/{code}/let-in": "race",
    "POST /api/v1/races/{code}/react": "race",
    "POST /api/v1/races/{code}/ready": "race",
    "POST /api/v1/races/{code}/stop": "race",
    "GET /api/v1/rooms": "race read",
    "GET /api/v1/pairing": "race",
    "POST /api/v1/pairing": "race",
    "POST /api/v1/pairing/stop": "race",
    "GET /api/v1/puzzles/day": "puzzle",
    "GET /api/v1/puzzles/next": "puzzle",
    "GET /api/v1/puzzles/{puzzle_id}": "puzzle",
    "POST /api/v1/puzzles/{puzzle_id}/attempts": "puzzle",
    "POST /api/v1/login": "",
    "POST /api/v1/logout": "",
    "POST /api/v1/players": "",
    "POST /api/v1/players/bot": "",
    "GET /api/v1/players/me": "play puzzle race read",
    "POST /api/v1/players/login": "",
    "POST /api/v1/players/logout": "",
}
"""Every endpoint for programs, with the scopes that open it; none where it refuses every token."""


@pytest.fixture
def own(client: TestClient) -> Guest:
    """Return somebody with an account and the cookie of it."""
    ann = Guest(client)
    ann.claim()
    return ann


@pytest.fixture
def bearer(stranger: TestClient) -> TestClient:
    """Return a program that sends no cookie."""
    stranger.headers["accept"] = "application/json"
    return stranger


def made(own: Guest, *scopes: str, **more: str) -> str:
    """Make a token on the page, and return its text."""
    form = {"description": "a greedy program", "password": PASSWORD, **dict.fromkeys(scopes, "on"), **more}
    answer = own.submit("/tokens", **form)
    assert answer.status_code == 200, answer.text
    found = re.search(r"rpt_\w{40}", answer.text)
    assert found
    return found[0]


def asked(program: TestClient, text: str, address: str = "/sessions", **body: object) -> Response:
    """Send a request with a token; with a body it is a POST."""
    headers = {"authorization": f"Bearer {text}"}
    if body:
        return program.post(f"/api/v1{address}", json=body, headers=headers)
    return program.get(f"/api/v1{address}", headers=headers)


def detail(answer: Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    sentence: str = answer.json()["detail"]
    return sentence


def test_every_endpoint_for_programs_says_which_scopes_open_it() -> None:
    told = {
        f"{method} {route.path}": " ".join(sorted(scopes_of(route.endpoint)))
        for route in doors.routes(doors.open_doors(FEATURES))
        if isinstance(route, Route) and route.path.startswith("/api/v1/")
        for method in (route.methods or set()) - {"HEAD"}
    }
    assert told == OPEN_TO


def test_the_documents_say_of_every_endpoint_which_scopes_open_it(own: Guest) -> None:
    paths = own.client.get("/api/v1/openapi.json").json()["paths"]
    assert len(paths) > 30
    for path, ways in paths.items():
        for way, told in ways.items():
            needed = re.search(r"A token needs the scope (.*)\.\Z|No token opens this\.\Z", told["description"])
            assert needed, path
            assert set(re.findall("`([a-z]+)`", needed[1] or "")) == set(OPEN_TO[f"{way.upper()} {path}"].split())


@pytest.mark.parametrize("scope", Scope)
def test_a_token_opens_what_its_scope_says_and_nothing_else(own: Guest, bearer: TestClient, scope: Scope) -> None:
    text = made(own, scope)
    for door, scopes in OPEN_TO.items():
        method, _, path = door.partition(" ")
        if path.endswith(("/events", "/stream")):
            continue
        address = re.sub(r"{\w+}", "2026-11-20", path)
        answer = bearer.request(method, address, json={}, headers={"authorization": f"Bearer {text}"})
        if scope in scopes.split():
            # Let in: what it asks for is not there, or cannot be done.
            assert answer.status_code not in {401, 403}, (door, answer.text)
        elif scopes:
            named = " or ".join(f"“{one}”" for one in scopes.split())
            assert detail(answer, 403) == f"This token lacks the scope {named}.", door
        else:
            assert detail(answer, 403) == "No token opens this address; its owner has to sign in.", door
        assert "set-cookie" not in answer.headers


def test_a_token_plays_as_its_owner_and_brings_no_cookie(own: Guest, bearer: TestClient) -> None:
    text = made(own, "play")
    begun = asked(bearer, text, game="fortress", deal=4)
    assert begun.status_code == 201
    assert "set-cookie" not in begun.headers
    session = begun.json()["id"]
    moved = asked(bearer, text, f"/sessions/{session}/moves", seq=0, move="t1-f3")
    assert moved.json()["seq"] == 1
    assert 'data-seq="1"' in own.page(f"/sessions/{session}")
    assert bearer.get(f"/api/v1/sessions/{session}").status_code == 403


def test_a_token_goes_before_the_cookie_that_comes_with_it(own: Guest, other: Guest, bearer: TestClient) -> None:
    text = made(own, "play")
    other.claim("Ben")
    begun = asked(bearer, text, game="fortress", deal=4).json()["id"]
    assert own.client.get(f"/sessions/{begun}").status_code == 200
    assert other.client.get(f"/sessions/{begun}").status_code == 403


@pytest.mark.parametrize(
    "sent", ["Bearer", "Bearer ", "Bearer rpt_short", "Token {}", "{}", "Bearer {}x", "Bearer {} x"]
)
def test_what_is_no_token_is_refused_and_never_taken_for_a_guest(own: Guest, bearer: TestClient, sent: str) -> None:
    headers = {"authorization": sent.format(made(own, "play"))}
    answer = bearer.post("/api/v1/sessions", json={"game": "fortress"}, headers=headers)
    assert detail(answer, 401) == "Send a token as “Authorization: Bearer rpt_…”; this is not a token."
    assert answer.headers["www-authenticate"].startswith("Bearer")
    assert "set-cookie" not in answer.headers


def test_a_token_that_nobody_made_is_refused(bearer: TestClient) -> None:
    assert detail(asked(bearer, draw_token(), game="fortress"), 401) == "There is no such token here."


def test_a_proxy_s_own_password_is_no_token(bearer: TestClient) -> None:
    headers = {"authorization": "Basic b3BlcmF0b3I6Z3Vlc3NlZA=="}
    assert bearer.post("/api/v1/sessions", json={"game": "fortress"}, headers=headers).status_code == 201


@pytest.mark.parametrize("address", ["/", "/account", "/account/tokens", "/account/export", "/history", "/friends"])
def test_a_token_opens_no_page(own: Guest, bearer: TestClient, address: str) -> None:
    answer = bearer.get(address, headers={"authorization": f"Bearer {made(own, *Scope)}"})
    assert answer.status_code == 403
    assert "Tokens open addresses below /api/v1 and no pages." in answer.text


@pytest.mark.parametrize("action", ["", "/password", "/delete", "/tokens", "/tokens/revoke", "/name"])
def test_a_token_changes_nothing_about_the_account(own: Guest, bearer: TestClient, action: str) -> None:
    headers = {"authorization": f"Bearer {made(own, *Scope)}"}
    form = {"name": "Eve", "old": PASSWORD, "new": "another password", "password": PASSWORD, "description": "x"}
    assert bearer.post(f"/account{action}", data=form, headers=headers).status_code == 403
    assert own.name == "Ann"


@pytest.mark.parametrize("key", ["access_token", "token", "authorization", "bearer"])
def test_a_token_in_an_address_opens_nothing(own: Guest, bearer: TestClient, key: str) -> None:
    text = made(own, "play")
    session = asked(bearer, text, game="fortress", deal=4).json()["id"]
    assert bearer.get(f"/api/v1/sessions/{session}").status_code == 403
    answer = bearer.get(f"/api/v1/sessions/{session}?{key}={text}")
    assert (answer.status_code, text in answer.text) == (400, False)


def test_a_revoked_token_stops_at_once_and_its_uses_can_be_looked_at(own: Guest, bearer: TestClient) -> None:
    text = made(own, "play")
    session = asked(bearer, text, game="fortress", deal=4).json()["id"]
    for _ in range(3):
        asked(bearer, text, f"/sessions/{session}")
    token_id = re.findall(r"/account/tokens/(\w{16})/revoke", own.page("/account/tokens"))[0]
    assert own.submit(f"/tokens/{token_id}/revoke").status_code == 303
    assert detail(asked(bearer, text, f"/sessions/{session}"), 401) == "This token has been revoked."
    page = own.page("/account/tokens")
    assert "You revoked it" in page
    assert re.findall(r"<code>([A-Z]+ /api[^<]+)<.*?>(\d+)</td></tr>", page) == [
        ("GET /api/v1/sessions/{session_id}", "3"),
        ("POST /api/v1/sessions", "1"),
    ]


def test_nobody_revokes_another_s_token(own: Guest, other: Guest) -> None:
    made(own, "play")
    token_id = re.findall(r"/account/tokens/(\w{16})/revoke", own.page("/account/tokens"))[0]
    other.claim("Ben")
    assert other.submit(f"/tokens/{token_id}/revoke").status_code == 404
    assert "/revoke" in own.page("/account/tokens")
    assert "a greedy program" not in other.page("/account/tokens")


def test_a_token_expires(own: Guest, bearer: TestClient) -> None:
    text = made(own, "play", days="30")
    assert asked(bearer, text, game="fortress").status_code == 201
    now = clock.now_ms()
    with clocks(lambda: now + 30 * 24 * 3_600_000 + 1):
        assert detail(asked(bearer, text, game="fortress"), 401) == "This token has expired."
        assert "It expired on" in own.page("/account/tokens")


def test_signing_out_everywhere_and_a_new_password_leave_tokens_alone(own: Guest, bearer: TestClient) -> None:
    text = made(own, "play")
    own.submit("/password", old=PASSWORD, new="another password")
    assert asked(bearer, text, game="fortress").status_code == 201
    own.submit("/sign-out-everywhere")
    assert asked(bearer, text, game="fortress").status_code == 201


def test_a_new_password_revokes_all_tokens_if_that_is_wanted(own: Guest, bearer: TestClient) -> None:
    texts = [made(own, "play"), made(own, "read")]
    assert own.submit("/password", old="wrong", new="another password", tokens="on").status_code == 401
    assert asked(bearer, texts[0], game="fortress").status_code == 201
    own.submit("/password", old=PASSWORD, new="another password", tokens="on")
    for text in texts:
        assert detail(asked(bearer, text, game="fortress"), 401) == "This token has been revoked."


def test_a_recovery_code_revokes_all_tokens(client: TestClient, other: Guest, bearer: TestClient) -> None:
    own = Guest(client)
    code = own.claim()[0]
    other.sign_in()
    text = made(other, "play")
    assert asked(bearer, text, game="fortress").status_code == 201
    assert own.submit("/recover", name="Ann", code=code, password="another password").status_code == 303
    assert detail(asked(bearer, text, game="fortress"), 401) == "This token has been revoked."
    assert other.client.get("/account/tokens").status_code == 401


def test_tokens_end_with_the_account(own: Guest, bearer: TestClient) -> None:
    text = made(own, "play")
    asked(bearer, text, game="fortress")
    assert own.submit("/delete", password=PASSWORD).status_code == 303
    assert detail(asked(bearer, text, game="fortress"), 401) == "There is no such token here."


def test_a_link_fills_in_the_form_and_makes_nothing(own: Guest) -> None:
    page = own.page("/account/tokens?scopes=play&scopes=race&description=A+%3Cb%3Ebot")
    assert re.findall(r'name="(\w+)" checked', page) == ["play", "race"]
    assert "A link has filled in this form." in page
    assert "A <b>bot" not in own.client.get("/account/tokens?scopes=play&description=A+%3Cb%3Ebot").text
    assert "Your tokens" not in page


@pytest.mark.parametrize("query", ["scopes=everything", f"description={'x' * 81}", "description=%07", "scopes="])
def test_a_link_that_asks_for_what_there_is_not_is_refused(own: Guest, query: str) -> None:
    assert own.client.get(f"/account/tokens?{query}").status_code == 400


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"description": "", "play": "on"}, 400),
        ({"description": "x"}, 400),
        ({"description": "x", "play": "on", "days": "31"}, 400),
        ({"description": "x", "play": "on", "password": "wrong"}, 401),
    ],
)
def test_a_form_that_makes_no_token_comes_back(own: Guest, form: dict[str, str], status: int) -> None:
    assert refused(own.submit("/tokens", **{"password": PASSWORD, **form}), status)
    assert "Your tokens" not in own.page("/account/tokens")


def test_a_guest_has_no_tokens(ann: Guest) -> None:
    ann.begin()
    assert ann.client.get("/account/tokens").status_code == 404
    assert ann.submit("/tokens", description="x", play="on", password="").status_code == 404


def test_what_the_server_keeps_of_a_token_opens_nothing(own: Guest, bearer: TestClient, database_url: str) -> None:
    text = made(own, "play")
    asked(bearer, text, game="fortress")
    exported = own.client.get("/account/export").text
    assert [each["scopes"] for each in json.loads(exported)["tokens"]] == [["play"]]
    digest = token_digest(text)
    assert digest is not None
    assert text not in exported
    assert digest not in exported
    for file in Path(database_url.removeprefix("sqlite:///")).parent.glob("rampart.sqlite3*"):
        assert text.encode() not in file.read_bytes()
    assert asked(bearer, digest, game="fortress").status_code == 401


def test_no_token_reaches_a_log(own: Guest, bearer: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    text = made(own, "play")
    with caplog.at_level(logging.DEBUG):
        asked(bearer, text, game="fortress")
        asked(bearer, text, "/races", game="fortress")
        asked(bearer, text[:-1] + "-", game="fortress")
    lines = caplog.text + json.dumps([vars(line) for line in caplog.records], default=str)
    assert "rpt_" not in lines


def test_wrong_tokens_have_a_limit_that_right_ones_of_others_do_not_feel(
    own: Guest, bearer: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = made(own, "play")
    monkeypatch.setattr(guesses, "network", lambda host: host)
    for _ in range(guesses.MOST_WRONG_TOKENS):
        assert asked(bearer, draw_token(), game="fortress").status_code == 401
    stopped = asked(bearer, draw_token(), game="fortress")
    assert detail(stopped, 429) == "Too many of your tokens were wrong; please wait a minute."
    assert 0 < int(stopped.headers["retry-after"]) <= 60
    monkeypatch.setattr(guesses, "network", lambda _: "elsewhere")
    assert asked(bearer, text, game="fortress").status_code == 201


def test_no_move_writes_down_a_use(own: Guest, bearer: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    text, noted = made(own, "play"), list[Any]()
    note: Callable[..., None] = tokens.note_uses

    def notice(connection: Any, made: Any) -> None:
        noted.append(made)
        note(connection, made)

    monkeypatch.setattr(tokens, "note_uses", notice)
    board = asked(bearer, text, game="fortress", deal=4).json()
    for move in ("t1-f3", "t0-f2"):
        board = asked(bearer, text, f"/sessions/{board['id']}/moves", seq=board["seq"], move=move).json()
    assert noted == []
    own.submit("/tokens/revoke")
    assert [use.times for uses in noted[0].values() for use in uses] == [1, 2]
