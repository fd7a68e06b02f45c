"""Log lines: JSON, with a request's id, and without a word of who it was."""

import json
import logging
from pathlib import Path
from signal import SIGTERM

import pytest
from starlette.testclient import TestClient

from app.core.logs import REQUEST_ID, REQUESTS, JsonLines
from app.core.store.database import StoreUnavailable
from app.play.service import play
from tests.app.conftest import Server
from tests.app.play.table import BY_SCRIPT
from tests.cli.test_serve import end, serving
from tests.lengths import a_few

SENTENCE = "Something went wrong on the server, but your game is as it was before."


def written(record: logging.LogRecord) -> dict[str, object]:
    """Return the line of a record."""
    line: dict[str, object] = json.loads(JsonLines().format(record))
    return line


def test_a_request_is_one_line_that_names_no_game(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    table = client.post("/fortress/4").headers["location"]
    with caplog.at_level(logging.INFO, REQUESTS.name):
        client.get(table)
    (record,) = [record for record in caplog.records if record.name == REQUESTS.name]
    line = written(record)
    assert (line["to"], line["method"], line["status"]) == ("sessions.show_table", "GET", 200)
    assert table.rpartition("/")[2] not in json.dumps(line)


@pytest.mark.parametrize(
    ("address", "headers", "in_words"),
    [
        ("/sessions/x", {}, "number: <code>{}</code>"),
        ("/sessions/x", BY_SCRIPT, "before. (Number <code>{}</code>)"),
        (
            "/api/v1/sessions/x",
            {},
            '{{"detail":"Something went wrong on the server, but your game is as it was before.","code":"failure"}}',
        ),
    ],
    ids=["page", "fragment", "json"],
)
def test_a_failure_is_found_by_the_id_that_its_answer_carries(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    address: str,
    headers: dict[str, str],
    in_words: str,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    seen: list[str] = []
    # The server works by itself meanwhile, and on a busy machine it says so when that is slow.
    monkeypatch.setattr("app.core.store.watch.SLOW_SECONDS", 3600.0)
    monkeypatch.setattr(play, "look", fail)
    monkeypatch.setattr("app.web.errors._log.error", lambda *_, **__: seen.append(REQUEST_ID.get()))
    forgiving = TestClient(client.app, raise_server_exceptions=False)
    forgiving.portal = client.portal
    answer = forgiving.get(address, headers=headers)
    assert [answer.headers["x-request-id"]] == seen
    assert in_words.format(*seen) in answer.text
    assert not caplog.records


def test_a_database_that_does_not_answer_is_reported_by_the_id_too(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StoreUnavailable

    monkeypatch.setattr(play, "look", fail)
    answer = client.get("/sessions/x")
    assert answer.status_code == 503
    assert f"<code>{answer.headers['x-request-id']}</code>" in answer.text


@pytest.mark.parametrize("address", ["/sessions/x", "/klondike", "/nothing/at/all", "/history?before=x"])
def test_a_refusal_carries_no_id_because_nothing_is_logged(client: TestClient, address: str) -> None:
    answer = client.get(address)
    assert answer.status_code in {400, 404}
    assert "x-request-id" not in answer.headers
    assert "send them this number" not in answer.text


def test_a_trace_stands_within_its_line() -> None:
    try:
        raise ZeroDivisionError("by nought")
    except ZeroDivisionError as error:
        trouble = (type(error), error, error.__traceback__)
    line = written(logging.LogRecord("rampart", logging.ERROR, "", 0, "A request failed.", (), trouble))
    assert (line["level"], line["from"], line["said"]) == ("error", "rampart", "A request failed.")
    assert str(line["trace"]).endswith("ZeroDivisionError: by nought")


@pytest.mark.parametrize(("wanted", "lines"), a_few([("requests", 2), ("trouble", 0)], 1))
def test_requests_are_logged_where_that_is_wanted(tmp_path: Path, wanted: str, lines: int) -> None:
    from contextlib import ExitStack

    settings = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/games.db", "RAMPART_LOG": wanted}
    with serving(**settings) as (process, told), ExitStack() as visits:
        visitor = Server(process, told.split()[3], visits).visitor()
        visitor.get("/healthz")
        visitor.get("/nothing")
        log = end(process, SIGTERM).err.splitlines()
    assert [json.loads(line)["status"] for line in log] == [200, 404][:lines]
