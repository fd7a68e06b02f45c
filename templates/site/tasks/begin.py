"""Begin a game of Fortress, bring every card home that can go, take the last one back, and give up."""

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


session = ask("/sessions", {"game": "fortress", "deal": "4"})
at = f"/sessions/{session['id']}"
while home := [move for move in ask(f"{at}/moves")["moves"] if "-f" in move]:
    session = ask(f"{at}/moves", {"seq": session["seq"], "move": home[0]})
session = ask(f"{at}/undo", {"seq": session["seq"]})
session = ask(f"{at}/give-up", {"seq": session["seq"]})
print(f"{session['status']} after {session['steps']} steps and {session['undos']} undo")
