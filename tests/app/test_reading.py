"""Reading changes nothing: whatever a GET asks for, the database stays as it is."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from app.play import presence
from app.site.schema import metadata
from tests.app.addresses import USUAL, address, routes
from tests.databases import plain_engine
from tests.lengths import a_few

Rows = dict[str, list[Any]]


@pytest.fixture
def played(client: TestClient) -> str:
    """Begin a session with a move made and one taken back; return its id."""
    table = client.post("/fortress/4").headers["location"]
    client.post(f"{table}/moves", data={"seq": 0, "move": "t1-f3"})
    client.post(f"{table}/moves", data={"seq": 1, "move": "t3-t1"})
    client.post(f"{table}/undo", data={"seq": 2})
    return str(table).rpartition("/")[2]


@pytest.mark.parametrize("method", a_few(["GET", "HEAD"], 1))
@pytest.mark.parametrize("known", [True, False], ids=["its player", "somebody new"])
def test_no_get_changes_anything_or_makes_anybody(
    client: TestClient,
    stranger: TestClient,
    database_url: str,
    played: str,
    method: str,
    known: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # That a player has left a table is noted some seconds after the last stream to it has ended.
    monkeypatch.setattr(presence, "GRACE_MS", 3_600_000)
    visitor = client if known else stranger
    before = _rows(database_url)
    asked = [path for way, path in routes(client.app) if way == "GET"]
    for path in asked:
        # A stream has no end, so no more of an answer is read than how it begins.
        with visitor.stream(method, address(path, {**USUAL, "session_id": played})) as answer:
            assert answer.status_code < 500, path
            assert "rampart=" not in answer.headers.get("set-cookie", ""), path
    assert len(asked) > 10
    assert _rows(database_url) == before


@pytest.mark.parametrize("by", [{}, {"hx-request": "true"}], ids=["page", "fragment"])
def test_an_address_for_forms_does_nothing_when_it_is_followed_as_a_link(
    client: TestClient, database_url: str, played: str, by: dict[str, str]
) -> None:
    before = _rows(database_url)
    for method, path in routes(client.app):
        if method == "POST":
            fields = {"seq": "3", "move": "t3-t1", "automatic": "all"}
            client.get(address(path, {**USUAL, "session_id": played}), params=fields, headers=by)
    assert _rows(database_url) == before


def _rows(url: str) -> Rows:
    """Return everything that the database holds, but for the row that `/readyz` writes to see whether it can."""
    with plain_engine(url).connect() as connection:
        rows = {table.name: list(connection.execute(table.select())) for table in metadata.sorted_tables}
    rows["bookmark"] = [row for row in rows["bookmark"] if row.name != "trial"]
    return rows
