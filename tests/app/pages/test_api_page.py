"""The page for programs."""

from starlette.testclient import TestClient

from app.views.api_page import api_page
from tests.app.pages.conftest import Reader


def test_the_page_for_programs_shows_every_endpoint_of_the_document(client: TestClient, read: Reader) -> None:
    page = read("/api")
    paths = client.get("/api/v1/openapi.json").json()["paths"]
    assert paths
    assert not [path for path in paths if path not in page]


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
                        },
                        "examples": [{"seq": 3}],
                    }
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
        "http://here",
        "/openapi.json",
    )
    assert page.paragraphs == ("One.", "Two lines.")
    (endpoint,) = page.endpoints
    assert [(field.name, field.type, field.words) for field in endpoint.sent] == [
        ("seq", "integer", "The seq seen."),
        ("deal", "string or null", "Optional. "),
        ("piles", 'list of "a", "b"', "Optional. "),
    ]
    assert endpoint.example == '{\n  "seq": 3\n}'
