"""The application, put together from its parts."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, closing, suppress
from functools import partial

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute

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
from app.play.feature import Feature
from app.play.presence import Presence
from app.play.service import secrecy
from app.play.solving.worker import Worker
from app.site.doors import DIRECT, for_programs, open_doors, pages, routes
from app.site.features import chosen, switch_on
from app.site.housekeeping import housekeeping
from app.site.pages import api_page
from app.web import errors
from app.web.assets import shelf
from app.web.entrance import Entrance
from app.web.gallery import Gallery
from app.web.guard import Guard
from app.web.guesses import Failures
from app.web.limits import Counters, Limits
from app.web.readiness import Readiness
from app.web.server import Server
from app.web.stopping import on_stopping
from app.web.tokens import Tokens, needed_words
from engine.caching import cached
from engine.games import GAMES
from engine.rules import Game


def _games() -> str:
    """Return a sentence that names the games, and the options of each."""

    def named(game: Game) -> str:
        choices = ", ".join(f"`{option.name}={'|'.join(option.values)}`" for option in game.options)
        return f"`{game.slug}`" + (f" (options {choices})" if choices else "")

    *others, last = map(named, GAMES.values())
    return f"The games are {', '.join(others)} and {last}."


_ABOUT = f"""A program can play these games by the same rules and in the same sessions as the pages.

{_games()}

## A game

Begin with `POST /api/v1/sessions` and keep the cookie of the answer: it says which player you are. With every action,
send the `seq` you saw; the answer is the session with its new `seq`. A card is written like `TH`. The piles are `t0`…
(tableau), `f0` to `f3` (foundations), `c0`… (cells) and `r0`… (reserve). A move is written like `t3-t5`, or `t3-t5:4`
for four cards.

## Tokens

To play for somebody with an account, send one of its tokens with every request instead of a cookie:
`Authorization: Bearer rpt_…`. Its owner makes it on the page `/account/tokens`, which a link can fill in:
`/account/tokens?scopes=play&scopes=race&description=My+program`. The scopes are `play` for games, dailies and analysis,
`race` for races and tournaments, `puzzle` for puzzles, and `read` for looking without changing anything. A token that
does not work is refused with 401, one without the scope that an endpoint needs with 403. No token opens a page, an
account or another token, and no token works as a part of an address.

## Bots

Make a program's account a bot with `POST /api/v1/players/bot`, before its first daily, race, tournament or puzzle. It
then stays one, and its name ends in “(bot)”. The boards and standings of bots are at `?board=bots`. A bot races other
bots, and people whose race says `bots`.

## Limits

Answers to requests that are limited carry `RateLimit-Policy`, such as `"moves";q=1500;w=60` for 1,500 moves and undos
in 60 seconds, and `RateLimit`, such as `"moves";r=1499;t=42`: what is left, and in how many seconds there is more. A
token counts as its player does. Beyond a limit the answer is 429, and `Retry-After` says in how many seconds to ask
again.

## Streams

Streams say what changes, in lines of JSON: `/api/v1/stream/events`, and `/stream` below a session or a race. Ask again
only when a stream says so; only a program that waits for a race by `/api/v1/pairing` has to ask every two seconds.
"""


def create_app() -> FastAPI:
    """Build the application that the environment describes."""
    settings_read = Settings.from_environment()
    counters, metrics = Counters(settings_read.redis_url), Metrics()
    features = chosen(settings_read.features)
    switch_on(features)
    rooms = open_doors(features)
    every = routes(rooms)
    limits, bearers = Limits(settings_read.secret, counters, every), Tokens(every)
    streams, failures, gallery, calm = Streams(), Failures(), Gallery(), Calm()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = open_database(settings_read.database_url, settings_read.work_seconds)
        async with opened as database, aclosing(counters):
            worker = Worker(database, settings_read, calm)
            live = open_live(settings_read.redis_url)
            presence, timekeeper = Presence(database, now_ms, calm), Timekeeper(database, calm)
            # With PostgreSQL, `rampart worker` runs the solvers instead.
            lanes = settings_read.solvers if sqlite_file(settings_read.database_url) else 0
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
                    readiness=Readiness(database, live),
                    wake=worker.wake,
                    solvers_are_starting=lambda: worker.is_starting,
                )
                running = [feature.running(serving) for feature in features]
                for part in (presence, *(each for one in running for each in one.parts)):
                    serving.hold(part)
                with suppress(StoreUnavailable):
                    await timekeeper.look()
                async with AsyncExitStack() as contexts:
                    for context in (
                        timekeeper.running(),
                        worker.running(lanes),
                        housekeeping(database, settings_read.guest_days),
                        live.running(),
                        beside(partial(calm.heed, live.size)),
                        *(each for one in running for each in one.contexts),
                        presence.running(),
                        bearers.running(database),
                    ):
                        await contexts.enter_async_context(context)
                    yield

    app = FastAPI(
        title="Rampart",
        version="1",
        description=_ABOUT,
        lifespan=lifespan,
        routes=_routes(features),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # No environment variable may turn telemetry on, and checking for one costs 6 µs a request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.add_route(api_page.DOCUMENT, api_page.send_document, include_in_schema=False)
    app.add_middleware(Guard, refuse=errors.refuse, limits=limits, tokens=bearers, metrics=metrics, calm=calm)
    errors.install(app, {kind: answer for doors in rooms for kind, answer in doors.answers.items()})
    shelf()  # read before the first request
    secrecy.prepare()
    return app


@cached()
def _routes(features: tuple[Feature, ...]) -> list[BaseRoute]:
    """List every route, made once in a process: FastAPI works out what each accepts when a request first needs it."""
    every, rooms = APIRouter(), open_doors(features)
    every.routes += DIRECT
    for router in for_programs(rooms):
        _add_scopes(router)
        every.include_router(router)
    for router in pages(rooms):
        every.include_router(router, include_in_schema=False)
    return every.routes


def _add_scopes(router: APIRouter) -> None:
    """Write below the description of each endpoint which scopes open it; raise if anything there has no description."""
    for route in router.routes:
        if not isinstance(route, APIRoute):
            raise TypeError(f"{route} has no description.")
        # Another choice of features may have said it already.
        scopes = f"\n\n{needed_words(route.endpoint)}"
        route.description = route.description.removesuffix(scopes) + scopes
