"""The OpenAPI document: what FastAPI says of every endpoint, and what only Rampart knows of them."""

from collections.abc import Callable, Mapping
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from app.people.token import Scope
from app.site.words.api_guide import SCHEMES
from app.web.bodies import schemas_of_bodies
from app.web.tokens import needed_words, scopes_of


class Described(FastAPI):
    """The application, which describes itself to what generates clients."""

    def openapi(self) -> dict[str, Any]:
        """Return the OpenAPI document."""
        document = super().openapi()
        schemas = document["components"]["schemas"]
        document["components"] = {
            "schemas": dict(sorted((schemas | schemas_of_bodies(_bodies(document["paths"]))).items())),
            "securitySchemes": SCHEMES,
        }
        return document


def describe_endpoints(router: APIRouter) -> None:
    """Name each endpoint in a few words, and write which scopes open it, for people and for generators.

    Raises:
        TypeError: anything there is no endpoint, and so has no description.
    """
    for route in router.routes:
        if not isinstance(route, APIRoute):
            raise TypeError(f"{route} has no description.")
        route.operation_id = route.operation_id or route.name
        route.openapi_extra = {"security": _security(route.endpoint), **(route.openapi_extra or {})}
        route.summary = route.summary or route.operation_id.replace("_", " ").capitalize()
        # Another choice of features may have said it already.
        scopes = f"\n\n{needed_words(route.endpoint)}"
        route.description = route.description.removesuffix(scopes) + scopes


def _bodies(paths: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Return the names of the bodies that endpoints read."""
    sent = [
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        for operations in paths.values()
        for operation in operations.values()
        if "requestBody" in operation
    ]
    return {reference.rpartition("/")[2] for reference in sent}


def _security(answers: Callable[..., Any]) -> list[dict[str, list[str]]]:
    """List the ways to come to an endpoint, each of which is enough: a token with a scope, a cookie, or nothing."""
    scopes = scopes_of(answers)
    tokens = [{"token": [str(scope)]} for scope in Scope if scope in scopes]
    return [*tokens, {"cookie": []}, {}] if tokens else [{"cookie": []}]
