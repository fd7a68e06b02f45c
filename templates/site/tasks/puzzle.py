"""Take a puzzle, lay it out on a table of your own, and try its first legal move."""

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


puzzle = ask("/puzzles/next?game=stalactites")
print(puzzle["goal_text"])
board = ask("/sessions", {"game": puzzle["game"], "options": puzzle["options"], "deck": puzzle["deck"]})
at = f"/sessions/{board['id']}"
for move in puzzle["moves"]:
    board = ask(f"{at}/moves", {"seq": board["seq"], "move": move})
tried = ask(f"{at}/moves")["moves"][:1]
attempt = ask(f"/puzzles/{puzzle['id']}/attempts", {"moves": tried})
print(f"{tried[0]}: {attempt['outcome']}")
