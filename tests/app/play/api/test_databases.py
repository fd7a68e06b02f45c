"""A session's whole life on either database."""

from collections.abc import Iterator

import pytest
from starlette.testclient import TestClient

from tests.app.conftest import SECRET
from tests.app.play.api.conftest import Api, given, refused
from tests.engine.verdicts import WINS

WON = min(WINS, key=lambda win: len(win.line))


@pytest.fixture
def client(url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    """Yield a client of a server on that database."""
    from app.site.application import create_app

    monkeypatch.setenv("RAMPART_DATABASE_URL", url)
    monkeypatch.setenv("RAMPART_SECRET", SECRET)
    with TestClient(create_app(), follow_redirects=False) as client:
        yield client


def test_a_session_lives_the_same_life(api: Api, stranger: TestClient) -> None:
    begun = api.begin("stonewall", deal="99999999999999999999")
    text = given(api.get(f"/{begun['id']}/moves"))["moves"][0]
    moved = api.do(begun, "moves", move=text)
    assert api.act(begun, "moves", move=text).json()["recorded"] == text
    undone = api.do(moved, "undo")
    assert undone == {**begun, "seq": 2, "steps": 1, "undos": 1}
    redone = api.do(undone, "redo")
    assert given(api.get(f"/{begun['id']}")) == redone == {**moved, "seq": 3, "undos": 1}
    refused(api.act(redone, "redo"), 422)
    refused(api.act(redone, "moves", move="t0-r0"), 422)
    refused(Api(stranger).act(redone, "undo"), 403)
    refused(api.get("/nothing"), 404)
    refused(api.get(f"/{begun['id']}/export"), 403)
    over = api.do(redone, "give-up")
    log = given(api.get(f"/{begun['id']}/export"))
    assert [(entry["do"], entry["move"]) for entry in log["entries"]] == [
        ("move", text), ("undo", None), ("redo", None), ("give-up", None),
    ]  # fmt: skip
    fresh = given(api.post(f"/{begun['id']}/restart"), 201)
    assert fresh == {**begun, "id": fresh["id"]}
    assert given(api.get(f"/{begun['id']}")) == over


def test_a_game_is_won_and_stands_first_among_the_players_games(client: TestClient, api: Api) -> None:
    session = api.play(api.begin(WON.slug, deal=WON.deal, options=WON.options), WON.line)
    assert (session["status"], session["seq"], session["steps"]) == ("won", len(WON.line), len(WON.line))
    others = [api.begin("fortress", deal=deal)["id"] for deal in (1, 2, 3)]
    history = client.get("/history").text
    assert sorted([*others, session["id"]], key=history.index) == [*others[::-1], session["id"]]
    assert session["id"] not in client.get("/").text


def test_what_the_player_chose_is_kept(client: TestClient, api: Api) -> None:
    assert client.post("/settings", data={"automatic": "all", "theme": "dark"}).status_code == 303
    assert api.do(api.begin("fortress", deal=4), "moves", move="t1-t3")["steps"] == 3
    assert 'data-theme="dark"' in client.get("/").text


def test_the_server_says_that_its_database_answers(client: TestClient) -> None:
    assert client.get("/readyz").status_code == 200
