"""What a server answers, for the examples of the reference: one of each document that the OpenAPI document names.

`python -m tests.app.site.recording` writes the file again. `tests/app/site/test_recorded.py` holds it against a server.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

from app.core.clock import now_ms, today
from app.site.words.recorded import FILE
from tests.chromium.serving import serving
from tests.demo.__main__ import PASSWORD, fill
from tests.demo.people import NAMES

MOST = 2
"""How many entries of a list of documents are kept, and of a list of texts four times as many."""


@dataclass
class Recorder:
    """Asks a server, and keeps what it answers."""

    address: str
    described: Mapping[str, Any]
    visits: ExitStack
    documents: dict[str, Any] = field(default_factory=dict)
    """An answer of each kind, by the name of its schema."""
    addresses: dict[str, str] = field(default_factory=dict)
    """A value for each part of an address, and for each parameter."""

    def visitor(self) -> httpx.Client:
        """Return somebody new."""
        return self.visits.enter_context(httpx.Client(base_url=self.address, timeout=60))

    def keep(self, who: httpx.Client, operation: str, body: object = None, **parts: str) -> Any:
        """Send the request of an operation, and keep its answer and the parts of its address."""
        _, _, told = self._operation(operation)
        answer = self.ask(who, operation, body, **parts)
        (success,) = (one for status, one in told["responses"].items() if status.startswith("2"))
        schema = success["content"]["application/json"]["schema"]
        self.documents[_name(schema.get("items", schema))] = _brief(answer[0] if isinstance(answer, list) else answer)
        self.addresses |= parts
        return answer

    def ask(self, who: httpx.Client, operation: str, body: object = None, **parts: str) -> Any:
        """Send the request of an operation."""
        verb, path, _ = self._operation(operation)
        query = {name: part for name, part in parts.items() if f"{{{name}}}" not in path}
        answer = who.request(verb, path.format(**parts), json=body, params=query)
        assert answer.is_success, (operation, answer.text)
        return answer.json()

    def lines(self, who: httpx.Client, operation: str, **parts: str) -> Iterator[Any]:
        """Keep the lines of a stream, each of which says of which kind it is."""
        verb, path, told = self._operation(operation)
        schema = told["responses"]["200"]["content"]["application/x-ndjson"]["schema"]
        within = self.described["components"]["schemas"].get(_name(schema), schema)
        mapping = within.get("discriminator", {"mapping": {"session": schema.get("$ref")}})["mapping"]
        with who.stream(verb, path.format(**parts)) as stream:
            for line in filter(None, stream.iter_lines()):
                news = json.loads(line)
                self.documents[_name({"$ref": mapping[news["type"]]})] = _brief(news)
                yield news

    def _operation(self, name: str) -> tuple[str, str, Mapping[str, Any]]:
        """Find an operation by its name; return its verb, its path, and what the document says of it."""
        return next(
            (verb, path, told)
            for path, verbs in self.described["paths"].items()
            for verb, told in verbs.items()
            if told["operationId"] == name
        )


def _name(schema: Mapping[str, Any]) -> str:
    """Return the name of the schema that a reference leads to; an empty text if it is none."""
    return str(schema.get("$ref", "")).rpartition("/")[2]


def _brief(answer: Any) -> Any:
    if isinstance(answer, list):
        most = MOST if answer and isinstance(answer[0], dict) else 4 * MOST
        return [_brief(one) for one in answer[:most]]
    return {name: _brief(one) for name, one in answer.items()} if isinstance(answer, dict) else answer


@contextmanager
def recorder() -> Iterator[Recorder]:
    """Serve a site on which much has happened, and yield what asks it."""
    with TemporaryDirectory(prefix="rampart-recorded-") as temporary:
        folder = Path(temporary)
        fill(folder, 1)
        (folder / "demo.sqlite3").rename(folder / "rampart.sqlite3")
        (folder / "secret").rename(folder / "rampart.sqlite3.secret")
        with serving(folder, solvers=1) as address, ExitStack() as visits:
            yield Recorder(address, httpx.get(f"{address}/api/v1/openapi.json").json(), visits)


def record(asks: Recorder) -> None:
    """Ask for a document of every kind: as Ada, who has an account and has played for a year, and as Ben."""
    ada, ben = asks.visitor(), asks.visitor()
    asks.keep(ada, "sign_in", {"name": NAMES[0], "password": PASSWORD})
    asks.keep(ada, "show_me")
    asks.keep(ben, "make_account", {"name": "Ben", "password": PASSWORD})
    _record_a_game(asks, ben)
    _record_a_race(asks, ada, ben)
    _record_what_ada_did(asks, ada)
    asks.keep(ben, "analyse_position", {"game": "fortress", "deal": "5"})
    puzzle = asks.keep(ben, "next_puzzle", game="stalactites")
    asks.keep(ben, "attempt_puzzle", {"moves": []}, puzzle_id=puzzle["id"])
    asks.keep(ben, "seek_race", {"game": "stronghold"})
    asks.keep(ben, "stop_waiting")
    asks.keep(ben, "race_house", {"game": "fortress", "strength": "steady"})
    asks.addresses |= {"slug": "fortress", "game": "fortress"}


def _record_a_game(asks: Recorder, ben: httpx.Client) -> None:
    begun = asks.ask(ben, "begin_session", {"game": "fortress", "deal": "4"})
    at = {"session_id": begun["id"]}
    told, boards = asks.lines(ben, "stream_events"), asks.lines(ben, "stream_session", **at)
    assert next(told)["type"] == "heal"
    assert next(boards)["session"] == begun
    asks.keep(ben, "make_move", {"seq": 0, "move": "t1-f3"}, **at)
    assert next(told)["type"] == "game"
    asks.keep(ben, "list_moves", **at)
    asks.ask(ben, "undo", {"seq": 1}, **at)
    asks.keep(ben, "export_session", **at)


def _record_a_race(asks: Recorder, ada: httpx.Client, ben: httpx.Client) -> None:
    at = {"code": asks.ask(ada, "make_race", {"game": "fortress"})["code"]}
    told, room = asks.lines(ada, "stream_events"), asks.lines(ada, "stream_race", **at)
    assert [next(told)["type"], next(room)["type"]] == ["heal", "race"]
    asks.ask(ben, "join_race", **at)
    assert next(told)["type"] == "race"
    asks.ask(ada, "be_ready", **at)
    asks.ask(ben, "be_ready", **at)
    tables = (line["race"]["session"] for line in room if line["type"] == "race" and line["race"]["session"])
    mine = asks.ask(ada, "show_session", session_id=next(tables))
    theirs = asks.ask(ben, "show_race", **at)["session"]
    move = asks.ask(ada, "list_moves", session_id=mine["id"])["moves"][0]
    asks.ask(ada, "make_move", {"seq": 0, "move": move}, session_id=mine["id"])
    assert next(line for line in room if line["type"] == "run")["steps"]
    asks.ask(ben, "give_up", {"seq": 0}, session_id=theirs)
    asks.keep(ada, "show_race", **at)
    asks.ask(ben, "react_in_race", {"reaction": "well-played"}, **at)
    assert next(line for line in room if line["type"] == "reaction")["name"] == "Ben"


def _record_what_ada_did(asks: Recorder, ada: httpx.Client) -> None:
    day = today(now_ms()) - timedelta(3)
    asks.keep(ada, "show_daily", day=str(day), slug="fortress")
    asks.keep(ada, "show_leaderboard", day=str(today(now_ms())), slug="fortress")
    asks.keep(ada, "show_standings", period="all")
    asks.keep(ada, "show_ratings", slug="stonewall")
    asks.keep(ada, "show_player_ratings", name=NAMES[0])
    asks.keep(ada, "show_rooms")
    (past, *_) = asks.keep(ada, "list_tournaments")["past"]
    # A part of an address with the same name is that of a race already.
    asks.keep(ada, "show_tournament", code=past["code"])


def main() -> None:
    """Write the file again."""
    with recorder() as asks:
        record(asks)
    recorded = {"addresses": asks.addresses, "documents": dict(sorted(asks.documents.items()))}
    FILE.write_text(json.dumps(recorded, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
