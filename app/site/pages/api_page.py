"""The page for programs, and the document that describes the interface to them; both are drawn once and kept."""

import asyncio
from typing import NamedTuple

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from markupsafe import Markup
from pydantic_core import to_json

from app.core.encoding import Encoding, encoding_for, squeeze
from app.site.words.api_page import ApiPage, api_page
from app.web.rendering import draw, render
from engine.caching import cached

router = APIRouter()

DOCUMENT = "/api/v1/openapi.json"


class _Kept(NamedTuple):
    """What is the same for everybody."""

    page: ApiPage
    endpoints: Markup
    """The part of the page that lists them."""
    documents: dict[Encoding | None, bytes]
    """The OpenAPI document, as it is and compressed."""


@router.get("/api")
async def show_api(request: Request) -> HTMLResponse:
    """Show the JSON interface, from the same document that describes it to programs."""
    kept = await _kept(request.app)
    origin = str(request.base_url).rstrip("/")
    return render(request, "site/api.html", page=kept.page, endpoints=kept.endpoints, origin=origin)


async def send_document(request: Request) -> Response:
    """Send the OpenAPI document; the application adds this route, which is none of those that tokens open."""
    kept, way = await _kept(request.app), encoding_for(request.headers.get("accept-encoding", ""))
    headers = {"vary": "accept-encoding"} | ({"content-encoding": way} if way else {})
    return Response(kept.documents[way], headers=headers, media_type="application/json")


async def _kept(app: FastAPI) -> _Kept:
    # Drawing takes some tenths of a second, for which nobody at a table shall wait.
    return await asyncio.to_thread(_drawn, app)


@cached(1)
def _drawn(app: FastAPI) -> _Kept:
    described = app.openapi()
    page, plain = api_page(described, DOCUMENT), to_json(described)
    documents = {None: plain} | {way: squeeze(plain, way) for way in Encoding}
    return _Kept(page, Markup(draw("site/_api_endpoints.html", page=page)), documents)
