"""What a browser may keep for times without a connection."""

import re

import pytest
from starlette.testclient import TestClient

from app.people.looks import COOKIE
from app.web.assets import asset, shelf


def test_the_service_worker_changes_with_the_edition_and_sees_the_whole_site(client: TestClient) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-store"
    assert f'"{shelf().edition}"' in answer.text
    assert asset("offline/worker.js") in answer.text
    for address in ("/", "/settings"):
        assert 'site.js"' in client.get(address).text
    assert client.get(asset("site.js")).text.lstrip().startswith('import "./offline/keep.js";')


def test_the_page_without_a_connection_is_the_same_for_everybody(client: TestClient) -> None:
    nobody = client.get("/no-connection")
    assert "set-cookie" not in nobody.headers
    client.post("/api/v1/sessions", json={"game": "fortress", "deal": "4"})
    client.cookies.set(COOKIE, "theme:dark.deck:four")
    assert client.get("/no-connection").text == nobody.text


def test_the_worker_keeps_every_file_that_the_page_without_a_connection_needs(client: TestClient) -> None:
    page = client.get("/no-connection").text
    needed = re.findall(r'<(?:link rel="stylesheet"|script)[^>]* (?:href|src)="/static/\w+/([^"#]+)', page)
    worker = client.get(asset("offline/worker.js")).text
    assert len(needed) > 2
    assert [name for name in needed if f'"{name}"' not in worker] == []


class TestWithoutServiceWorker:
    @pytest.fixture(autouse=True)
    def switched_off(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("RAMPART_SERVICE_WORKER", "off")

    def test_browsers_let_go_of_it(self, client: TestClient) -> None:
        assert asset("offline/farewell.js") in client.get("/service-worker.js").text
        assert ".unregister()" in client.get(asset("offline/farewell.js")).text
