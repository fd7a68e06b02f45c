"""The application, put together from its parts."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, closing, suppress
from functools import partial

from fastapi import APIRouter, FastAPI
from starlette.routing import BaseRoute, Route

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.live.calm import Calm
from app.core.live.opening import open_live
from app.core.live.sharing import Sharing
from app.core.live.streams import Streams
from app.core.metrics import Metrics
from app.core.settings import Settings, sqlite_file
from app.core.store.database import StoreUnavailable
from app.core.store.opening import open_database
from app.core.timekeeping import Timekeeper
from app.play.attendance import Attendance
from app.play.feature import Feature
from app.play.presence import Presence
from app.play.service import secrecy
from app.play.solving.worker import Worker
from app.site.doors import DIRECT, for_programs, open_doors, pages, routes
from app.site.features import chosen, switch_on
from app.site.housekeeping import housekeeping
from app.site.openapi import Described, describe_endpoints
from app.site.pages import api_page
from app.site.words.api_guide import ABOUT
from app.web import errors
from app.web.assets import shelf
from app.web.entrance import Entrance
from app.web.gallery import Gallery
from app.web.guard import Guard
from app.web.guesses import Failures
from app.web.limits import Counters, Limits
from app.web.queries import Queries
from app.web.readiness import Readiness
from app.web.server import Server
from app.web.stopping import on_stopping
from app.web.tokens import Tokens
from engine.caching import cached


def create_app() -> FastAPI:
    """Build the application that the environment describes."""
    settings_read = Settings.from_environment()
    counters, metrics = Counters(settings_read.redis_url), Metrics()
    features = chosen(settings_read.features)
    switch_on(features)
    rooms = open_doors(features)
    every = routes(rooms)
    limits, bearers = Limits(settings_read.secret, counters, every), Tokens(every)
    document = Route(api_page.DOCUMENT, api_page.send_document, include_in_schema=False)
    queries = Queries([*every, document])
    streams, failures, gallery, calm = Streams(), Failures(), Gallery(), Calm()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = open_database(settings_read.database_url, settings_read.work_seconds)
        async with opened as database, aclosing(counters):
            worker = Worker(database, settings_read, calm)
            live = open_live(settings_read.redis_url)
            presence, timekeeper = Presence(database, now_ms, calm), Timekeeper(database, calm)
            # With PostgreSQL, `rampart worker` runs the solvers instead.
            runs_solvers = sqlite_file(settings_read.database_url) is not None
            lanes = settings_read.solvers if runs_solvers else 0
            attendance = Attendance(database, (lambda: worker.solvers) if runs_solvers else None, calm)
            with (
                closing(Entrance(database, counters, settings_read.registration)) as entrance,
                on_stopping(live.end),
                on_stopping(database.hurry),
            ):
                serving = app.state.server = Server(
                    settings=settings_read,
                    database=database,
                    live=live,
                    calm=calm,
                    limits=limits,
                    tokens=bearers,
                    metrics=metrics,
                    streams=streams,
                    sharing=Sharing(),
                    entrance=entrance,
                    failures=failures,
                    gallery=gallery,
                    readiness=Readiness(database, live, attendance.trouble),
                    wake=worker.wake,
                )
                running = [feature.running(serving) for feature in features]
                for part in (presence, attendance, *(each for one in running for each in one.parts)):
                    serving.hold(part)
                with suppress(StoreUnavailable):
                    await timekeeper.look()
                async with AsyncExitStack() as contexts:
                    for context in (
                        timekeeper.running(),
                        worker.running(lanes),
                        attendance.running(),
                        housekeeping(database, settings_read.guest_days),
                        live.running(),
                        beside(partial(calm.heed, live.size)),
                        *(each for one in running for each in one.contexts),
                        presence.running(),
                        bearers.running(database),
                    ):
                        await contexts.enter_async_context(context)
                    yield

    app = Described(
        title="Rampart",
        version="1",
        description=ABOUT,
        contact={"name": "Whoever runs this server; the page /contact says who that is"},
        servers=[{"url": "/", "description": "The server that sent this document."}],
        lifespan=lifespan,
        routes=_routes(features),
        openapi_tags=[{"name": tag, "description": words} for doors in rooms for tag, words in doors.tags.items()],
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # No environment variable may turn telemetry on, and checking for one costs 6 µs a request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.lines = tuple(line for doors in rooms for line in doors.lines)
    app.router.routes.append(document)
    app.add_middleware(
        Guard, refuse=errors.refuse, queries=queries, limits=limits, tokens=bearers, metrics=metrics, calm=calm
    )
    errors.install(app, {kind: answer for doors in rooms for kind, answer in doors.answers.items()}, metrics)
    shelf()  # read before the first request
    secrecy.prepare()
    return app


@cached()
def _routes(features: tuple[Feature, ...]) -> list[BaseRoute]:
    """List every route, made once in a process: FastAPI works out what each accepts when a request first needs it."""
    every, rooms = APIRouter(), open_doors(features)
    every.routes += DIRECT
    for router in for_programs(rooms):
        describe_endpoints(router)
        every.include_router(router)
    for router in pages(rooms):
        every.include_router(router, include_in_schema=False)
    return every.routes
