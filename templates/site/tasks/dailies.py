"""List the dailies of today, and look at the leaderboard of a day that is over."""

import os
from datetime import UTC, datetime, timedelta
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
for game in ("stonewall", "stronghold", "six-by-four", "fortress", "stalactites"):
    daily = ask(f"/daily/{today}/{game}")
    print(f"{game}: {daily['state']}, sealed as {daily['commitment']}")
over = today - timedelta(2)
board = ask(f"/daily/{over}/fortress/leaderboard?board=solved")
print(f"{board['size']} solved Fortress on {over}.")
for row in board["rows"]:
    print(row["rank"], row["name"], row["steps"])
