"""The pages for programs, and the document that describes the interface; what is the same for all is drawn once."""

import asyncio
from typing import NamedTuple

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup
from pydantic_core import to_json

from app.core.encoding import Encoding, encoding_for, squeeze
from app.core.refusals import NotFound
from app.site.words.api_page import ApiPage, api_page
from app.web.rendering import draw, render
from engine.caching import cached

router = APIRouter()

DOCUMENT = "/api/v1/openapi.json"


class _Kept(NamedTuple):
    """What is the same for everybody."""

    page: ApiPage
    groups: dict[str, Markup]
    """The endpoints of each group, by its name."""
    tasks: dict[str, Markup]
    """The programs of each task, by the last part of its address."""
    documents: dict[Encoding | None, bytes]
    """The OpenAPI document, as it is and compressed."""


@router.get("/api")
async def show_api(request: Request) -> HTMLResponse:
    """Show the guide for programs."""
    kept = await _draw_in_thread(request.app)
    origin = str(request.base_url).rstrip("/")
    return render(request, "site/api.html", page=kept.page, origin=origin)


@router.get("/api/{group}")
async def show_group(request: Request, group: str) -> HTMLResponse:
    """Show a group of endpoints, from the same document that describes them to programs."""
    kept = await _draw_in_thread(request.app)
    if group not in kept.groups:
        raise NotFound("There is no such group of endpoints.")
    return render(request, "site/api_group.html", page=kept.page, name=group, endpoints=kept.groups[group])


@router.get("/api/tasks/{task}")
async def show_task(request: Request, task: str) -> HTMLResponse:
    """Show a task of the guide, with a program for it in each language."""
    kept = await _draw_in_thread(request.app)
    place = next((place for place, known in enumerate(kept.page.tasks) if known.slug == task), None)
    if place is None:
        raise NotFound("There is no such task.")
    origin = str(request.base_url).rstrip("/")
    return render(request, "site/api_task.html", page=kept.page, place=place, programs=kept.tasks[task], origin=origin)


@router.get("/openapi.json")
async def lead_to_document() -> RedirectResponse:
    """Lead to the OpenAPI document from where tools look for it first."""
    return RedirectResponse(DOCUMENT, 308)


async def send_document(request: Request) -> Response:
    """Send the OpenAPI document; the application adds this route, which is none of those that tokens open."""
    kept, way = await _draw_in_thread(request.app), encoding_for(request.headers.get("accept-encoding", ""))
    headers = {"vary": "accept-encoding"} | ({"content-encoding": way} if way else {})
    return Response(kept.documents[way], headers=headers, media_type="application/json")


async def _draw_in_thread(app: FastAPI) -> _Kept:
    # Drawing takes some tenths of a second, for which nobody at a table shall wait.
    return await asyncio.to_thread(_draw, app)


@cached(1)
def _draw(app: FastAPI) -> _Kept:
    described = app.openapi()
    page, plain = api_page(described, DOCUMENT), to_json(described)
    documents = {None: plain} | {way: squeeze(plain, way) for way in Encoding}
    groups, tasks = dict[str, Markup](), dict[str, Markup]()
    for group in page.groups:
        groups[group.name] = Markup(draw("site/_api_endpoints.html", group=group))
    for task in page.tasks:
        tasks[task.slug] = Markup(draw("site/_api_task.html", task=task))
    return _Kept(page, groups, tasks, documents)
