"""Look at the standings of all time, and at the ratings at a game."""

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


standings = ask("/standings/all?game=fortress")
for row in standings["rows"]:
    print(f"{row['rank']}. {row['name']}: {row['points']} points")
ratings = ask("/ratings/fortress")
for row in ratings["rows"]:
    print(f"{row['rank']}. {row['name']}: {row['rating']} ± {2 * row['deviation']}")
print(f"{standings['size']} have points, and {len(ratings['rows'])} ratings are settled.")
