"""What is said about the end of a game, beside it."""

import re

from starlette.testclient import TestClient

from app.play.rows import help_given
from engine.cards import spell
from tests.databases import plain_engine
from tests.engine.verdicts import WINS

WIN = min((win for win in WINS if win.slug == "stalactites"), key=lambda win: len(win.line))


def _won(client: TestClient, taken_back: int) -> str:
    """Win a game, with one move made and taken back so many times first, and return its table."""
    asked = {"game": WIN.slug, "options": dict(WIN.options), "deck": spell(WIN.deck)}
    begun = client.post("/api/v1/sessions", json=asked).json()
    table, seq = f"/sessions/{begun['id']}", 0
    for _ in range(taken_back):
        client.post(f"/api/v1{table}/moves", json={"seq": seq, "move": str(WIN.line[0])})
        seq = client.post(f"/api/v1{table}/undo", json={"seq": seq + 1}).json()["seq"]
    for move in WIN.line:
        answer = client.post(f"/api/v1{table}/moves", json={"seq": seq, "move": str(move)})
        seq = answer.json()["seq"]
    assert answer.json()["status"] == "won"
    return table


def _said(answer: str) -> list[str]:
    return re.findall(r'<span class="(?:first|steps|row|judged)">([^<]*)</span>', answer)


def test_a_win_is_told_with_what_is_special_about_it(client: TestClient, stranger: TestClient) -> None:
    first, _, third = (_won(client, taken_back) for taken_back in (2, 1, 1))
    assert _said(client.get(f"{third}/ending").text) == ["You have won three in a row."]
    best, judged = "That is 1 step fewer than your best so far.", "Every step kept the win, and you took none back."
    client.post("/fortress/4")
    fourth = _won(client, 0)
    assert _said(client.get(f"{fourth}/ending").text) == [best, "You have won four in a row.", judged]
    assert "in a row" not in " ".join(_said(client.get(f"{first}/ending").text)), "what was won later counts for later"
    page = client.get(fourth).text
    assert best in page
    assert f"in {len(WIN.line)} steps" in page
    assert stranger.post("/fortress/4").status_code == 303
    assert stranger.get(f"{first}/ending").status_code == 403
    assert _said(stranger.get(f"{_won(stranger, 0)}/ending").text) == ["This is your first win of Stalactites.", judged]
    assert client.get(f"{client.post('/fortress/4').headers['location']}/ending").text == ""


def test_a_win_with_hints_beats_nobodys_best(client: TestClient, database_url: str) -> None:
    helped = _won(client, 2)
    with plain_engine(database_url).begin() as connection:
        help_given.climb(connection, helped.rpartition("/")[2], 0, "fair", 1, 0)
    without = _won(client, 3)
    assert _said(client.get(f"{without}/ending").text) == ["This is your first win of Stalactites without a hint."]
    again = _won(client, 0)
    with plain_engine(database_url).begin() as connection:
        help_given.climb(connection, again.rpartition("/")[2], 0, "fair", 1, 0)
    said = " ".join(_said(client.get(f"{again}/ending").text))
    assert "fewer than your best" not in said
    assert "It took one hint." in said
    assert "Every step" not in said, "whoever was led kept nothing"


def test_what_passes_on_a_game_names_its_deal(client: TestClient) -> None:
    answer = client.get(f"{_won(client, 0)}/ending").text
    assert f"🟩🟩🟩🟩 Stalactites, by {WIN.options['by']}, hand-made deal: solved, {len(WIN.line)} steps" in answer
    assert "http://testserver/stalactites</p>" in answer


def test_a_game_given_up_can_be_passed_on_and_begun_again(client: TestClient) -> None:
    table = client.post("/fortress/4").headers["location"]
    client.post(f"{table}/give-up", data={"seq": 0})
    page = client.get(table).text
    for control in ("next", "review", "share", "again"):
        assert f'id="{control}"' in page
    assert "http://testserver/fortress/4</p>" in page
    assert ">⬜⬜⬜⬜ Fortress, deal 4: not solved" in page
    assert '<span class="home">No card is home.</span></p>' in page
