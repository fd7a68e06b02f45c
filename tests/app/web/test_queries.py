"""What programs may send behind the question mark of an address."""

import re
from typing import Any

import pytest
from fastapi import FastAPI
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import QueryParams
from starlette.routing import Route
from starlette.testclient import TestClient

from app.site.doors import open_doors, routes
from app.site.features import FEATURES
from app.web import queries
from app.web.queries import Queries
from tests.app.addresses import USUAL, address

LEADERBOARD = "/api/v1/daily/2026-11-20/fortress/leaderboard"


@pytest.fixture
def operations(client: TestClient) -> list[tuple[str, str, set[str]]]:
    """List the verb, the path and the query keys of every endpoint that the document describes."""
    assert isinstance(client.app, FastAPI)
    described: dict[str, dict[str, Any]] = client.app.openapi()["paths"]
    return [
        (verb.upper(), path, {part["name"] for part in told.get("parameters", []) if part["in"] == "query"})
        for path, verbs in described.items()
        for verb, told in verbs.items()
    ]


def refused(client: TestClient, method: str, asked: str) -> str:
    """Ask for an address that is refused because of its query, and return the sentence."""
    answer = client.request(method, asked)
    assert answer.status_code == 400, (method, asked, answer.text)
    assert "set-cookie" not in answer.headers
    return str(answer.json()["detail"])


def test_every_endpoint_refuses_a_key_that_it_lacks_and_names_those_that_it_has(
    client: TestClient, operations: list[tuple[str, str, set[str]]]
) -> None:
    for method, path, known in operations:
        detail = refused(client, method, f"{address(path, USUAL)}?nonsense=1")
        assert set(re.findall("“([^”]+)”", detail)) == {"nonsense", *known}, (method, path)
    assert {path for _, path, _ in operations if path.endswith(("/stream", "/events"))}
    assert any(known for *_, known in operations)


def test_every_key_of_the_document_is_taken(client: TestClient, operations: list[tuple[str, str, set[str]]]) -> None:
    for method, path, known in operations:
        for key in known:
            detail = client.request(method, f"{address(path, USUAL)}?{key}=unknown").json().get("detail", "")
            assert "can have" not in detail, (method, path, key)


@pytest.mark.parametrize("path", ["/api/v1/openapi.json", "/api/v1/players/login"])
def test_what_the_document_leaves_out_takes_no_query_either(client: TestClient, path: str) -> None:
    method = "POST" if path.endswith("login") else "GET"
    assert refused(client, method, f"{path}?v=1") == "This address takes no query, so it can’t have “v”."


def test_head_is_refused_as_get_is_and_what_nobody_answers_stays_so(client: TestClient) -> None:
    assert client.head("/api/v1/rooms?x=1").status_code == 400
    assert client.head("/api/v1/rooms").status_code == 200
    for method, path in (("OPTIONS", "/api/v1/rooms"), ("DELETE", "/api/v1/rooms"), ("OPTIONS", "/api/v1/sessions")):
        assert client.request(method, f"{path}?x=1").status_code == 405
    assert client.get("/api/v1/nothing?x=1").status_code == 404


@pytest.mark.parametrize(
    ("query", "named"),
    [
        ("who=bots", "who"),
        ("Board=bots", "Board"),
        ("board=bots&", None),
        ("&&board=bots&&", None),
        ("%62oard=bots", None),
        ("board%20=bots", "board "),
        ("board+=bots", "board "),
        ("board=%ff", None),
        ("=bots", ""),
        ("board=bots&board=bots", "board"),
        ("board=bots&%62oard", "board"),
        ("board=bots;among=x", None),
        ("among=a=b&board=first-try", None),
    ],
)
def test_keys_are_read_as_the_endpoint_reads_them(client: TestClient, query: str, named: str | None) -> None:
    answer = client.get(f"{LEADERBOARD}?{query}")
    detail = answer.json().get("detail", "")
    assert (f"but not “{named}”" in detail or f"can have “{named}” only once" in detail) == (named is not None)


def test_pages_go_on_ignoring_what_they_do_not_know(client: TestClient) -> None:
    for page in ("/ratings?x=1&who=bots", "/standings/all?x=1&x=2", "/fortress/4?x=1", "/api?x=1", "/daily?x"):
        assert client.get(page).status_code == 200


def test_of_ten_thousand_keys_a_few_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    read = list[str]()

    def reading(text: str) -> str:
        read.append(text)
        return text

    monkeypatch.setattr(queries, "unquote_plus", reading)
    asked = Queries(routes(open_doors(FEATURES)))
    many = "&".join(f"k{n}=1" for n in range(10_000))
    for query in (many, f"board=bots&{many}", "&".join(["board=bots"] * 8_000), "&" * 90_000 + "x", "k" * 90_000):
        read.clear()
        assert asked.objection({"path": LEADERBOARD, "method": "GET", "query_string": query.encode()})
        assert len(read) <= 3
        assert all(len(key) <= 200 for key in read)


KEYS = st.sampled_from(["board", "among", "%62oard", "Board", "", "board+", "x", "%", "%ff", "é", "board" + "%20" * 99])
PARTS = st.tuples(KEYS, st.sampled_from(["", "=", "=bots", "==&", "=%26", ";"])).map("".join)


@given(st.lists(PARTS, max_size=5).map("&".join))
def test_a_query_is_refused_if_and_only_if_a_key_is_unknown_or_comes_again(query: str) -> None:
    asked = Queries(routes(open_doors(FEATURES)))
    raw = query.encode()
    keys = [key for key, _ in QueryParams(raw).multi_items()]
    wrong = any(key not in {"board", "among"} for key in keys) or len(keys) != len(set(keys))
    scope = {"path": LEADERBOARD, "method": "GET", "query_string": raw}
    assert bool(asked.objection(scope)) == wrong


def test_a_route_that_reads_no_parameters_takes_none() -> None:
    async def answer(_request: object) -> None:
        raise AssertionError

    asked = Queries([Route("/api/v1/x", answer)])
    scope = {"path": "/api/v1/x", "method": "GET", "query_string": b"a"}
    assert asked.objection(scope)
    assert not asked.objection({**scope, "query_string": b""})
    assert not asked.objection({**scope, "query_string": b"&&"})
