"""What a program may send behind the question mark of an address: the keys that its endpoint reads, each once.

Endpoints refuse other fields of a body. Pages ignore keys that they do not know, because links carry them.
"""

import re
from collections.abc import Iterable
from urllib.parse import unquote_plus

from fastapi.dependencies.utils import get_flat_params
from fastapi.params import Query
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Route
from starlette.types import Scope

from app.core.words import listed
from app.web.doors import PROGRAMS

_PART = re.compile(rb"[^&]+")
_LONGEST_KEY = 200
"""How many bytes of a key are read. Known keys are far shorter."""
_LONGEST_SHOWN = 40


class Queries:
    """Knows which keys each endpoint below `/api/v1` reads, from its parameters."""

    def __init__(self, routes: Iterable[BaseRoute]) -> None:
        self._doors = [each for each in routes if isinstance(each, Route) and each.path.startswith(PROGRAMS)]
        self._keys: dict[int, tuple[str, ...]] = {}
        """By the place of the endpoint in the list, once somebody has sent a query there."""

    def objection(self, scope: Scope) -> str:
        """Return the sentence that refuses a request because of its query; empty if nothing is wrong with it.

        However many keys there are, it reads at most one more than the endpoint has: among these, one is unknown or
        comes again. An address or a method that no endpoint has is left to the routes.
        """
        query: bytes = scope["query_string"]
        if not query or not scope["path"].startswith(PROGRAMS):
            return ""
        at = self._find(scope)
        if at is None:
            return ""
        if at not in self._keys:
            self._keys[at] = _keys_of(self._doors[at])
        known, seen = self._keys[at], set[str]()
        for part in _PART.finditer(query):
            key = unquote_plus(part[0].partition(b"=")[0][:_LONGEST_KEY].decode("latin-1"))
            if key not in known:
                return _unknown(key[:_LONGEST_SHOWN], known)
            if key in seen:
                return f"The query of an address can have “{key}” only once."
            seen.add(key)
        return ""

    def _find(self, scope: Scope) -> int | None:
        path, method = scope["path"], scope["method"]
        doors = enumerate(self._doors)
        return next((at for at, door in doors if method in (door.methods or ()) and door.path_regex.match(path)), None)


def _keys_of(door: Route) -> tuple[str, ...]:
    """Return the keys that an endpoint reads, those of its dependencies included."""
    fields = get_flat_params(door.dependant) if isinstance(door, APIRoute) else []
    return tuple(sorted(field.alias for field in fields if isinstance(field.field_info, Query)))


def _unknown(key: str, known: tuple[str, ...]) -> str:
    """Return the sentence for a key that an endpoint does not have.

    >>> _unknown("who", ("board",))
    'The query of this address can have “board”, but not “who”.'
    """
    if not known:
        return f"This address takes no query, so it can’t have “{key}”."
    return f"The query of this address can have {listed([f'“{one}”' for one in known])}, but not “{key}”."
