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
_JSON = ("application/json", "application/x-ndjson")
_WIDTH = 76
"""How long a line of an example may be before its parts have lines of their own."""
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
    request: str
    """An example: the verb and the address, and the body as JSON."""
    answer: str
    """What a server has answered, as JSON, or lines of JSON; empty for what is no JSON."""


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
    answered = _resolve(openapi, _json_schema(success))
    return Endpoint(
        verb=verb.upper(),
        path=path,
        summary=operation.get("summary", ""),
        paragraphs=_paragraphs(operation.get("description", "")),
        parameters=tuple(
            Field(given["name"], _type(openapi, given.get("schema", {})), _parameter_words(given))
            for given in operation.get("parameters", [])
        ),
        sent=tuple(_fields(openapi, body)),
        given=tuple(_fields(openapi, answered)),
        answers=tuple(
            Answer(_STATUS.get(status, status), answer.get("description", "")) for status, answer in answers.items()
        ),
        request=_request(openapi, verb, path, operation),
        answer="\n".join(_laid_out(one) for one in _examples(openapi, answered)),
    )


def _json_schema(holder: Schema) -> Schema:
    content: Mapping[str, Schema] = holder.get("content", {})
    schemas: Iterator[Schema] = (content[kind].get("schema", {}) for kind in _JSON if kind in content)
    return next(schemas, {})


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


def _parameter_words(given: Schema) -> str:
    """Return what a parameter is, and what it is if it is left out."""
    words, default = given.get("description", ""), given.get("schema", {}).get("default")
    return words if default in {None, ""} else f"{words} If you leave it out: `{default}`."


def _request(openapi: Schema, verb: str, path: str, operation: Schema) -> str:
    """Return an example of a request, made of those of its parts."""
    known = {part["name"]: str(part["example"]) for part in operation.get("parameters", ()) if "example" in part}
    query = "&".join(f"{name}={value}" for name, value in known.items() if f"{{{name}}}" not in path)
    for name, value in known.items():
        path = path.replace(f"{{{name}}}", value)
    first = f"{verb.upper()} {path}?{query}".removesuffix("?")
    body = _json_schema(operation.get("requestBody", {}))
    return f"{first}\n\n{_laid_out(_made_up(openapi, body))}" if body else first


def _made_up(openapi: Schema, schema: Schema) -> Any:
    """Return an example of what is sent: what the schema says, or else one of each field that must be or has one."""
    schema = _resolve(openapi, schema)
    if "examples" in schema:
        return schema["examples"][0]
    if "enum" in schema:
        return schema["enum"][0]
    if schema.get("type") == "array":
        return [_made_up(openapi, schema["items"])]
    required = schema.get("required", ())
    fields = schema.get("properties", {}).items()
    return {name: _made_up(openapi, field) for name, field in fields if name in required or "examples" in field}


def _examples(openapi: Schema, schema: Schema) -> Iterator[Any]:
    """Yield an example of an answer, or of each line that a stream may have."""
    for choice in schema.get("oneOf", [schema]):
        yield from _resolve(openapi, choice).get("examples", ())[:1]


def _laid_out(value: Any, indent: str = "") -> str:
    """Write JSON with a line for each part of what does not fit in one.

    >>> print(_laid_out({"moves": ["t0-t1"] * 9, "seq": 3}))
    {
      "moves": [
        "t0-t1", "t0-t1", "t0-t1", "t0-t1", "t0-t1", "t0-t1", "t0-t1", "t0-t1", "t0-t1"
      ],
      "seq": 3
    }
    """
    flat, deeper = json.dumps(value, ensure_ascii=False), f"{indent}  "
    if len(indent) + len(flat) <= _WIDTH or not isinstance(value, (dict, list)):
        return flat
    if isinstance(value, dict):
        parts = [f"{json.dumps(name)}: {_laid_out(part, deeper)}" for name, part in value.items()]
        opened, closed = "{", "}"
    else:
        nested = any(isinstance(part, (dict, list)) for part in value)
        parts = [_laid_out(part, deeper) for part in value] if nested else [flat[1:-1]]
        opened, closed = "[", "]"
    return f"{opened}\n{deeper}" + f",\n{deeper}".join(parts) + f"\n{indent}{closed}"


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(part.split()) for part in text.split("\n\n") if part.strip())
