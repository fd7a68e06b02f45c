"""Templates: each gets one view dataclass named `page`, and nothing else."""

from dataclasses import dataclass

from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.assets import asset
from app.settings import CHECKOUT
from engine.rules import RULES_VERSION


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
)
_templates.globals.update(asset=asset, site=Site(RULES_VERSION))


def draw(name: str, page: object) -> str:
    """Give a template filled in."""
    return _templates.get_template(name).render(page=page)


def render(_request: Request, name: str, page: object, status: int = 200) -> HTMLResponse:
    """Answer with a page; pages of a player's own are kept by no cache."""
    return HTMLResponse(draw(name, page), status, {"cache-control": "no-store"})
