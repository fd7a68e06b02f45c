"""Follow a game: each line of the stream is the game after a change, until it is over."""

import json
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


at = f"/sessions/{ask('/sessions', {'game': 'fortress', 'deal': '4'})['id']}"
with rampart.stream("GET", f"{at}/stream") as stream:
    # An empty line says that the server is still there.
    for line in filter(None, stream.iter_lines()):
        session = json.loads(line)["session"]
        print(session["seq"], session["status"])
        if session["seq"] == 0:
            ask(f"{at}/moves", {"seq": 0, "move": "t1-f3"})
        elif session["seq"] == 1:
            ask(f"{at}/give-up", {"seq": 1})
