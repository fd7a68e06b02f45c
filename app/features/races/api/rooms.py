"""The JSON API of open rooms and of finding somebody to race."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import Field, StrictStr

from app.core.store.database import Connection
from app.features.races.documents import HouseDocument, RoomDocument, RoomsDocument, Stopped, WaitingDocument
from app.features.races.service import ghosts, pairing
from app.features.races.service.house import HouseStrength
from app.features.races.service.races import RaceEntrant
from app.features.races.service.rooms import MOST_ROOMS, OpenRooms
from app.people.token import Scope
from app.play.api.sessions import GameAsked, OptionsAsked, requested_variant
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Db, NewGame, Now, Player, Reading, Visitor, server
from app.web.paging import at_most
from app.web.tokens import open_to


class Wanted(Body):
    """What somebody wants to race."""

    game: GameAsked
    options: OptionsAsked
    name: StrictStr = Field(
        "", description="If it is empty, you get your account's name, or a number.", examples=["Ann"]
    )


class AgainstHouse(Body):
    """What to race the house at."""

    game: GameAsked
    options: OptionsAsked
    strength: HouseStrength | None = Field(
        None, description="How quick the house is; null for a pace near your rating.", examples=[HouseStrength.STEADY]
    )


_REFUSALS = refusals(
    {
        400: "The server cannot read the body, or the name does not have the right form.",
        403: "A browser sent the request for another site.",
        404: "There is no such game, or you are not waiting.",
        422: "The server understands the request, but cannot do it now.",
        503: "The server cannot reach the rooms at the moment.",
    }
)

router = APIRouter(prefix="/api/v1", tags=["races"], responses=_REFUSALS, dependencies=[Depends(require_json)])


@router.get("/rooms", response_description="The rooms.", dependencies=[Reading])
@open_to(Scope.RACE, Scope.READ)
async def show_rooms(
    request: Request, db: Db, now: Now, limit: Annotated[int, at_most(MOST_ROOMS)] = MOST_ROOMS
) -> RoomsDocument:
    """List the rooms that wait for racers and whose hosts want everybody to see them. Join one by its code.

    The list has one room of each host and at most three from one address, and no rooms of bots. A bot
    finds others by `POST /api/v1/pairing`.
    """
    open_rooms = server(request).part(OpenRooms)
    rooms = await db.read(open_rooms.look, now)
    return RoomsDocument(rooms=list(map(RoomDocument.of, rooms.open[:limit])))


@router.post(
    "/pairing", operation_id="seek_race", openapi_extra=body_entry(Wanted),
    response_description="What you are waiting for.", dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.RACE)
async def seek(body: Annotated[Wanted, json_body(Wanted)], db: Db, player: Player, now: Now) -> WaitingDocument:
    """Wait for somebody to race: whoever is nearest to you by rating. Bots race bots, people race people.

    Then ask `GET /api/v1/pairing` every two seconds until `race` is a code. Both racers are ready in that race, so its
    countdown begins at once. If you do not ask for fifteen seconds, the server stops looking.
    """
    variant, entrant = requested_variant(body.game, body.options), RaceEntrant(player, body.name)
    waiting = await db.write(pairing.seek, entrant, variant, now)
    return WaitingDocument.of(waiting, now)


@router.post(
    "/rooms/house", openapi_extra=body_entry(AgainstHouse), response_description="The race.", dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.RACE)
async def race_house(
    body: Annotated[AgainstHouse, json_body(AgainstHouse)], db: Db, player: Player, now: Now
) -> HouseDocument:
    """Race the house when nobody else is there: it plays a winning game at a pace that you choose.

    Without a `strength`, its pace suits your rating. The race is not rated. If you were waiting for an opponent, you no
    longer are.
    """
    variant = requested_variant(body.game, body.options)

    def begin(connection: Connection) -> HouseDocument:
        session = pairing.race_house(connection, player, variant, now, body.strength)
        ghost = ghosts.beside(connection, session.id)
        assert ghost is not None, "the house plays this deal"
        return HouseDocument.of(session, ghost)

    return await db.write(begin)


@router.get(
    "/pairing", operation_id="keep_waiting", response_description="What you are waiting for.", dependencies=[Reading]
)  # fmt: skip
@open_to(Scope.RACE)
async def still(db: Db, visitor: Visitor, now: Now) -> WaitingDocument:
    """Keep waiting, and see whether the server has found somebody."""
    waiting = await db.write(pairing.still, visitor, now)
    return WaitingDocument.of(waiting, now)


@router.post("/pairing/stop", operation_id="stop_waiting", response_description="You have stopped waiting.")
@open_to(Scope.RACE)
async def stop(db: Db, visitor: Visitor) -> Stopped:
    """Stop waiting. If the server has already found a race for you, leave that race by its own address."""
    await db.write(pairing.stop, visitor)
    return Stopped(waiting=False)
