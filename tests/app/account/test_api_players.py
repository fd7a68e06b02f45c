"""Accounts by the JSON API."""

import pytest
from httpx2 import Response
from starlette.testclient import TestClient

from tests.app.account.conftest import PASSWORD
from tests.app.play.api.conftest import Document, given, refused

ADDRESSES = {"players": "/api/v1/players", "login": "/api/v1/login", "logout": "/api/v1/logout"}
ANN = {"name": "Ann", "password": PASSWORD}


def ask(client: TestClient, verb: str, **body: object) -> Response:
    return client.post(ADDRESSES[verb], json=body)


def begin(client: TestClient) -> Document:
    return given(client.post("/api/v1/sessions", json={"game": "fortress", "deal": 4}), 201)


def test_a_program_claims_its_guest_and_plays_on(client: TestClient) -> None:
    session = begin(client)
    player = given(ask(client, "players", **ANN))
    assert player["name"] == "Ann"
    assert len(set(player["recovery_codes"])) == 8
    moved = client.post(f"/api/v1/sessions/{session['id']}/moves", json={"seq": 0, "move": "t1-t3"})
    assert given(moved)["seq"] == 1


def test_a_program_signs_in_elsewhere_and_finds_the_session(client: TestClient, stranger: TestClient) -> None:
    session = begin(client)
    ask(client, "players", **ANN)
    assert refused(stranger.get(f"/api/v1/sessions/{session['id']}"), 403)
    assert given(ask(stranger, "login", name="ann", password=PASSWORD)) == {"name": "Ann"}
    assert given(stranger.get(f"/api/v1/sessions/{session['id']}")) == session


def test_signing_out_takes_the_cookie_back(client: TestClient) -> None:
    ask(client, "players", **ANN)
    assert given(ask(client, "logout")) == {"name": "Ann"}
    assert "rampart" not in client.cookies
    assert refused(ask(client, "logout"), 404)


def test_a_body_may_be_left_out_when_signing_out(client: TestClient) -> None:
    ask(client, "players", **ANN)
    assert given(client.post(ADDRESSES["logout"])) == {"name": "Ann"}


def test_a_guest_is_not_signed_out(client: TestClient) -> None:
    session = begin(client)
    refused(ask(client, "logout"), 404)
    assert given(client.get(f"/api/v1/sessions/{session['id']}")) == session


@pytest.mark.parametrize(
    "body",
    [{}, {"name": "Ann"}, {"name": "Ann", "password": 12345678}, {**ANN, "admin": True}, {**ANN, "name": "A"}],
)
def test_what_cannot_be_read_is_malformed(client: TestClient, body: dict[str, object]) -> None:
    refused(ask(client, "players", **body), 400)


def test_wrong_credentials_are_401_and_a_taken_name_422(client: TestClient, stranger: TestClient) -> None:
    ask(client, "players", **ANN)
    refused(ask(stranger, "login", name="Ann", password="not the password"), 401)
    refused(ask(stranger, "players", name="ANN", password=PASSWORD), 422)
    refused(ask(client, "players", name="Bob", password=PASSWORD), 422)


def test_too_many_attempts_are_429(client: TestClient, stranger: TestClient) -> None:
    ask(client, "players", **ANN)
    answers = [ask(stranger, "login", name="Ann", password="not the password").status_code for _ in range(10)]
    assert answers == [401] * 9 + [429]


@pytest.mark.parametrize("verb", ["moves", "undo", "redo", "give-up", "restart"])
def test_a_cookie_of_an_earlier_generation_is_401_for_every_action(
    client: TestClient, stranger: TestClient, verb: str
) -> None:
    session = begin(client)
    ask(client, "players", **ANN)
    ask(stranger, "login", **ANN)
    client.post("/account/sign-out-everywhere")
    body = {"seq": 0, "move": "t1-t3"} if verb == "moves" else {"seq": 0}
    answer = stranger.post(f"/api/v1/sessions/{session['id']}/{verb}", json=body)
    assert refused(answer, 401) == "You have been signed out on every device; sign in again to continue."
    assert "rampart" not in stranger.cookies


def test_every_status_that_players_give_is_documented(client: TestClient) -> None:
    paths = given(client.get("/api/v1/openapi.json"))["paths"]
    always = {"200", "400", "401", "403", "413", "415", "429", "503", "default"}
    own = {"players": {"422"}, "login": set(), "logout": {"404"}}
    for verb, address in ADDRESSES.items():
        assert set(paths[address]["post"]["responses"]) == always | own[verb]
