"""The doors of the house: every route, and the pages of the site itself."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

from fastapi import APIRouter, Request, Response
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from app.play import doors as play
from app.play.companions import COMPANIONS
from app.play.feature import Feature
from app.play.pages import sessions
from app.site.pages import api_page, health, lobby, me, notices, offline, operator
from app.web.assets import send_asset
from app.web.doors import Doors
from app.web.rendering import add_filters

SITE = Doors(
    pages=(health.router, operator.router, lobby.router, me.router, api_page.router, notices.router, offline.router),
)


def _direct(path: str, method: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    """Return a route for what is asked for most: FastAPI's own routing would take longer than applying a move does."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await (await endpoint(Request(scope, receive, send)))(scope, receive, send)

    route = Route(path, endpoint, methods=[method], include_in_schema=False)
    # The route's own way to call the endpoint handles exceptions, which the application does again.
    route.app = answer
    return route


DIRECT = (
    _direct("/sessions/{session_id}/moves", "POST", sessions.move),
    _direct("/static/{edition}/{name:path}", "GET", send_asset),
)


def open_doors(features: Iterable[Feature]) -> tuple[Doors, ...]:
    """Return the doors of every room, and let tables and templates have what the features bring to them."""
    features = tuple(features)
    rooms = (play.DOORS, *(feature.doors() for feature in features), SITE)
    COMPANIONS.fill(companion for feature in features for companion in feature.companions())
    add_filters(words for doors in rooms for words in doors.filters)
    return rooms


def for_programs(rooms: Sequence[Doors]) -> list[APIRouter]:
    """List the endpoints for programs; those that send lines come last."""
    asked = [router for doors in rooms for router in doors.api]
    return asked + [router for doors in rooms for router in doors.streams]


def pages(rooms: Sequence[Doors]) -> list[APIRouter]:
    """List the pages; those whose addresses match nearly everything come last."""
    named = [router for doors in rooms for router in doors.pages]
    return named + [router for doors in rooms for router in doors.catch_all]


def routes(rooms: Sequence[Doors]) -> list[BaseRoute]:
    """List every route as its room defines it; the limits and the tokens look up the functions behind the routes."""
    return [*DIRECT, *(route for router in (*for_programs(rooms), *pages(rooms)) for route in router.routes)]
