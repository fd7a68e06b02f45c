"""Addresses at the edge of what can be: no GET ends in a failure of ours, and no cache keeps an answer."""

import re
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.play.service import play
from tests.app.addresses import USUAL, address, routes
from tests.app.play.table import BY_SCRIPT

HUGE = ["9" * 19, "9" * 20, "9" * 400, str(2**31), str(2**63), str(2**64), "-1", "0", "00", "1e9", "0x10", "1_000"]
FOREIGN = ["٥", "１２", "²", "x\u0301", "\U0001f0a1", "\u202e", "\ufeff", "ﬀ", "İ"]
BROKEN = ["\0", "%00", "\r\nset-cookie: a=b", "../../etc/passwd", "'; --", "{{7*7}}", "<svg onload=x>", "?", "#", "\\"]
LONG = ["x" * 5000, "é" * 2000]
DATES = ["0001-01-01", "0000-00-00", "9999-12-31", "9999-12-30", "2026-02-30", "2026-1-1", "٢٠٢٦-١١-٢٠", "2025-12-31"]
DATES += ["3000-01-01", "2999-12-31", "2026-01-01"]
MONTHS = ["0001-01", "9999-12", "2026-13", "2026-00", "2025-12", "3000-01", "2999-12", "2026-01", "2026-1"]
WEEKS = ["0001-W01", "9999-W52", "9999-W53", "2026-W00", "2026-W54", "2026-W01", "2025-W52", "2999-W52", "all", "ALL"]
STREAMS = ("/events", "/stream")
"""Addresses whose answers have no end."""
KEYS = ["0-0", "999999999999999-zzz", "-", "1-", f"{'9' * 15}-{'z' * 32}"]
NASTY = ["", *HUGE, *FOREIGN, *BROKEN, *LONG, *DATES, *MONTHS, *WEEKS, *KEYS]
SURROGATES = ["%ED%A0%80", "%ff%fe", "%c0%80", "%F4%90%80%80"]
"""As they come: no client of ours would write these."""
values = st.sampled_from(NASTY).map(lambda text: quote(text, safe="")) | st.sampled_from(SURROGATES)
PARAMETERS = [
    "month",
    "among",
    "board",
    "game",
    "before",
    "step",
    "from",
    "seen",
    "rules",
    "cells",
    "cell",
    "by",
    "mode",
]


def gets(client: TestClient) -> list[str]:
    """List the paths that answer GET, except streams, which have no end."""
    return sorted({path for method, path in routes(client.app) if method == "GET" and not path.endswith(STREAMS)})


@settings(
    max_examples=150,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(st.data())
def test_no_get_fails_whatever_its_address_names(client: TestClient, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(gets(client)))
    given_here = {name: data.draw(values) for name in re.findall(r"{(\w+)", path) if data.draw(st.integers(0, 3))}
    query = data.draw(st.dictionaries(st.sampled_from(PARAMETERS), values, max_size=2))
    asked = address(path, {**USUAL, **given_here}) + "?" + "&".join(f"{name}={text}" for name, text in query.items())
    # A failure of the server's own is raised here.
    answer = client.get(asked)
    assert answer.status_code < 500
    assert answer.headers.get_list("cache-control"), asked


@pytest.mark.parametrize("form", ["/daily?month={}", "/daily/{}", "/daily/{}/fortress", "/standings/{}"])
def test_a_date_is_found_or_not_whatever_is_written(client: TestClient, form: str) -> None:
    answers = {value: client.get(form.format(quote(value, safe=""))).status_code for value in NASTY if value}
    # No text of a query may hold NUL.
    refused = {value: status for value, status in answers.items() if status not in {200, 404}}
    assert all("\0" in value and "?" in form and status == 400 for value, status in refused.items()), refused


@pytest.mark.parametrize(
    "path",
    [
        "/daily?month=0001-01",
        "/daily?month=9999-12",
        "/daily?month=2025-12",
        "/daily/9999-12-31",
        "/daily/2025-12-31/fortress",
        "/daily/3000-01-01/fortress/leaderboard",
        "/standings/0001-W01",
        "/standings/9999-W52",
        "/standings/9999-12",
        "/api/v1/daily/9999-12-31/fortress",
        "/api/v1/standings/0001-W01",
    ],
)
def test_days_before_the_first_and_after_the_last_are_not_found_in_one_sentence(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


@pytest.mark.parametrize("path", ["/daily?month=2026-01", "/standings/2026-W01", "/standings/2026-01"])
def test_nothing_leads_before_the_first_day(client: TestClient, path: str) -> None:
    text = client.get(path).text
    assert "2025" not in "".join(re.findall(r'href="([^"]+)"', text))


@pytest.mark.parametrize(
    "path", ["/daily/2999-12-31", "/daily?month=2999-12", "/standings/2999-12", "/standings/2999-W52"]
)
def test_the_last_day_can_be_asked_for(client: TestClient, path: str) -> None:
    assert client.get(path).status_code == 200


KEPT = {
    "/static/{edition}/{name:path}": "public, max-age=31536000, immutable",
    "/pictures/{slug}.png": "public, max-age=86400",
    "/pictures/{slug}/{number}.png": "public, max-age=86400",
    "/analysis/{slug}/picture.png": "public, max-age=86400",
    "/daily/feed.atom": "public, max-age=900",
    "/daily/calendar.ics": "public, max-age=900",
}
"""The addresses whose answers caches may keep."""
ASKED = {"/analysis/{slug}/picture.png": "?deal=5"}
"""What has to be asked of some of them."""


def test_no_answer_of_any_route_is_kept_but_files_pictures_and_feeds(client: TestClient) -> None:
    session_id = client.post("/fortress/4").headers["location"].rpartition("/")[2]
    told = {}
    for method, path in routes(client.app):
        if path.endswith(STREAMS):
            continue
        asked = address(path, {**USUAL, "session_id": session_id}) + ASKED.get(path, "")
        answer = client.request(method, asked)
        told[method, path] = answer.headers.get_list("cache-control")
    assert told == {(method, path): [KEPT.get(path, "no-store")] for method, path in told}


@pytest.mark.parametrize(
    ("method", "path", "headers"),
    [
        ("GET", "/klondike", {}),
        ("GET", "/api/v1/sessions/nothing", {}),
        ("DELETE", "/", {}),
        ("GET", "/fortress/%00", {}),
        ("GET", "/static/old/nothing.css", {}),
        ("POST", "/settings", {"sec-fetch-site": "cross-site"}),
        ("POST", "/settings", {"content-length": "999999"}),
        ("GET", "/sessions/x/turn", BY_SCRIPT),
        ("GET", "/sessions/x/events", {"accept": "text/event-stream"}),
    ],
)
def test_no_refusal_is_kept(client: TestClient, method: str, path: str, headers: dict[str, str]) -> None:
    answer = client.request(method, path, headers=headers)
    assert answer.status_code >= 400
    assert answer.headers.get_list("cache-control") == ["no-store"]


@pytest.mark.parametrize("path", ["/sessions/x", "/api/v1/sessions/x", "/sessions/x/turn"])
def test_a_failure_of_ours_is_short_tells_no_place_in_the_code_and_is_not_kept(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("/home/rampart/app/secret.py")

    monkeypatch.setattr(play, "look", fail)
    forgiving = TestClient(client.app, raise_server_exceptions=False)
    forgiving.portal = client.portal
    answer = forgiving.get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (500, "no-store")
    assert len(answer.text) < 3000
    assert not re.search(r"Traceback|ZeroDivision|\.py|secret", answer.text)
