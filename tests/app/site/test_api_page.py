"""The page for programs."""

import pytest
from starlette.testclient import TestClient

from app.site.pages import api_page as routes
from app.site.words.api_page import api_page
from tests.app.reader import Reader


def test_the_page_for_programs_shows_every_endpoint_of_the_document(client: TestClient, read: Reader) -> None:
    page = read("/api")
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert paths
    assert not [path for path in paths if path not in page]


def test_the_page_says_what_lies_within_a_document(read: Reader) -> None:
    page = read("/api")
    for field in (
        "racers[].you",
        "heats[].runs[].outcome",
        "goal.home",
        "moves[].verdict",
        "standings[].points",
        "me.rank",
    ):
        assert f">{field}<" in page, field


def test_a_document_that_holds_its_like_ends() -> None:
    schemas = {"Made": {"properties": {"made": {"$ref": "#/components/schemas/Made"}}}}
    body = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Made"}}}}
    document = {"info": {}, "components": {"schemas": schemas}, "paths": {"/made": {"post": {"requestBody": body}}}}
    (endpoint,) = api_page(document, "/openapi.json").endpoints
    assert [field.name for field in endpoint.sent] == ["made", "made.made", "made.made.made", "made.made.made.made"]


def test_fields_are_named_with_their_types_and_references_followed() -> None:
    page = api_page(
        {
            "info": {"description": "One.\n\nTwo\nlines."},
            "components": {
                "schemas": {
                    "Made": {
                        "required": ["seq"],
                        "properties": {
                            "seq": {"type": "integer", "description": "The seq seen."},
                            "deal": {"anyOf": [{"type": "string"}, {"type": "null"}]},
                            "piles": {"type": "array", "items": {"enum": ["a", "b"]}},
                            "runs": {"type": "array", "items": {"$ref": "#/components/schemas/Run"}},
                            "me": {"anyOf": [{"$ref": "#/components/schemas/Run"}, {"type": "null"}]},
                        },
                        "examples": [{"seq": 3}],
                    },
                    "Run": {"type": "object", "required": ["place"], "properties": {"place": {"type": "integer"}}},
                }
            },
            "paths": {
                "/made": {
                    "post": {
                        "requestBody": {
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Made"}}}
                        },
                        "responses": {"201": {"description": "Made."}},
                    }
                }
            },
        },
        "/openapi.json",
    )
    assert page.paragraphs == ("One.", "Two lines.")
    (endpoint,) = page.endpoints
    assert [(field.name, field.type, field.words) for field in endpoint.sent] == [
        ("seq", "integer", "The seq seen."),
        ("deal", "string or null", "Optional. "),
        ("piles", 'list of "a", "b"', "Optional. "),
        ("runs", "list of object", "Optional. "),
        ("runs[].place", "integer", ""),
        ("me", "object or null", "Optional. "),
        ("me.place", "integer", ""),
    ]
    assert endpoint.example == '{\n  "seq": 3\n}'


def test_the_page_and_the_document_are_drawn_once_whoever_asks(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []

    def draw(template: str, **_: object) -> str:
        drawn.append(template)
        return "every endpoint"

    monkeypatch.setattr(routes, "draw", draw)
    for host in ("one.example", "two.example", "three.example"):
        page = client.get("/api", headers={"host": host})
        assert "every endpoint" in page.text
        assert f"http://{host}/api/v1/sessions" in page.text
        document = client.get("/api/v1/openapi.json", headers={"host": host})
        assert document.headers["content-type"] == "application/json"
        assert document.json()["info"]["title"] == "Rampart"
    assert len(drawn) == 1
    plain = client.get("/api/v1/openapi.json", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.json() == document.json()
