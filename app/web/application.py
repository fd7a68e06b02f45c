"""Building the application."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, closing

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute, Route

from app.jobs.gallery import Gallery
from app.jobs.housekeeping import housekeeping
from app.jobs.referee import Referee
from app.jobs.worker import PAUSE_AT_HOME_SECONDS, Worker
from app.live.presence import Presence
from app.live.streams import Streams
from app.live.topics import open_live
from app.metrics import Metrics
from app.model.clock import now_ms
from app.routes import (
    account,
    advice,
    analysis,
    api,
    api_analysis,
    api_daily,
    api_page,
    api_players,
    api_puzzles,
    api_races,
    api_standings,
    certificates,
    challenges,
    daily,
    deals,
    friends,
    games,
    ghosts,
    groups,
    health,
    history,
    learn,
    lobby,
    notices,
    offline,
    operator,
    pictures,
    profiles,
    puzzles,
    races,
    replays,
    sessions,
    settings,
    standings,
    statistics,
    tasks,
    verdicts,
    watching,
)
from app.services import secrecy
from app.services.front import Front
from app.settings import Settings, sqlite_file
from app.store.database import open_database
from app.views.assets import send_asset, shelf
from app.web import errors
from app.web.entrance import Entrance
from app.web.guard import Guard
from app.web.guesses import Failures
from app.web.limits import Counters, Limits
from app.web.parting import on_parting
from app.web.server import Server
from engine.caching import cached

_ABOUT = """A program can play these games by the same rules and in the same sessions as the pages.

Begin with `POST /api/v1/sessions` and keep the cookie of the answer: it says which player you are. With every action,
send the `seq` you saw; the answer is the session with its new `seq`. A card is written like `TH`. The piles are `t0`…
(tableau), `f0` to `f3` (foundations), `c0`… (cells) and `r0`… (reserve). A move is written like `t3-t5`, or `t3-t5:4`
for four cards.
"""


_DIRECT = (
    # FastAPI's own routing costs a move more than its rules do.
    Route("/sessions/{session_id}/moves", sessions.move, methods=["POST"], include_in_schema=False),
    Route("/static/{edition}/{name:path}", send_asset, include_in_schema=False),
)
_FOR_PROGRAMS = (api, api_players, api_races, api_daily, api_standings, api_analysis, api_puzzles)
_PAGES = (
    *(
        health,
        operator,
        sessions,
        tasks,
        advice,
        analysis,
        certificates,
        challenges,
        verdicts,
        learn,
        lobby,
        history,
        settings,
        profiles,
        account,
        api_page,
        daily,
        races,
        watching,
        ghosts,
        puzzles,
    ),
    *(replays, pictures, statistics, friends, groups, standings, notices, offline, games),
    # Deals come last: their addresses have a game's name first and match nearly everything.
    deals,
)


def routes() -> list[BaseRoute]:
    """List every route as it was written, for what asks them more than where they lead."""
    return [*_DIRECT, *(route for module in (*_FOR_PROGRAMS, *_PAGES) for route in module.router.routes)]


def create_app() -> FastAPI:
    """Build the application that the environment describes."""
    settings_read = Settings.from_environment()
    counters, metrics = Counters(settings_read.redis_url), Metrics()
    limits = Limits(settings_read.secret, counters, routes())
    streams, failures, gallery = Streams(), Failures(), Gallery()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = open_database(settings_read.database_url, settings_read.work_seconds)
        async with opened as database, aclosing(counters):
            worker = Worker(database, settings_read, PAUSE_AT_HOME_SECONDS)
            live = open_live(settings_read.redis_url)
            referee, presence = Referee(database, live), Presence(database, now_ms)
            # Beside PostgreSQL `rampart worker` does this.
            lanes = settings_read.solvers if sqlite_file(settings_read.database_url) else 0
            with (
                closing(Entrance(database, counters, settings_read.registration)) as entrance,
                on_parting(live.end),
                on_parting(database.hurry),
            ):
                app.state.server = Server(
                    settings=settings_read,
                    database=database,
                    live=live,
                    limits=limits,
                    metrics=metrics,
                    streams=streams,
                    referee=referee,
                    presence=presence,
                    entrance=entrance,
                    failures=failures,
                    gallery=gallery,
                    front=Front(),
                    wake=worker.wake,
                )
                async with (
                    worker.running(lanes),
                    housekeeping(database, settings_read.guest_days),
                    live.running(),
                    referee.running(),
                    presence.running(),
                ):
                    yield

    app = FastAPI(
        title="Rampart",
        version="1",
        description=_ABOUT,
        lifespan=lifespan,
        routes=_routes(),
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
    )
    app.add_middleware(Guard, refuse=errors.refuse, limits=limits, metrics=metrics)
    errors.install(app)
    shelf()  # read before the first request
    secrecy.prepare()
    return app


@cached()
def _routes() -> list[BaseRoute]:
    """List every address, made once in a process: FastAPI works out what each takes when it is first asked for."""
    every = APIRouter()
    every.routes += _DIRECT
    for module in _FOR_PROGRAMS:
        every.include_router(module.router)
    for module in _PAGES:
        every.include_router(module.router, include_in_schema=False)
    return every.routes
