"""The page for programs: the OpenAPI document, set for reading."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from app.site.words.tasks import TASKS, GuideTask

Schema = Mapping[str, Any]

_DEEPEST = 3
"""How deep to follow documents within documents: one may hold others of its own kind, without end."""
_STATUS = {"default": "other"}
"""The words for statuses that are no numbers."""
_VERBS = ("get", "post", "put", "patch", "delete")


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter, or one field of a document that is sent or given back."""

    name: str
    """For a field within others, its path, such as `heats[].runs[].place`; `[]` stands for each item of a list."""
    type: str
    words: str


@dataclass(frozen=True, slots=True)
class Answer:
    """One way in which a request may end."""

    status: str
    words: str


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One verb on one address."""

    verb: str
    path: str
    summary: str
    paragraphs: tuple[str, ...]
    parameters: tuple[Field, ...]
    sent: tuple[Field, ...]
    given: tuple[Field, ...]
    """The fields of the document that a success gives back."""
    answers: tuple[Answer, ...]
    example: str | None
    """An example of the request's body, as JSON."""


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A part of the description: a heading, empty at the beginning, and what is written below it."""

    heading: str
    paragraphs: tuple[str, ...]

    @property
    def anchor(self) -> str:
        """Return what a link to the section has after its number sign."""
        return "-".join(re.findall("[a-z]+", self.heading.lower()))


@dataclass(frozen=True, slots=True)
class EndpointGroup:
    """Endpoints with the same tag, which share a page."""

    name: str
    """The tag, and the last part of the page's address."""
    endpoints: tuple[Endpoint, ...]


@dataclass(frozen=True, slots=True)
class ApiPage:
    """What the guide for programs and the pages of its groups show."""

    sections: tuple[GuideSection, ...]
    document: str
    """The address of the OpenAPI document."""
    groups: tuple[EndpointGroup, ...]
    tasks: tuple[GuideTask, ...]
    """Those that can be done on this server."""


def api_page(openapi: Schema, document: str) -> ApiPage:
    """Set an OpenAPI document for reading; `document` is its address."""
    groups: dict[str, list[Endpoint]] = {}
    for path, operations in openapi.get("paths", {}).items():
        for verb, operation in operations.items():
            if verb in _VERBS:
                (tag,) = operation["tags"]
                groups.setdefault(tag, []).append(_endpoint(openapi, path, verb, operation))
    return ApiPage(
        _sections(openapi["info"].get("description", "")),
        document,
        tuple(EndpointGroup(name, tuple(endpoints)) for name, endpoints in groups.items()),
        tuple(task for task in TASKS if groups.keys() >= set(task.groups)),
    )


def _sections(text: str) -> tuple[GuideSection, ...]:
    """Divide a text at its headings, which begin with two number signs."""
    first, *others = text.split("\n## ")
    divided = [("", first), *(other.partition("\n")[::2] for other in others)]
    return tuple(GuideSection(heading.strip(), _paragraphs(below)) for heading, below in divided)


def _endpoint(openapi: Schema, path: str, verb: str, operation: Schema) -> Endpoint:
    body = _resolve(openapi, _json_schema(operation.get("requestBody", {})))
    answers: Mapping[str, Schema] = operation.get("responses", {})
    success: Schema = next((answers[status] for status in answers if status.startswith("2")), {})
    return Endpoint(
        verb=verb.upper(),
        path=path,
        summary=operation.get("summary", ""),
        paragraphs=_paragraphs(operation.get("description", "")),
        parameters=tuple(
            Field(given["name"], _type(openapi, given.get("schema", {})), given.get("description", ""))
            for given in operation.get("parameters", [])
        ),
        sent=tuple(_fields(openapi, body)),
        given=tuple(_fields(openapi, _resolve(openapi, _json_schema(success)))),
        answers=tuple(
            Answer(_STATUS.get(status, status), answer.get("description", "")) for status, answer in answers.items()
        ),
        example=_example(operation, body),
    )


def _json_schema(holder: Schema) -> Schema:
    schema: Schema = holder.get("content", {}).get("application/json", {}).get("schema", {})
    return schema


def _resolve(openapi: Schema, schema: Schema) -> Schema:
    """Follow a reference to the schema it names."""
    while "$ref" in schema:
        found: Any = openapi
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        schema = found
    return schema


def _fields(openapi: Schema, schema: Schema, within: str = "") -> Iterator[Field]:
    required = schema.get("required", ())
    for name, given in schema.get("properties", {}).items():
        words = given.get("description") or _resolve(openapi, given).get("description", "")
        optional = "" if name in required or not required else "Optional. "
        yield Field(f"{within}{name}", _type(openapi, given), f"{optional}{words}")
        each, inner = _inside(openapi, given)
        if within.count(".") < _DEEPEST:
            yield from _fields(openapi, inner, f"{within}{name}{each}.")


def _inside(openapi: Schema, schema: Schema) -> tuple[str, Schema]:
    """Return `[]` for each list that a field holds, and the schema of the document in it, empty for none."""
    schema = _resolve(openapi, schema)
    if schema.get("type") == "array":
        each, inner = _inside(openapi, schema.get("items", {}))
        return f"[]{each}", inner
    found = (_inside(openapi, choice) for choice in schema.get("anyOf") or schema.get("oneOf") or ())
    return next((one for one in found if one[1]), ("", schema if "properties" in schema else {}))


def _type(openapi: Schema, schema: Schema) -> str:
    """Name a schema's type in a word or two."""
    schema = _resolve(openapi, schema)
    if choices := schema.get("anyOf") or schema.get("oneOf"):
        return " or ".join(dict.fromkeys(_type(openapi, choice) for choice in choices))
    if "enum" in schema:
        return ", ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    if schema.get("type") == "array":
        return f"list of {_type(openapi, schema.get('items', {}))}"
    return str(schema.get("type", "anything"))


def _example(operation: Schema, body: Schema) -> str | None:
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    given = content.get("example")
    if given is None:
        given = next((named["value"] for named in content.get("examples", {}).values()), None)
    if given is None:
        given = next(iter(body.get("examples", [])), body.get("example"))
    return None if given is None else json.dumps(given, ensure_ascii=False, indent=2)


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())
