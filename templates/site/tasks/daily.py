"""Begin the daily of Six by Four, and bring home whatever can go."""

import os
from datetime import UTC, datetime
from typing import Any

import httpx

rampart = httpx.Client(base_url=f"{os.environ['RAMPART']}/api/v1", timeout=40)


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the server; the client keeps the cookie that says who you are."""
    answer = rampart.get(path) if body is None else rampart.post(path, json=body)
    if not answer.is_success:
        raise SystemExit(answer.json()["detail"])
    return answer.json()


today = datetime.now(UTC).date()
board = ask(f"/daily/{today}/six-by-four/start", {"options": {"cells": "four"}})
at = f"/sessions/{board['id']}"
while home := [move for move in ask(f"{at}/moves")["moves"] if "-f" in move]:
    board = ask(f"{at}/moves", {"seq": board["seq"], "move": home[0]})
print(f"deal {board['deal']}: {board['status']} after {board['steps']} steps")
