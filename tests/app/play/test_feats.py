"""What is special about a win, beside it."""

import re

from starlette.testclient import TestClient

from engine.cards import spell
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
    return re.findall(r'<span class="(?:first|steps|row)">([^<]*)</span>', answer)


def test_a_win_is_told_with_what_is_special_about_it(client: TestClient, stranger: TestClient) -> None:
    first, _, third = (_won(client, taken_back) for taken_back in (2, 1, 1))
    assert _said(client.get(f"{third}/feats").text) == ["You have won three in a row."]
    best = f"Your fewest steps so far: your best was {len(WIN.line) + 1}."
    client.post("/fortress/4")
    fourth = _won(client, 0)
    assert _said(client.get(f"{fourth}/feats").text) == [best, "You have won four in a row."]
    assert "in a row" not in " ".join(_said(client.get(f"{first}/feats").text)), "what was won later counts for later"
    page = client.get(fourth).text
    assert best in page
    assert "<dt>Steps</dt><dd>53</dd>" in page
    assert stranger.post("/fortress/4").status_code == 303
    assert stranger.get(f"{first}/feats").status_code == 403
    assert _said(stranger.get(f"{_won(stranger, 0)}/feats").text) == ["This is your first win of Stalactites."]
    assert client.get(f"{client.post('/fortress/4').headers['location']}/feats").text == ""
