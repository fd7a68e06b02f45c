"""Every address of the application, taken from its routes."""

import re
from collections.abc import Mapping
from typing import Any

from fastapi.routing import iter_route_contexts

from app.play.service.shipped import shipped_ids
from app.web.assets import shelf
from engine.deals import deck_code, shuffled
from engine.games import GAMES

USUAL = {
    "slug": "fortress",
    "number": "4",
    "code": deck_code(shuffled(4)),
    "edition": shelf().edition,
    "name": "board.css",
    "form": "wide",
    "puzzle_id": shipped_ids(GAMES["stalactites"].settle({"by": "ones"}))[0],
}
"""What leads somewhere, by the name that it has in the routes."""

_FIELD = re.compile(r"{(\w+)(?::\w+)?}")


def routes(app: Any) -> list[tuple[str, str]]:
    """List the method and the path of every route, its fields in braces."""
    return sorted(
        (method, context.path)
        for context in iter_route_contexts(app.routes)
        for method in context.methods or ()
        if context.path
    )


def address(path: str, fields: Mapping[str, str]) -> str:
    """Fill in the fields of a route's path."""
    return _FIELD.sub(lambda field: fields.get(field[1], "unknown"), path)
