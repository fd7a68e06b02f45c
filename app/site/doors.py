"""The doors of the house: every route, and the pages of the site itself."""

from starlette.routing import BaseRoute, Route

from app.play import doors as play
from app.play.companions import COMPANIONS
from app.play.pages import sessions
from app.site.features import FEATURES
from app.site.pages import api_page, health, lobby, notices, offline, operator
from app.web.assets import send_asset
from app.web.doors import Doors
from app.web.rendering import add_filters

SITE = Doors(
    pages=(health.router, operator.router, lobby.router, api_page.router, notices.router, offline.router),
)
ROOMS = (play.DOORS, *(feature.doors() for feature in FEATURES), SITE)
COMPANIONS.fill(companion for feature in FEATURES for companion in feature.companions())
add_filters(words for doors in ROOMS for words in doors.filters)

DIRECT = (
    # FastAPI's own routing would take longer than applying a move does.
    Route("/sessions/{session_id}/moves", sessions.move, methods=["POST"], include_in_schema=False),
    Route("/static/{edition}/{name:path}", send_asset, include_in_schema=False),
)
FOR_PROGRAMS = (
    *(router for doors in ROOMS for router in doors.api),
    *(router for doors in ROOMS for router in doors.streams),
)
PAGES = (
    *(router for doors in ROOMS for router in doors.pages),
    *(router for doors in ROOMS for router in doors.catch_all),
)


def routes() -> list[BaseRoute]:
    """List every route as its room defines it; the limits and the tokens look up the functions behind the routes."""
    return [*DIRECT, *(route for router in (*FOR_PROGRAMS, *PAGES) for route in router.routes)]
