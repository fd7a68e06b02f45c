"""JSON bodies: read in one way, documented in one way."""

from collections.abc import Mapping
from typing import Any

from fastapi import Depends, Request
from pydantic import BaseModel, ConfigDict, ValidationError

from app.core.refusals import Malformed
from app.web.dependencies import NO_NUL, WrongType
from app.web.schemas import sent
from app.web.trouble import Trouble

_NUL = b"\\u0000"
_USUAL = {
    400: "The server cannot read the body, or the address has a query key that it does not know.",
    401: "The token or the cookie does not work, or no longer does.",
    413: "The body is larger than a request may be.",
    415: "The body is not JSON.",
    429: "You asked for too much at once. Retry-After says when to try again.",
}
_ANY_OTHER = {"default": "Any other refusal, or a failure of the server."}


class Body(BaseModel):
    """A body that may hold only the fields named here."""

    model_config = ConfigDict(extra="forbid")


async def require_json(request: Request) -> None:
    """Raise `WrongType` for a body of another content type."""
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind != "application/json" and await request.body():
        raise WrongType("application/json")


def json_body(kind: type[BaseModel]) -> Any:
    """Return a dependency that reads a body of that kind, or raises `Malformed` with a sentence if it does not fit."""

    async def read(request: Request) -> BaseModel:
        try:
            body = await request.body()
            if _NUL in body:
                raise Malformed(NO_NUL)
            return kind.model_validate_json(body or b"{}")
        except ValidationError as invalid:
            first = invalid.errors()[0]
            where = ".".join(str(part)[:40] for part in first["loc"]) or "body"
            raise Malformed(f"The server cannot read the body: {where}: {first['msg']}.") from None

    return Depends(read)


def refusals(words: Mapping[int, str]) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI entries of refusals: the usual ones, and these in the words given."""
    told: dict[int | str, str] = dict(sorted({**_USUAL, **words}.items()))
    return {status: {"model": Trouble, "description": said} for status, said in (told | _ANY_OTHER).items()}


def body_entry(kind: type[BaseModel]) -> dict[str, Any]:
    """Return the OpenAPI entry of an endpoint that reads such a body."""
    required = any(field.is_required() for field in kind.model_fields.values())
    return {"requestBody": {"required": required, "content": {"application/json": {"schema": sent(kind)}}}}
