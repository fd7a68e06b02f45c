"""Schemas for the OpenAPI document that FastAPI does not find by itself: of bodies, and of the lines of streams."""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, get_args

from pydantic import BaseModel
from pydantic.json_schema import JsonSchemaMode, models_json_schema

_NAMED = "#/components/schemas/{model}"
_REFERENCE = re.compile(r'"\$ref": "#/components/schemas/(\w+)"')
_KINDS: dict[str, tuple[type[BaseModel], JsonSchemaMode]] = {}
"""What was referred to, by its name in the document; no two classes share one."""


def sent(kind: type[BaseModel]) -> dict[str, str]:
    """Return a reference to the schema of a body that programs send."""
    return _refer(kind, "validation")


def given(kind: type[BaseModel]) -> dict[str, str]:
    """Return a reference to the schema of what the server sends."""
    return _refer(kind, "serialization")


def any_line(title: str, words: str, kinds: Iterable[type[BaseModel]]) -> dict[str, Any]:
    """Return a schema of lines, each of which says by its `type` which of these documents it is."""
    lines = {get_args(kind.model_fields["type"].annotation)[0]: given(kind) for kind in kinds}
    which = {"propertyName": "type", "mapping": {name: line["$ref"] for name, line in lines.items()}}
    return {"title": title, "description": words, "oneOf": list(lines.values()), "discriminator": which}


def schemas_missing(document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schemas, by their names, that a document refers to and lacks, and those that they refer to."""
    described = document["components"]["schemas"]
    names = set(_REFERENCE.findall(json.dumps(document))) - described.keys()
    _, found = models_json_schema([_KINDS[name] for name in sorted(names)], ref_template=_NAMED)
    schemas: dict[str, Any] = found.get("$defs", {})
    return {name: schema for name, schema in schemas.items() if name not in described}


def _refer(kind: type[BaseModel], mode: JsonSchemaMode) -> dict[str, str]:
    _KINDS[kind.__name__] = kind, mode
    return {"$ref": _NAMED.format(model=kind.__name__)}
