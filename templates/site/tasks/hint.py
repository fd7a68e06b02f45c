"""Begin a game of Fortress, and make the best move three times."""

import os
from typing import Any

import httpx

rampart = httpx.Client(base_url=f"{os.environ['RAMPART']}/api/v1", timeout=40)


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the server; the client keeps the cookie that says who you are."""
    answer = rampart.get(path) if body is None else rampart.post(path, json=body)
    if not answer.is_success:
        raise SystemExit(answer.json()["detail"])
    return answer.json()


moves: list[str] = []
session = ask("/sessions", {"game": "fortress", "deal": "5"})
while len(moves) < 3:
    best = ask("/analysis", {"game": "fortress", "deal": "5", "moves": moves})["moves"][0]
    print(f"{best['move']}: {best['verdict']}, {best['at_most'] or '?'} moves to a win")
    session = ask(f"/sessions/{session['id']}/moves", {"seq": session["seq"], "move": best["move"]})
    # The server may have brought more cards home by itself, and the record has those moves, too.
    moves = [entry["move"] for entry in ask(f"/sessions/{session['id']}/export")["entries"]]
