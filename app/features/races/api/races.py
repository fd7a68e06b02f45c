"""The JSON API for races."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response
from pydantic import Field, StrictBool, StrictInt, StrictStr

from app.core.live.streams import EventStream
from app.core.store import health
from app.core.store.database import Database
from app.features.races.documents import RaceDocument
from app.features.races.news import race_topic, tell_of_race, tell_of_reaction
from app.features.races.pages.races import Verb, attending, dismissing, letting_in
from app.features.races.pages.reading import look_in
from app.features.races.service import heats, races, reacting
from app.features.races.service.races import RaceEntrant
from app.features.races.values.race import LONGEST_LIMIT_MS, SHORTEST_LIMIT_MS, Race, RaceTerms
from app.features.races.values.reaction import Reaction
from app.people.token import Scope
from app.play.api.sessions import GameAsked, OptionsAsked, requested_variant
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Db, Joining, NewGame, Now, Player, Reacting, Visitor, Whence, server
from app.web.listening import stream
from app.web.tokens import open_to

RaceCode = Annotated[str, Path(description="The `code` of the race.")]


class NewRace(Body):
    """The terms of a race, and the name under which its host races."""

    game: GameAsked
    options: OptionsAsked
    winnable: StrictBool = Field(False, description="Whether every heat waits for a deal that is proved winnable.")
    best_of: Literal[1, 3, 5] = Field(1, description="The most heats that a match has.")
    limit: StrictInt | None = Field(
        None,
        ge=SHORTEST_LIMIT_MS // 1000,
        le=LONGEST_LIMIT_MS // 1000,
        description="The most seconds a heat lasts; null for three hours. It ends sooner if racers wait for idle ones.",
    )
    bots: StrictBool = Field(False, description="Whether bots may join. They always may if a bot makes the race.")
    listed: StrictBool = Field(
        False,
        description="Whether the list of open rooms shows the room while it waits; for three hours, pages also list it "
        "while it is raced and when it is over. The list shows at most one room of each host and three from one "
        "address; it never shows a bot's room. After its first heat, a race that is not listed takes nobody new in "
        "without its host.",
    )
    name: StrictStr = Field(
        "", description="If it is empty, you get your account's name, or a number.", examples=["Ann"]
    )


class NewRacer(Body):
    """The name of a racer."""

    name: StrictStr = Field(
        "", description="If it is empty, you get your account's name, or a number.", examples=["Ben"]
    )


class AskingRacer(Body):
    """The racer to let in."""

    racer: StrictStr = Field(description="The name of somebody who asks to come in.", examples=["Ben"])


class IdleRacer(Body):
    """The racer to remove."""

    racer: StrictStr = Field(description="The racer’s name in this race.", examples=["Ben"])


class NewReaction(Body):
    """Something to say to the others."""

    reaction: Reaction = Field(description="One of the reactions there are.", examples=[Reaction.WELL_PLAYED])


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


async def _entrant(body: Annotated[NewRacer, json_body(NewRacer)], player: Player, whence: Whence) -> RaceEntrant:
    return RaceEntrant(player, body.name, whence)


Coming = Annotated[RaceEntrant, Depends(_entrant)]
"""Who comes into a race, with the name that the body says."""

router = APIRouter(prefix="/api/v1/races", tags=["races"], responses=_REFUSALS, dependencies=[Depends(require_json)])


@router.post(
    "", operation_id="make_race", status_code=201, openapi_extra=body_entry(NewRace),
    response_description="The new race.", dependencies=[Joining],
)  # fmt: skip
@open_to(Scope.RACE)
async def make(
    body: Annotated[NewRace, json_body(NewRace)], db: Db, player: Player, whence: Whence, now: Now
) -> RaceDocument:
    """Make a race and be its host. Others join it by its code."""
    variant = requested_variant(body.game, body.options)
    limit_ms = body.limit * 1000 if body.limit else None
    terms = RaceTerms(variant, body.winnable, body.best_of, limit_ms, body.bots, body.listed)
    entrant = RaceEntrant(player, body.name, whence)
    race = await db.write(races.make, entrant, terms, now)
    return await document_of(db, race, player, now)


@router.get("/{code}", operation_id="show_race", response_description="The race.")
@open_to(Scope.RACE, Scope.READ)
async def show(request: Request, code: RaceCode, db: Db, visitor: Visitor, now: Now) -> RaceDocument:
    """Look at a race. If you are in it, this also counts as a sign that you are still there."""
    race = await look_in(request, code, db, visitor)
    return await document_of(db, race, visitor, now)


@router.post(
    "/{code}/join", operation_id="join_race", openapi_extra=body_entry(NewRacer), response_description="The race.",
    dependencies=[Joining],
)  # fmt: skip
@open_to(Scope.RACE)
async def join(request: Request, code: RaceCode, entrant: Coming, db: Db, now: Now) -> RaceDocument:
    """Enter the room, for the first time or again.

    After its first heat, a race that is not listed lets nobody new in without its host: you are then among those who
    are `asking`.
    """
    race = await db.write(races.join, code, entrant, now)
    return await _document(request, db, race, entrant.player_id, now)


@router.post(
    "/{code}/ready", response_description="The race.", dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.RACE)
async def be_ready(request: Request, code: RaceCode, db: Db, visitor: Visitor, now: Now) -> RaceDocument:
    """Declare that you are ready. Once everybody is, a countdown begins, and then all get the deal at once.

    Those who are not ready have a minute once the host and one more are, or two who have raced in the room. Then the
    round begins without them.
    """
    return await _act(request, code, db, visitor, now, races.be_ready)


@router.post(
    "/{code}/let-in", openapi_extra=body_entry(AskingRacer), response_description="The race.",
)  # fmt: skip
@open_to(Scope.RACE)
async def let_in(
    request: Request,
    code: RaceCode,
    body: Annotated[AskingRacer, json_body(AskingRacer)],
    db: Db,
    visitor: Visitor,
    now: Now,
) -> RaceDocument:
    """Let somebody in who asks to. Only the host can, or anybody while the host is idle."""
    return await _act(request, code, db, visitor, now, letting_in(body.racer))


@router.post("/{code}/begin", operation_id="begin_race", response_description="The race.")
@open_to(Scope.RACE)
async def begin(request: Request, code: RaceCode, db: Db, visitor: Visitor, now: Now) -> RaceDocument:
    """Begin the countdown without those who are not ready. Only the host can."""
    return await _act(request, code, db, visitor, now, races.begin)


@router.post("/{code}/stop", operation_id="stop_race", response_description="The race.")
@open_to(Scope.RACE)
async def stop(request: Request, code: RaceCode, db: Db, visitor: Visitor, now: Now) -> RaceDocument:
    """End a heat that somebody has won. Only the host can. Those still racing are not rated against each other."""
    return await _act(request, code, db, visitor, now, races.stop)


@router.post("/{code}/deal-any", response_description="The race.")
@open_to(Scope.RACE)
async def deal_any(request: Request, code: RaceCode, db: Db, visitor: Visitor, now: Now) -> RaceDocument:
    """Begin with any deal instead of waiting for one that is proved winnable. Only the host can."""
    return await _act(request, code, db, visitor, now, races.deal_any)


@router.post(
    "/{code}/dismiss", operation_id="dismiss_racer", openapi_extra=body_entry(IdleRacer),
    response_description="The race.",
)  # fmt: skip
@open_to(Scope.RACE)
async def dismiss(
    request: Request,
    code: RaceCode,
    body: Annotated[IdleRacer, json_body(IdleRacer)],
    db: Db,
    visitor: Visitor,
    now: Now,
) -> RaceDocument:
    """Remove an idle racer. Only the host can, or anybody while the host is idle.

    The host can also remove racers who have raced no heat there yet, and they can't come back.
    """
    return await _act(request, code, db, visitor, now, dismissing(body.racer))


@router.post(
    "/{code}/react", operation_id="react_in_race", openapi_extra=body_entry(NewReaction),
    response_description="The race.", dependencies=[Reacting],
)  # fmt: skip
@open_to(Scope.RACE)
async def react(
    request: Request,
    code: RaceCode,
    body: Annotated[NewReaction, json_body(NewReaction)],
    db: Db,
    visitor: Visitor,
    now: Now,
) -> RaceDocument:
    """React for the others to see, once your own run is over. Nobody stores it: the events of the race carry it."""
    reacted = await db.read(reacting.react, code, visitor, body.reaction)
    await tell_of_reaction(server(request).live, reacted)
    return await document_of(db, await db.read(races.look, code), visitor, now)


@router.post("/{code}/leave", operation_id="leave_race", response_description="The race.")
@open_to(Scope.RACE)
async def leave(request: Request, code: RaceCode, db: Db, visitor: Visitor, now: Now) -> RaceDocument:
    """Leave the room, and forfeit the game you are racing."""
    return await _act(request, code, db, visitor, now, races.leave)


@router.get("/{code}/events", operation_id="follow_race", responses=_STREAM, response_class=Response)
@open_to(Scope.RACE, Scope.READ)
async def events(request: Request, code: RaceCode, db: Db, visitor: Visitor) -> EventStream:
    """Listen to a race: `room` says to look at it again, and as JSON `run` says how far somebody is.

    `reaction` has the `name` of a racer, the `reaction` and its `words`.
    `heal` says that you may have missed something. Send `Last-Event-ID` to resume a stream.
    """
    race = await db.read(races.look, code)

    async def ask() -> None:
        # `db` refuses a visitor whose cookie is no longer valid, which ends the stream.
        await db.read(health.ask)

    return stream(request, race_topic(race.code), attending(request, race, visitor), ask)


async def document_of(db: Database, race: Race, viewer: str | None, now: int) -> RaceDocument:
    """Return a race as JSON for one viewer, with the ratings of those in its room."""
    rated = await db.read(heats.ratings_of, race)
    return RaceDocument.of(race, viewer, now, rated)


async def _act(request: Request, code: str, db: Database, visitor: str | None, now: int, verb: Verb) -> RaceDocument:
    race = await db.write(verb, code, visitor, now)
    return await _document(request, db, race, visitor, now)


async def _document(request: Request, db: Database, race: Race, viewer: str | None, now: int) -> RaceDocument:
    await tell_of_race(server(request).live, race)
    return await document_of(db, race, viewer, now)
