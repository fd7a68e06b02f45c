"""Reading documents in JSON. Every reader must come to the same document, so no key may be there twice."""

import json
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)


class UnreadableDocument(ValueError):
    """Raised for a text that is not the document it should be; says what is wrong and where, without a full stop."""


def read_document(model: type[M], text: bytes | str) -> M:
    """Read a document, or raise `UnreadableDocument`."""
    try:
        document = model.model_validate_json(text)
        # The model has bounded how deep the text goes and how long its numbers are.
        json.loads(text, object_pairs_hook=_once)
    except ValidationError as invalid:
        first = invalid.errors(include_url=False, include_input=False)[0]
        where = " ".join(map(str, first["loc"]))
        raise UnreadableDocument(f"{f'{where}: ' * bool(where)}{first['msg']}") from None
    return document


def _once(pairs: list[tuple[str, Any]]) -> None:
    keys = set[str]()
    for key, _ in pairs:
        if key in keys:
            raise UnreadableDocument(f"{key[:40]}: The key appears twice")
        keys.add(key)
