"""Static files under addresses that change with their contents, so that browsers may keep them for ever."""

from functools import cache
from hashlib import sha256
from pathlib import PurePath

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from app.settings import CHECKOUT

STATIC = CHECKOUT / "static"
_SERVED = frozenset({".css", ".js", ".svg", ".png", ""})


@cache
def asset(name: str) -> str:
    """Give the address of a file in `static/`."""
    digest = sha256((STATIC / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"


class Assets(StaticFiles):
    """Serves `static/`, but not the sources from which some of it is drawn."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Answer for one file."""
        if PurePath(path).suffix not in _SERVED or PurePath(path).parts[:1] == ("art",):
            path = "no such file"
        answer = await super().get_response(path, scope)
        lasting = scope["query_string"].startswith(b"v=")
        answer.headers["cache-control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return answer
