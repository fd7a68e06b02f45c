"""What holds for every request, whatever it asks: who may send, how much, and what every answer carries."""

import logging

import pytest
from starlette.testclient import TestClient

from app.core.bounds import LARGEST_BODY
from app.play.service import play
from app.web.guard import HEADERS
from tests.app.play.table import BY_SCRIPT

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/", 200),
        ("HEAD", "/", 200),
        ("GET", "/healthz", 200),
        ("GET", "/api/v1/openapi.json", 200),
        ("POST", "/fortress/4", 303),
        ("GET", "/history?before=x", 400),
        ("GET", "/klondike", 404),
        ("GET", "/static/old/nothing.css", 404),
        ("GET", "/api/v1/sessions/nothing", 404),
        ("DELETE", "/", 405),
        ("OPTIONS", "/", 405),
        ("PUT", "/api/v1/sessions", 405),
        ("GET", "/fortress/%00", 404),
    ],
)
def test_every_answer_carries_the_security_headers(client: TestClient, method: str, address: str, status: int) -> None:
    answer = client.request(method, address)
    assert answer.status_code == status
    assert {name: answer.headers.get_list(name) for name in HEADERS} == {name: [HEADERS[name]] for name in HEADERS}


def test_what_a_script_has_sent_for_carries_the_one_header_that_browsers_heed_in_it(client: TestClient) -> None:
    table = client.post("/fortress/4").headers["location"]
    move = {"seq": "0", "move": "t0-t9"}
    answer = client.post(f"{table}/moves", data=move, headers=BY_SCRIPT)
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "content-security-policy" not in answer.headers
    assert HEADERS.items() <= dict(client.get(table, headers=BY_SCRIPT).headers).items()
    assert HEADERS.items() <= dict(client.post(f"{table}/moves", data=move).headers).items()


def test_a_file_that_is_no_document_carries_what_a_browser_heeds_in_it(client: TestClient) -> None:
    for name in ("board.css", "table/main.js", "icons/180.png"):
        assert client.get(f"/static/old/{name}").headers["x-content-type-options"] == "nosniff"
        assert "content-security-policy" not in client.get(f"/static/old/{name}").headers
    for document in ("/static/old/cards.svg", "/static/old/nothing.css", "/service-worker.js"):
        assert HEADERS.items() <= dict(client.get(document).headers).items()


@pytest.mark.parametrize(("length", "status"), [(LARGEST_BODY, 422), (LARGEST_BODY + 1, 413)])
def test_a_refused_body_is_answered_with_the_security_headers(client: TestClient, length: int, status: int) -> None:
    answer = client.post("/fortress/custom", content=b"text=".ljust(length, b"x"), headers=FORM)
    assert answer.status_code == status
    assert HEADERS.items() <= dict(answer.headers).items()


def test_nothing_but_our_own_scripts_and_styles_may_run() -> None:
    policy = dict(part.split(" ", 1) for part in HEADERS["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in HEADERS["content-security-policy"]


@pytest.mark.parametrize(
    ("address", "headers", "kind"),
    [
        ("/sessions/x", {}, "text/html; charset=utf-8"),
        ("/sessions/x", BY_SCRIPT, "text/html; charset=utf-8"),
        ("/api/v1/sessions/x", {}, "application/json"),
    ],
)
def test_a_failure_of_ours_is_one_sentence_with_500_and_tells_nothing_else(
    client: TestClient,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    address: str,
    headers: dict[str, str],
    kind: str,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("the deck is AC 2C 3C")

    monkeypatch.setattr(play, "look", fail)
    forgiving = TestClient(client.app, raise_server_exceptions=False)
    forgiving.portal = client.portal
    answer = forgiving.get(address, headers=headers)
    assert (answer.status_code, answer.headers["content-type"]) == (500, kind)
    assert "Something went wrong on the server, but your game is as it was before." in answer.text
    assert "AC" not in answer.text
    assert HEADERS.items() <= dict(answer.headers).items()
    told = [one for one in caplog.records if one.name == "rampart" and one.levelno >= logging.ERROR]
    assert [one.exc_info is not None for one in told] == [True]


@pytest.mark.parametrize("address", ["/", "/fortress", "/fortress/4", "/healthz", "/api/v1/openapi.json", "/nothing"])
def test_head_is_answered_as_get(client: TestClient, address: str) -> None:
    got, asked = client.get(address), client.head(address)
    assert (asked.status_code, dict(asked.headers)) == (got.status_code, dict(got.headers))


@pytest.mark.parametrize("address", ["/sessions/x/undo", "/fortress/new", "/api/v1/sessions"])
def test_head_acts_no_more_than_get_does(client: TestClient, address: str) -> None:
    answer = client.head(address)
    assert answer.status_code in {404, 405}
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "origin",
    ["", "null", "http://", "http://[", "http://elsewhere.example", "http://testserver.example", "testserver", "é://"],
)
def test_an_origin_that_is_not_ours_is_refused_however_it_is_written(client: TestClient, origin: str) -> None:
    answer = client.post("/fortress/4", headers={b"origin": origin.encode()})
    assert answer.status_code == 403
    assert "came from another site" in answer.text
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", ["http://testserver", "https://testserver", "HTTP://TestServer"])
def test_our_own_origin_is_accepted_also_behind_a_proxy_that_speaks_https(client: TestClient, origin: str) -> None:
    assert client.post("/fortress/4", headers={"origin": origin}).status_code == 303


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_no_writing_method_is_accepted_from_another_site(client: TestClient, method: str) -> None:
    answer = client.request(method, "/settings", headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


def test_a_link_on_another_site_may_be_followed(client: TestClient) -> None:
    assert client.get("/fortress/4", headers={"sec-fetch-site": "cross-site"}).status_code == 200
