"""The document for machines."""

import json
import re
from html import unescape
from typing import Any

import pytest
from starlette.testclient import TestClient

from app.features.daily.rows.boards import DailyBoard
from app.features.daily.service.calendar import DayState
from app.features.puzzles.documents import AttemptOutcome
from app.features.races.values.race import RaceStage, RunOutcome
from app.features.tournaments.values.tournament import TournamentStage
from app.people.token import Scope
from app.people.visitors import cookie_name
from app.play.api import sessions
from app.play.values.export import Export
from engine.asking import Verdict
from engine.record import Status
from tests.app.play.api.conftest import Api, Document, api, given

__all__ = ["api"]

ERRORS = {"400", "401", "403", "404", "413", "415", "422", "429", "503", "default"}
WITH_SEQ = {"moves", "undo", "redo", "give-up"}


@pytest.fixture
def document(client: TestClient) -> Document:
    return given(client.get("/api/v1/openapi.json"))


def test_every_endpoint_is_documented_in_words(document: Document) -> None:
    for path, verb, operation in _operations(document):
        assert operation["description"], f"{verb} {path}"
        assert all(answer["description"] for answer in operation["responses"].values()), f"{verb} {path}"
    documented = {(path, verb) for path, verb, _ in _operations(document)}
    begun = {(f"/api/v1/sessions{tail}", verb) for tail, verb in {
        ("", "post"), ("/{session_id}", "get"), ("/{session_id}/moves", "get"), ("/{session_id}/moves", "post"),
        ("/{session_id}/undo", "post"), ("/{session_id}/redo", "post"), ("/{session_id}/give-up", "post"),
        ("/{session_id}/restart", "post"), ("/{session_id}/export", "get"),
    }}  # fmt: skip
    assert begun <= documented


def test_every_status_that_sessions_give_is_documented(document: Document) -> None:
    for path, verb, operation in _operations(document):
        if path.startswith(sessions.router.prefix):
            begins = verb == "post" and path.rpartition("/")[2] in {"sessions", "restart"}
            minds_seq = verb == "post" and path.rpartition("/")[2] in WITH_SEQ
            expected = ERRORS | {"201" if begins else "200"} | ({"409"} if minds_seq else set())
            # Nothing that can be sent to a stream is impossible at the moment.
            expected -= {"422"} if path.endswith("/stream") else set()
            assert set(operation["responses"]) == expected, f"{verb} {path}"


def test_every_endpoint_documents_what_the_guard_may_answer(document: Document) -> None:
    for path, verb, operation in _operations(document):
        assert {"400", "401", "403", "413", "415", "429", "503", "default"} <= set(operation["responses"]), (
            f"{verb} {path}"
        )
        assert "404" in operation["responses"] or "{" not in path, f"{verb} {path}"


def test_every_refusal_is_documented_as_the_one_document_that_refusals_are(document: Document) -> None:
    for path, verb, operation in _operations(document):
        for status, answer in operation["responses"].items():
            if not status.startswith("2"):
                schema = answer["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
                assert schema == ("StaleTrouble" if status == "409" else "Trouble"), f"{verb} {path} {status}"
    assert "ValidationError" not in json.dumps(document)


def test_what_is_sent_and_given_back_has_the_fields_documented(document: Document, api: Api) -> None:
    session = api.begin("fortress", deal=4)
    assert set(_given(document, "/{session_id}", "get", "200")) == set(session)
    moves = given(api.get(f"/{session['id']}/moves"))
    assert set(_given(document, "/{session_id}/moves", "get", "200")) == set(moves)
    stale = api.post(f"/{session['id']}/undo", seq=9).json()
    assert set(_given(document, "/{session_id}/undo", "post", "409")) == set(stale)
    refusal = api.act(session, "undo").json()
    assert set(_given(document, "/{session_id}/undo", "post", "422")) == set(refusal)
    assert set(_given(document, "/{session_id}/export", "get", "200")) == set(Export.model_fields)
    for path, fields in (
        ("", {"game", "deal", "deck", "options", "winnable", "strength"}),
        ("/{session_id}/moves", {"seq", "move"}),
    ):
        sent = _sent(document, document["paths"][f"/api/v1/sessions{path}"]["post"])
        assert set(sent["properties"]) == fields


def test_a_body_without_required_fields_can_be_left_out(document: Document, client: TestClient) -> None:
    optional = {
        path
        for path, verb, operation in _operations(document)
        if verb == "post" and not operation.get("requestBody", {"required": True})["required"]
    }
    assert {"/api/v1/daily/{day}/{slug}/start", "/api/v1/races/{code}/join"} < optional
    for path in optional:
        answer = client.post(path.format(day="2026-11-20", slug="fortress", code="BCDFGH"))
        assert answer.status_code in {403, 404, 422}, (path, answer.text)


def test_every_reference_of_the_document_leads_somewhere(document: Document) -> None:
    for reference in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(document)):
        place: Any = document
        for name in reference.split("/"):
            place = place[name]
        assert place


def test_the_document_describes_nothing_that_it_does_not_refer_to(document: Document) -> None:
    named = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document)))
    assert named == document["components"]["schemas"].keys()


def test_every_address_names_its_parts_and_no_address_ends_in_a_slash(document: Document) -> None:
    for path, verb, operation in _operations(document):
        parts = {part["name"] for part in operation.get("parameters", []) if part["in"] == "path"}
        assert parts == set(re.findall(r"{(\w+)}", path)), f"{verb} {path}"
        assert re.fullmatch(r"/api/v1(/[a-z-]+|/{\w+})+", path)


def test_every_operation_has_a_name_of_its_own(document: Document) -> None:
    names = [operation["operationId"] for _, _, operation in _operations(document)]
    assert len(set(names)) == len(names)


def test_the_name_of_an_operation_is_short_and_nothing_of_its_address(document: Document) -> None:
    for path, verb, operation in _operations(document):
        assert re.fullmatch(r"[a-z]+(_[a-z]+){0,3}", operation["operationId"]), f"{verb} {path}"
        assert "api" not in operation["operationId"].split("_"), f"{verb} {path}"
        assert operation["summary"].lower() == operation["operationId"].replace("_", " ")


def test_every_operation_has_one_tag_and_each_tag_says_what_it_is_for(document: Document) -> None:
    tags = {tag["name"]: tag["description"] for tag in document["tags"]}
    assert {operation["tags"][0] for _, _, operation in _operations(document)} == tags.keys()
    assert all(len(operation["tags"]) == 1 for _, _, operation in _operations(document))
    assert all(words.endswith(".") for words in tags.values())


def test_every_way_to_say_who_you_are_is_defined_and_every_endpoint_names_those_that_open_it(
    document: Document,
) -> None:
    schemes = document["components"]["securitySchemes"]
    assert (schemes["token"]["type"], schemes["token"]["scheme"]) == ("http", "bearer")
    assert set(schemes["token"]["x-scopes"]) == set(Scope)
    assert (schemes["cookie"]["in"], schemes["cookie"]["name"]) == ("cookie", cookie_name("http"))
    assert f"`{cookie_name('https')}`" in schemes["cookie"]["description"]
    for path, verb, operation in _operations(document):
        ways = operation["security"]
        assert {name for way in ways for name in way} <= schemes.keys(), f"{verb} {path}"
        named = re.search(r"A token needs the scope (.*)\.\Z", operation["description"])
        scopes = re.findall("`([a-z]+)`", named[1]) if named else []
        assert operation.get("x-scopes", []) == scopes, f"{verb} {path}"
        assert ({"token": []} in ways) == bool(scopes), f"{verb} {path}"
    for path in ("/api/v1/players", "/api/v1/login"):
        assert document["paths"][path]["post"]["security"] == []
    assert document["paths"]["/api/v1/logout"]["post"]["security"] == [{"cookie": []}]


def test_the_document_says_where_its_server_is_and_whom_to_ask(document: Document) -> None:
    assert [server["url"] for server in document["servers"]] == ["/"]
    assert "/contact" in document["info"]["contact"]["name"]


@pytest.mark.parametrize("path", ["", "/{session_id}/moves", "/{session_id}/undo", "/{session_id}/give-up"])
def test_a_body_made_of_the_examples_can_be_read(document: Document, client: TestClient, api: Api, path: str) -> None:
    schema = _sent(document, document["paths"][f"/api/v1/sessions{path}"]["post"])
    body = {name: schema["properties"][name]["examples"][0] for name in schema["required"]}
    address = f"/api/v1/sessions{path}".replace("{session_id}", api.begin("fortress", deal=4)["id"])
    # Whether the move of the example is legal on this board is another matter.
    assert client.post(address, json=body).status_code in {200, 201, 422}


def test_every_body_is_a_document_with_a_name_that_takes_no_other_fields(document: Document) -> None:
    bodies = [_sent(document, each) for _, _, each in _operations(document) if "requestBody" in each]
    assert {"NewMove", "NewRace", "NewTournament"} <= {body["title"] for body in bodies}
    assert all(body["additionalProperties"] is False and body["description"] for body in bodies)


def test_every_field_and_every_part_of_an_address_says_what_it_is(document: Document) -> None:
    schemas, told = document["components"]["schemas"], 0
    for name, schema in schemas.items():
        assert schema["description"], name
        for field, described in schema.get("properties", {}).items():
            assert re.fullmatch(r"(?s)\S.{5,}[.:]", described.get("description", "")), f"{name}.{field}"
            told += 1
    for path, verb, operation in _operations(document):
        for part in operation.get("parameters", []):
            assert re.fullmatch(r"(?s)\S.{5,}\.", part.get("description", "")), f"{verb} {path}: {part['name']}"
            told += 1
    assert told > 300


ENUMS = {
    "SessionDocument.status": Status,
    "Export.status": Status,
    "DailyDocument.state": DayState,
    "BoardDocument.board": DailyBoard,
    "RunDocument.outcome": RunOutcome,
    "RaceDocument.stage": RaceStage,
    "TournamentDocument.stage": TournamentStage,
    "AttemptDocument.outcome": AttemptOutcome,
    "AnalysisDocument.verdict": Verdict,
}


@pytest.mark.parametrize("field", ENUMS)
def test_a_field_that_has_one_of_a_few_values_lists_them(document: Document, field: str) -> None:
    schemas = document["components"]["schemas"]
    name, _, own = field.partition(".")
    described = schemas[name]["properties"][own]
    reference = described.get("$ref") or described["anyOf"][0]["$ref"]
    assert schemas[reference.rpartition("/")[2]]["enum"] == list(ENUMS[field])


def test_every_choice_of_a_board_has_one_name_and_lists_its_values(document: Document) -> None:
    boards = {
        path: part["schema"]["$ref"].rpartition("/")[2]
        for path, _, operation in _operations(document)
        for part in operation.get("parameters", [])
        if part["name"] in {"board", "who", "kind"}
    }
    assert boards == {
        "/api/v1/daily/{day}/{slug}/leaderboard": "DailyBoard",
        "/api/v1/ratings/{slug}": "PlayerKind",
        "/api/v1/standings/{period}": "PlayerKind",
    }
    assert document["components"]["schemas"]["PlayerKind"]["enum"] == ["people", "bots"]


@pytest.mark.parametrize(
    ("address", "values"),
    [
        ("/api/v1/ratings/fortress", "“people” or “bots”"),
        ("/api/v1/standings/all", "“people” or “bots”"),
        (
            "/api/v1/daily/2026-11-20/fortress/leaderboard",
            "“first-try”, “solved”, “first-try-unassisted”, “solved-unassisted” or “bots”",
        ),
    ],
)
@pytest.mark.parametrize("wrong", ["robots", "", "BOTS", "bots ", "é" * 999, "<b>"])
def test_a_board_that_there_is_not_is_refused_with_those_that_there_are(
    client: TestClient, address: str, values: str, wrong: str
) -> None:
    for asked in (address, address.removeprefix("/api/v1").replace("/ratings/fortress", "/ratings")):
        answer = client.get(asked, params={"board": wrong}, headers={"accept": "application/json"})
        assert answer.status_code == 422
        told = answer.json()["detail"] if asked == address else unescape(answer.text)
        assert f"“board” can only be {values}." in told


def test_every_field_of_a_name_that_promises_a_few_values_lists_them(document: Document) -> None:
    promising = {"status", "state", "stage", "outcome", "verdict", "form", "do", "reaction", "board"}
    for name, schema in document["components"]["schemas"].items():
        for field, described in schema.get("properties", {}).items():
            if field in promising:
                assert "#/components/schemas/" in json.dumps(described), f"{name}.{field}"


def test_every_line_of_a_stream_is_a_document_that_says_which_it_is(document: Document) -> None:
    schemas, streams = document["components"]["schemas"], 0
    for _, _, operation in _operations(document):
        content = operation["responses"].get("200", {}).get("content", {})
        if "application/x-ndjson" in content:
            schema = content["application/x-ndjson"]["schema"]
            schema = schemas[schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema
            mapping = schema.get("discriminator", {}).get("mapping", {})
            lines = {reference.rpartition("/")[2]: kind for kind, reference in mapping.items()}
            assert [line["$ref"].rpartition("/")[2] for line in schema.get("oneOf", [])] == list(lines)
            for name, kind in (lines or {"SessionLine": "session"}).items():
                assert schemas[name]["properties"]["type"]["const"] == kind
                assert "type" in schemas[name]["required"]
            streams += 1
    assert streams == 3
    assert len(schemas["EventLine"]["oneOf"]) == 3


def test_no_schema_is_called_after_the_module_that_defines_it(document: Document) -> None:
    assert not [name for name in document["components"]["schemas"] if "__" in name]


def _operations(document: Document) -> list[tuple[str, str, dict[str, Any]]]:
    return [(path, verb, op) for path, verbs in document["paths"].items() for verb, op in verbs.items()]


def _sent(document: Document, operation: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of the body that an operation reads, which has a name of its own."""
    schema: dict[str, str] = operation["requestBody"]["content"]["application/json"]["schema"]
    assert schema.keys() == {"$ref"}
    body: dict[str, Any] = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return body


def _given(document: Document, path: str, verb: str, status: str) -> dict[str, Any]:
    answer = document["paths"][f"/api/v1/sessions{path}"][verb]["responses"][status]
    name = answer["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    properties: dict[str, Any] = document["components"]["schemas"][name]["properties"]
    return properties
