"""Templates: each gets one view dataclass named `page`; a whole page also gets the player's look."""

from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.people.looks import COOKIE, Look
from app.settings import CHECKOUT
from app.views.assets import asset
from app.views.encoding import squeeze, takes_gzip
from engine.rules import RULES_VERSION

_QUICK = 4
"""The level at which a page is compressed: smaller costs more time than it saves on the way."""


@dataclass(frozen=True, slots=True)
class Site:
    """What every page may say about the server."""

    rules: int


_templates = Environment(
    loader=FileSystemLoader(CHECKOUT / "templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    # `make dev` restarts when a template changes, so nobody else need check the files' times.
    auto_reload=False,
)
_templates.globals.update(asset=asset, site=Site(RULES_VERSION))


def draw(name: str, page: object) -> str:
    """Return a fragment filled in."""
    return _templates.get_template(name).render(page=page)


def render(request: Request, name: str, page: object, status: int = 200, look: Look | None = None) -> HTMLResponse:
    """Answer with a page, in the given look or else in that of the browser's cookie."""
    look = look or Look.read(request.cookies.get(COOKIE, ""))
    body = _templates.get_template(name).render(page=page, look=look).encode()
    headers = {"vary": "accept-encoding"}
    if takes_gzip(request.headers.get("accept-encoding", "")):
        body = squeeze(body, _QUICK)
        headers["content-encoding"] = "gzip"
    return HTMLResponse(body, status, headers)
