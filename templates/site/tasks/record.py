"""Keep the record of a game, and play it again to see whether it holds."""

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
ask(f"{at}/moves", {"seq": 0, "move": "t1-f3"})
ask(f"{at}/undo", {"seq": 1})
ask(f"{at}/give-up", {"seq": 2})
record = ask(f"{at}/export")

begun = ask("/sessions", {"game": record["game"], "options": record["options"], "deck": record["deck"]})
at = f"/sessions/{begun['id']}"
for entry in record["entries"]:
    if entry["auto"]:
        continue  # The server does it again by itself.
    if entry["do"] == "move":
        ask(f"{at}/moves", {"seq": entry["seq"], "move": entry["move"]})
    else:
        ask(f"{at}/{entry['do']}", {"seq": entry["seq"]})
again = ask(f"{at}/export")
played, replayed = ([(entry["do"], entry["move"]) for entry in one["entries"]] for one in (record, again))
if (record["status"], played) != (again["status"], replayed):
    raise SystemExit("The record does not hold.")
print(f"The record of {len(played)} entries holds.")
