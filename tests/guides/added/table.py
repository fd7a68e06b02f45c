"""The notes of players, as the guide for a table has added them."""

from starlette.testclient import TestClient

from tests.app.play.api.conftest import Api, given
from tests.guides.added.conftest import Arrive

PASSWORD = "a moat and a drawbridge"


def write(client: TestClient, session_id: str, words: str) -> int:
    return client.post(f"/notes/{session_id}", data={"words": words}).status_code


def test_only_a_games_player_reads_and_writes_its_note(client: TestClient, stranger: TestClient) -> None:
    game = Api(client).begin("fortress", deal="4")["id"]
    assert write(client, game, "the <b>seven</b> first") == 303
    assert "the &lt;b&gt;seven&lt;/b&gt; first" in client.get(f"/notes/{game}").text
    assert f'href="/notes/{game}"' in client.get("/history").text
    assert stranger.get(f"/notes/{game}").status_code == write(stranger, game, "mine") == 403
    assert client.get("/notes/unknown").status_code == 404
    assert write(client, game, "x" * 201) == write(client, game, "a\x1bb") == 400
    assert write(client, game, "") == 303
    assert "seven" not in client.get(f"/notes/{game}").text


def test_a_note_goes_with_its_game_and_ends_with_the_account(arrive: Arrive) -> None:
    owner, guest = arrive(), arrive()
    given(owner.post("/api/v1/players", json={"name": "Ada", "password": PASSWORD}))
    game = Api(guest).begin("fortress", deal="4")["id"]
    assert write(guest, game, "the seven first") == 303
    given(guest.post("/api/v1/login", json={"name": "Ada", "password": PASSWORD}))
    assert "the seven first" in owner.get(f"/notes/{game}").text
    assert '"the seven first"' in owner.get("/account/export").text
    assert owner.post("/account/delete", data={"password": PASSWORD}).status_code == 303
    assert "the seven first" not in guest.get(f"/notes/{game}").text
