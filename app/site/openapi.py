"""The OpenAPI document: what FastAPI says of every endpoint, and what only Rampart knows of them."""

from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel

from app.people.token import Scope
from app.play.api.streams import EVENT_LINE
from app.site.words.api_guide import SCHEMES, SCOPES
from app.site.words.recorded import recorded
from app.web.schemas import any_line, schemas_missing
from app.web.tokens import needed_words, scopes_of


class Described(FastAPI):
    """The application, which describes itself to what generates clients."""

    lines: tuple[type[BaseModel], ...] = ()
    """What the lines of the stream of a player's events may be."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        document = super().openapi()
        components = document["components"]
        components["schemas"][EVENT_LINE] = any_line(EVENT_LINE, "A line of the stream of events.", self.lines)
        components["schemas"] = dict(sorted((components["schemas"] | schemas_missing(document)).items()))
        components["securitySchemes"] = SCHEMES
        _add_examples(document)
        return document


def _add_examples(document: dict[str, Any]) -> None:
    """Add what a server has answered to the schemas of documents, and a value to each part of an address."""
    known = recorded()
    for name, schema in document["components"]["schemas"].items():
        if name in known.documents:
            schema["examples"] = [known.documents[name]]
    for operation in (one for verbs in document["paths"].values() for one in verbs.values()):
        for part in operation.get("parameters", ()):
            if part["name"] in known.addresses:
                part["example"] = known.addresses[part["name"]]


def describe_endpoints(router: APIRouter) -> None:
    """Name each endpoint in a few words, and write which scopes open it, for people and for generators.

    Raises:
        TypeError: anything there is no endpoint, and so has no description.
    """
    for route in router.routes:
        if not isinstance(route, APIRoute):
            raise TypeError(f"{route} has no description.")
        route.operation_id = route.operation_id or route.name
        route.openapi_extra = {**_security(route.endpoint), **(route.openapi_extra or {})}
        route.summary = route.summary or route.operation_id.replace("_", " ").capitalize()
        # Another choice of features may have said it already.
        scopes = f"\n\n{needed_words(route.endpoint)}"
        route.description = route.description.removesuffix(scopes) + scopes


def _security(answers: Callable[..., Any]) -> dict[str, Any]:
    """Return the ways to come to an endpoint, each of which is enough, and the scopes one of which a token needs.

    The scopes stand beside, since generators know none but those of OAuth.
    """
    scopes = scopes_of(answers)
    if not scopes:
        return {"security": [{"cookie": []}]}
    named = [str(scope) for scope in Scope if scope in scopes]
    return {"security": [{"token": []}, {"cookie": []}, {}], SCOPES: named}
