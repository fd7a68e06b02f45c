"""The application, put together from its parts."""

from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager, closing, suppress
from functools import partial

from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import BaseRoute, Route

from app.core.clock import now_ms
from app.core.live.beside import beside
from app.core.live.calm import Calm
from app.core.live.sharing import Sharing
from app.core.live.streams import Streams
from app.core.live.topics import open_live
from app.core.metrics import Metrics
from app.core.settings import Settings, sqlite_file
from app.core.store.database import StoreUnavailable, open_database
from app.core.timekeeping import Timekeeper
from app.features.account import api as api_players
from app.features.account.pages import account, settings, tokens
from app.features.archive.pages import history, replays, statistics
from app.features.daily.api import daily as api_daily
from app.features.daily.api import standings as api_standings
from app.features.daily.pages import daily, standings
from app.features.deals.pages import challenges, deals, games, verdicts
from app.features.friends.pages import friends, groups
from app.features.moderation import pages as moderation
from app.features.open_data import pages as open_data
from app.features.open_data.publishing import publishing
from app.features.profiles import pages as profiles
from app.features.puzzles import api as api_puzzles
from app.features.puzzles.pages import learn, puzzles, tasks
from app.features.races.api import races as api_races
from app.features.races.api import rooms as api_rooms
from app.features.races.pages import ghosts, races, rooms
from app.features.races.referee import Referee
from app.features.races.service.rooms import OpenRooms
from app.features.ratings import api as api_ratings
from app.features.ratings import pages as ratings
from app.features.study import api as api_analysis
from app.features.study.pages import advice, analysis, certificates
from app.features.tournaments import api as api_tournaments
from app.features.tournaments import pages as tournaments
from app.features.tournaments.planning import planning
from app.features.tournaments.scoreboard import Scoreboard
from app.features.tournaments.steward import Steward
from app.play.api import sessions as api
from app.play.api import streams as api_streams
from app.play.pages import pictures, sessions, watching
from app.play.presence import Presence
from app.play.service import secrecy
from app.play.solving.worker import Worker
from app.site.housekeeping import housekeeping
from app.site.pages import api_page, health, lobby, notices, offline, operator
from app.site.service.front import Front
from app.web import errors
from app.web.assets import send_asset, shelf
from app.web.entrance import Entrance
from app.web.gallery import Gallery
from app.web.guard import Guard
from app.web.guesses import Failures
from app.web.limits import Counters, Limits
from app.web.parting import on_parting
from app.web.readiness import Readiness
from app.web.server import Server
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

Begin with `POST /api/v1/sessions` and keep the cookie of the answer: it says which player you are. With every action,
send the `seq` you saw; the answer is the session with its new `seq`. A card is written like `TH`. The piles are `t0`…
(tableau), `f0` to `f3` (foundations), `c0`… (cells) and `r0`… (reserve). A move is written like `t3-t5`, or `t3-t5:4`
for four cards.

To play for somebody with an account, send one of its tokens with every request instead of a cookie:
`Authorization: Bearer rpt_…`. Its owner makes it on the page `/account/tokens`, which a link can fill in:
`/account/tokens?scopes=play&scopes=race&description=My+program`. The scopes are `play` for games, dailies and analysis,
`race` for races and tournaments, `puzzle` for puzzles, and `read` for looking without changing anything. A token that
does not work is refused with 401, one without the scope that an endpoint needs with 403. No token opens a page, an
account or another token, and no token works as a part of an address.

Make a program's account a bot with `POST /api/v1/players/bot`, before its first daily, race, tournament or puzzle. It
then stays one, and its name ends in “(bot)”. The boards and standings of bots are at `?board=bots`. A bot races other
bots, and people whose race says `bots`.

Answers to requests that are limited carry `RateLimit-Policy`, such as `"moves";q=1500;w=60` for 1,500 moves and undos
in 60 seconds, and `RateLimit`, such as `"moves";r=1499;t=42`: what is left, and in how many seconds there is more. A
token counts as its player does. Beyond a limit the answer is 429, and `Retry-After` says in how many seconds to ask
again.

Streams say what changes, in lines of JSON: `/api/v1/stream/events`, and `/stream` below a session or a race. Ask again
only when a stream says so; only a program that waits for a race by `/api/v1/pairing` has to ask every two seconds.
"""


_DIRECT = (
    # FastAPI's own routing would take longer than applying a move does.
    Route("/sessions/{session_id}/moves", sessions.move, methods=["POST"], include_in_schema=False),
    Route("/static/{edition}/{name:path}", send_asset, include_in_schema=False),
)
_FOR_PROGRAMS = (
    *(api, api_players, api_races, api_rooms, api_ratings, api_tournaments),
    *(api_daily, api_standings, api_analysis, api_puzzles, api_streams),
)
_PAGES = (
    *(
        health,
        operator,
        moderation,
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
        tokens,
        account,
        api_page,
        daily,
        races,
        tournaments,
        rooms,
        watching,
        ghosts,
        puzzles,
    ),
    *(replays, pictures, statistics, friends, groups, standings, ratings, notices, offline, open_data, games),
    # Deals come last: their addresses begin with a game's name and match nearly everything.
    deals,
)


def routes() -> list[BaseRoute]:
    """List every route as its module defines it; the limits and the tokens look up the functions behind the routes."""
    return [*_DIRECT, *(route for module in (*_FOR_PROGRAMS, *_PAGES) for route in module.router.routes)]


def create_app() -> FastAPI:
    """Build the application that the environment describes."""
    settings_read = Settings.from_environment()
    counters, metrics = Counters(settings_read.redis_url), Metrics()
    limits, bearers = Limits(settings_read.secret, counters, routes()), Tokens(routes())
    streams, failures, gallery, calm = Streams(), Failures(), Gallery(), Calm()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        opened = open_database(settings_read.database_url, settings_read.work_seconds)
        async with opened as database, aclosing(counters):
            worker = Worker(database, settings_read, calm)
            live = open_live(settings_read.redis_url)
            referee, presence = Referee(database, live, calm), Presence(database, now_ms, calm)
            timekeeper = Timekeeper(database, calm)
            steward, scoreboard = Steward(database, live, calm), Scoreboard(database, live, calm)
            # With PostgreSQL, `rampart worker` runs the solvers instead.
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
                    tokens=bearers,
                    metrics=metrics,
                    streams=streams,
                    sharing=Sharing(),
                    referee=referee,
                    presence=presence,
                    entrance=entrance,
                    failures=failures,
                    gallery=gallery,
                    front=Front(),
                    scoreboard=scoreboard,
                    readiness=Readiness(database, live),
                    open_rooms=OpenRooms(settings_read.secret),
                    wake=worker.wake,
                    solvers_are_starting=lambda: worker.is_starting,
                )
                with suppress(StoreUnavailable):
                    await timekeeper.look()
                async with (
                    timekeeper.running(),
                    worker.running(lanes),
                    housekeeping(database, settings_read.guest_days, calm),
                    publishing(database, settings_read.data_folder),
                    live.running(),
                    beside(partial(calm.heed, live.size)),
                    referee.running(),
                    steward.running(),
                    planning(database, settings_read.planning, calm),
                    scoreboard.running(),
                    presence.running(),
                    bearers.running(database),
                ):
                    yield

    app = FastAPI(
        title="Rampart",
        version="1",
        description=_ABOUT,
        lifespan=lifespan,
        routes=_routes(),
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # No environment variable may turn telemetry on, and checking for one costs 6 µs a request.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.add_route(api_page.DOCUMENT, api_page.send_document, include_in_schema=False)
    app.add_middleware(Guard, refuse=errors.refuse, limits=limits, tokens=bearers, metrics=metrics, calm=calm)
    errors.install(app)
    shelf()  # read before the first request
    secrecy.prepare()
    return app


@cached()
def _routes() -> list[BaseRoute]:
    """List every route, made once in a process: FastAPI works out what each accepts when a request first needs it."""
    every = APIRouter()
    every.routes += _DIRECT
    for module in _FOR_PROGRAMS:
        _add_scopes(module.router)
        every.include_router(module.router)
    for module in _PAGES:
        every.include_router(module.router, include_in_schema=False)
    return every.routes


def _add_scopes(router: APIRouter) -> None:
    """Say below the description of each endpoint which scopes open it; raise if anything there has no description."""
    for route in router.routes:
        if not isinstance(route, APIRoute):
            raise TypeError(f"{route} has no description.")
        route.description = f"{route.description}\n\n{needed_words(route.endpoint)}"
