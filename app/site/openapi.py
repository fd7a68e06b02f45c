"""What the OpenAPI document says of endpoints that no route says itself."""

from fastapi import APIRouter
from fastapi.routing import APIRoute

from app.web.tokens import needed_words


def describe_endpoints(router: APIRouter) -> None:
    """Name each endpoint in a few words, and write below its description which scopes open it.

    Raises:
        TypeError: anything there is no endpoint, and so has no description.
    """
    for route in router.routes:
        if not isinstance(route, APIRoute):
            raise TypeError(f"{route} has no description.")
        route.operation_id = route.operation_id or route.name
        route.summary = route.summary or route.operation_id.replace("_", " ").capitalize()
        # Another choice of features may have said it already.
        scopes = f"\n\n{needed_words(route.endpoint)}"
        route.description = route.description.removesuffix(scopes) + scopes
