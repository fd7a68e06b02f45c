"""The JSON API for races."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from app.live.news import race_topic, tell_of_race
from app.live.streams import EventStream
from app.model.race import LONGEST_LIMIT_MS, SHORTEST_LIMIT_MS, Race, Stage, Terms
from app.model.token import Scope
from app.routes.api import variant_asked
from app.routes.bodies import Body, TermsDocument, documented, json_body, refusals, require_json
from app.routes.races import Verb, attending, dismissing, look_in
from app.services import health, races, ratings
from app.services.races import Entrant
from app.store.database import Database
from app.views.race import race_document
from app.web.dependencies import Db, NewGame, Now, Player, Visitor
from app.web.listening import stream
from app.web.server import server
from app.web.tokens import open_to


class NewRace(Body):
    """The terms of a race, and the name of its host in it."""

    game: StrictStr = Field(examples=["fortress"])
    options: dict[StrictStr, StrictStr] = Field(default_factory=dict, examples=[{}])
    winnable: StrictBool = Field(False, description="Whether every heat waits for a deal that is proved winnable.")
    best_of: Literal[1, 3, 5] = Field(1, description="The most heats that a match has.")
    limit: StrictInt | None = Field(
        None,
        ge=SHORTEST_LIMIT_MS // 1000,
        le=LONGEST_LIMIT_MS // 1000,
        description="The most seconds a heat lasts; null for three hours. It ends sooner if others wait for the idle.",
    )
    bots: StrictBool = Field(False, description="Whether bots may join. They always may if a bot makes the race.")
    listed: StrictBool = Field(
        False,
        description="Whether the list of open rooms shows the room while it waits; it shows none of a bot.",
    )
    name: StrictStr = Field(
        "", description="If it is empty, you get your account's name, or a number.", examples=["Ann"]
    )


class NewRacer(Body):
    """The name of a racer."""

    name: StrictStr = Field(
        "", description="If it is empty, you get your account's name, or a number.", examples=["Ben"]
    )


class IdleRacer(Body):
    """The racer to remove."""

    racer: StrictStr = Field(description="The racer’s name in this race.", examples=["Ben"])


class RacerDocument(BaseModel):
    """Somebody who is in the room, or was there during a heat."""

    name: str
    bot: bool = Field(description="Whether a program races by that name, which then ends in “(bot)”.")
    host: bool
    you: bool
    ready: bool
    present: bool
    wins: int = Field(description="How many heats of this match the racer has won or shared the first place in.")
    idle: float | None = Field(description="For how many seconds the racer has been idle; null if the racer is not.")
    rating: int | None = Field(description="At this game; null without one, and of racers who have left.")
    provisional: bool | None = Field(description="Whether the rating may still be far off; null without one.")


class RunDocument(BaseModel):
    """How far somebody has come in a heat."""

    run: str = Field(description="The name of the run in events.")
    name: str
    place: int = Field(description="Equal runs share a place.")
    outcome: str | None = Field(description="won, given-up, forfeited or stopped; null while racing.")
    home: int = Field(description="Cards on the foundations.")
    steps: int
    seconds: float | None = Field(description="From the deal to the end; null while racing.")


class HeatDocument(BaseModel):
    """One deal that everybody races on."""

    number: int
    deal: str | None = Field(description="The deal number; null until the heat is over.")
    proved: bool = Field(description="Whether the deal is proved winnable.")
    over: bool
    runs: list[RunDocument]


class RaceDocument(TermsDocument):
    """A race as it stands."""

    stage: Stage = Field(
        description="`seeking` while a heat waits for a deal that is proved winnable; `set-aside` if something went "
        "wrong and the race cannot go on."
    )
    notice: str | None = Field(description="What the race waits for, in words; null if it waits for nothing.")
    starts_in: float | None = Field(description="Seconds to the deal while the countdown runs.")
    session: str | None = Field(description="Your session in the heat that is running.")
    racers: list[RacerDocument]
    heats: list[HeatDocument] = Field(description="The heats of the latest match.")
    champions: list[str] = Field(description="The winners of the match: several if they tie, none before its end.")


_REFUSALS = refusals(
    {
        400: "The server cannot read the body, or the name does not have the right form.",
        403: "You are not in the race, or not its host.",
        404: "There is no such race or game.",
        422: "The server understands the request, but cannot do it now.",
        503: "The server cannot reach the races at the moment.",
    }
)
_STREAM: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}, "description": "Server-sent events."}
}

router = APIRouter(prefix="/api/v1/races", tags=["races"], responses=_REFUSALS, dependencies=[Depends(require_json)])


@router.post(
    "", status_code=201, response_model=RaceDocument, openapi_extra=documented(NewRace),
    response_description="The new race.",
)  # fmt: skip
@open_to(Scope.RACE)
async def make(body: Annotated[NewRace, json_body(NewRace)], db: Db, player: Player, now: Now) -> JSONResponse:
    """Make a race and be its host. Others join it by its code."""
    variant = variant_asked(body.game, body.options)
    limit_ms = body.limit * 1000 if body.limit else None
    terms = Terms(variant, body.winnable, body.best_of, limit_ms, body.bots, body.listed)
    entrant = Entrant(player, body.name)
    race = await db.write(lambda connection: races.make(connection, entrant, terms, now))
    return JSONResponse(await document_of(db, race, player, now), 201)


@router.get("/{code}", response_model=RaceDocument, response_description="The race.")
@open_to(Scope.RACE, Scope.READ)
async def show(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Look at a race. If you are in it, this also says that you are still there."""
    race = await look_in(request, code, db, visitor)
    return JSONResponse(await document_of(db, race, visitor, now))


@router.post(
    "/{code}/join", response_model=RaceDocument, openapi_extra=documented(NewRacer), response_description="The race.",
)  # fmt: skip
@open_to(Scope.RACE)
async def join(
    request: Request, code: str, body: Annotated[NewRacer, json_body(NewRacer)], db: Db, player: Player, now: Now
) -> JSONResponse:
    """Come into the room, for the first time or again."""
    entrant = Entrant(player, body.name)
    race = await db.write(lambda connection: races.join(connection, code, entrant, now))
    return await _told(request, db, race, player, now)


@router.post(
    "/{code}/ready", response_model=RaceDocument, response_description="The race.", dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.RACE)
async def be_ready(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Say that you are ready. Once everybody is, a countdown begins, and then all get the deal at once."""
    return await _act(request, code, db, visitor, now, races.be_ready)


@router.post("/{code}/begin", response_model=RaceDocument, response_description="The race.")
@open_to(Scope.RACE)
async def begin(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Begin the countdown without those who are not ready. Only the host can."""
    return await _act(request, code, db, visitor, now, races.begin)


@router.post("/{code}/stop", response_model=RaceDocument, response_description="The race.")
@open_to(Scope.RACE)
async def stop(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """End a heat that somebody has won. Only the host can."""
    return await _act(request, code, db, visitor, now, races.stop)


@router.post("/{code}/deal-any", response_model=RaceDocument, response_description="The race.")
@open_to(Scope.RACE)
async def deal_any(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Begin with any deal instead of waiting for one that is proved winnable. Only the host can."""
    return await _act(request, code, db, visitor, now, races.deal_any)


@router.post(
    "/{code}/dismiss", response_model=RaceDocument, openapi_extra=documented(IdleRacer),
    response_description="The race.",
)  # fmt: skip
@open_to(Scope.RACE)
async def dismiss(
    request: Request, code: str, body: Annotated[IdleRacer, json_body(IdleRacer)], db: Db, visitor: Visitor, now: Now
) -> JSONResponse:
    """Remove an idle racer. Only the host can, or anybody while the host is idle."""
    return await _act(request, code, db, visitor, now, dismissing(body.racer))


@router.post("/{code}/leave", response_model=RaceDocument, response_description="The race.")
@open_to(Scope.RACE)
async def leave(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Leave the room, and forfeit the game you are racing."""
    return await _act(request, code, db, visitor, now, races.leave)


@router.get("/{code}/events", responses=_STREAM, response_class=Response)
@open_to(Scope.RACE, Scope.READ)
async def events(request: Request, code: str, db: Db, visitor: Visitor) -> EventStream:
    """Listen to a race: `room` says to look at it again, `run` says how far somebody is, as JSON.

    `heal` says that you may have missed something. Send `Last-Event-ID` to resume a stream.
    """
    race = await db.read(lambda connection: races.look(connection, code))

    async def ask() -> None:
        # Whose cookie has ended is not there any more; the door to the database refuses it.
        await db.read(health.ask)

    return stream(request, race_topic(race.code), attending(request, race, visitor), ask)


async def document_of(db: Database, race: Race, viewer: str | None, now: int) -> dict[str, Any]:
    """Return a race as JSON for one viewer, with the ratings of those in its room."""
    rated = await db.read(lambda connection: ratings.of_room(connection, race))
    return race_document(race, viewer, now, rated)


async def _act(request: Request, code: str, db: Database, visitor: str | None, now: int, verb: Verb) -> JSONResponse:
    race = await db.write(lambda connection: verb(connection, code, visitor, now))
    return await _told(request, db, race, visitor, now)


async def _told(request: Request, db: Database, race: Race, viewer: str | None, now: int) -> JSONResponse:
    await tell_of_race(server(request).live, race)
    return JSONResponse(await document_of(db, race, viewer, now))
