"""The examples of the reference: each is one that a server could send or read now."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from pydantic import TypeAdapter
from starlette.testclient import TestClient

from app.site.words.api_page import api_page
from app.site.words.recorded import recorded
from tests.app.site.recording import record, recorder

KINDS = ("application/json", "application/x-ndjson")
PLAIN: Mapping[str, tuple[type, ...]] = {
    "string": (str,), "integer": (int,), "number": (int, float), "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


@pytest.fixture
def document(client: TestClient) -> dict[str, Any]:
    """Return the OpenAPI document."""
    return TypeAdapter(dict[str, Any]).validate_json(client.get("/api/v1/openapi.json").content)


def fits(schemas: Mapping[str, Any], schema: Mapping[str, Any], value: Any) -> bool:
    """Return whether a server could send a value that a schema describes: with each field, and with no other."""
    if "$ref" in schema:
        return fits(schemas, schemas[schema["$ref"].rpartition("/")[2]], value)
    if "anyOf" in schema:
        return any(fits(schemas, choice, value) for choice in schema["anyOf"])
    if "const" in schema or "enum" in schema:
        return value in schema.get("enum", [schema.get("const")])
    if schema["type"] == "array":
        return isinstance(value, list) and all(fits(schemas, schema["items"], one) for one in value)
    if schema["type"] != "object":
        return type(value) in PLAIN[schema["type"]]
    if not isinstance(value, dict):
        return False
    if "properties" not in schema:
        return all(fits(schemas, schema["additionalProperties"], one) for one in value.values())
    fields = schema["properties"]
    required = set(schema.get("required", ()))
    return required <= value.keys() <= fields.keys() and all(fits(schemas, fields[name], value[name]) for name in value)


def answered(document: Mapping[str, Any]) -> Iterator[str]:
    """Yield the name of each schema that an endpoint answers with, and of each line of a stream."""
    for operation in (one for verbs in document["paths"].values() for one in verbs.values()):
        for status, answer in operation["responses"].items():
            schema: Mapping[str, Any] = next(
                (answer["content"][kind]["schema"] for kind in KINDS if kind in answer.get("content", {})), {}
            )
            schema = schema.get("items", schema)
            if status.startswith("2"):
                name = schema.get("$ref", "").rpartition("/")[2]
                choices = document["components"]["schemas"].get(name, schema).get("oneOf", [schema] if schema else [])
                yield from (choice["$ref"].rpartition("/")[2] for choice in choices)


def test_there_is_an_example_of_every_answer_and_of_nothing_else(document: dict[str, Any]) -> None:
    assert recorded().documents.keys() == set(answered(document))


def test_every_example_of_an_answer_is_one_that_the_server_could_send(document: dict[str, Any]) -> None:
    schemas = document["components"]["schemas"]
    for name, example in recorded().documents.items():
        assert schemas[name]["examples"] == [example]
        assert fits(schemas, schemas[name], example), name
        assert not fits(schemas, schemas[name], {**example, "of a later version": 1}), name
        for left_out in schemas[name]["required"]:
            assert not fits(schemas, schemas[name], {key: one for key, one in example.items() if key != left_out}), name


def test_every_part_of_an_address_has_an_example(document: dict[str, Any]) -> None:
    for path, verbs in document["paths"].items():
        for operation in verbs.values():
            named = {part["name"] for part in operation.get("parameters", ()) if "example" in part}
            assert set(re.findall(r"{(\w+)}", path)) <= named, path


def test_every_request_of_the_reference_can_be_read(client: TestClient, document: dict[str, Any]) -> None:
    requests, bodies = 0, 0
    for group in api_page(document, "/openapi.json").groups:
        for endpoint in group.endpoints:
            first, _, body = endpoint.request.partition("\n\n")
            verb, address = first.split(" ")
            assert "{" not in address
            if "stream" in address or address.endswith("/events"):
                continue
            answer = client.request(verb, address, content=body or None, headers={"content-type": "application/json"})
            # Whether this server has such a game, race or player is another matter.
            assert answer.status_code in {200, 201, 401, 403, 404, 409, 422, 503}, (first, answer.text)
            requests, bodies = requests + 1, bodies + bool(body)
    assert requests > 40
    assert bodies == 21


def test_the_reference_says_what_a_parameter_may_be_and_is_if_it_is_left_out(client: TestClient) -> None:
    page = client.get("/api/daily").text
    row = page.partition('<th scope="row"><code>board</code></th>')[2].partition("</tr>")[0]
    for said in ("first-try", "solved-unassisted", "bots", "If you leave it out: <code>first-try</code>."):
        assert said in row
    assert "GET /api/v1/puzzles/next?game=fortress" in client.get("/api/puzzles").text
    assert "A token needs the scope <code>play</code>" in client.get("/api/sessions").text


@pytest.mark.long
def test_a_server_answers_as_the_examples_say() -> None:
    with recorder() as asks:
        record(asks)
    schemas = asks.described["components"]["schemas"]
    assert asks.addresses.keys() == recorded().addresses.keys()
    assert asks.documents.keys() == recorded().documents.keys()
    for name, answer in asks.documents.items():
        example = recorded().documents[name]
        assert fits(schemas, schemas[name], answer), name
        assert [*answer] == [*example], name
