"""Ask what every first move of a deal leads to."""

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


found = ask("/analysis", {"game": "stronghold", "options": {"cell": "one"}, "deal": "17"})
print(f"The deal is {found['verdict']}.")
for label in found["moves"]:
    how = "exactly" if label["exact"] else "at most"
    print(f"{label['move']}  {label['verdict']}  {how} {label['at_most'] or '–'}")
