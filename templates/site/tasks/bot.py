"""Make an account that is a bot, wait for another bot, and race it."""

import json
import os
import secrets
import time
from typing import Any

import httpx

rampart = httpx.Client(base_url=f"{os.environ['RAMPART']}/api/v1", timeout=40)


def ask(path: str, body: dict[str, Any] | None = None) -> Any:
    """Ask the server; the client keeps the cookie that says who you are."""
    answer = rampart.get(path) if body is None else rampart.post(path, json=body)
    if not answer.is_success:
        raise SystemExit(answer.json()["detail"])
    return answer.json()


password = secrets.token_urlsafe()
ask("/players", {"name": f"Bot {password[:8]}", "password": password})
print(ask("/players/bot", {"password": password})["name"])
race = ask("/pairing", {"game": "stronghold"})["race"]
while race is None:
    time.sleep(2)
    race = ask("/pairing")["race"]


def play(at: str) -> None:
    """Bring home what can go, and give up what is left."""
    board = ask(at)
    while home := [move for move in ask(f"{at}/moves")["moves"] if "-f" in move]:
        board = ask(f"{at}/moves", {"seq": board["seq"], "move": home[0]})
    ask(f"{at}/give-up", {"seq": board["seq"]})


with rampart.stream("GET", f"/races/{race}/stream") as stream:
    for line in filter(None, stream.iter_lines()):
        if table := json.loads(line).get("race", {}).get("session"):
            try:
                play(f"/sessions/{table}")
            except SystemExit as refused:
                print(refused)  # the other bot may have won meanwhile
            break
for run in ask(f"/races/{race}")["heats"][0]["runs"]:
    print(run["name"], run["outcome"], run["home"])
ask(f"/races/{race}/leave", {})
