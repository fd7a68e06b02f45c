"""The JSON API of the standings."""

from typing import Any

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from app.deps import Db, Reading, Visitor
from app.routes.bodies import Trouble, require_json
from app.routes.daily import choose_group
from app.services import groups, standings
from app.services.standings import read_period
from app.views.leaderboard import EVERYBODY
from app.views.standings import standings_document
from engine.games import find


class StandingRow(BaseModel):
    """Somebody's points."""

    rank: int = Field(description="Shared by those with as many points.")
    name: str | None = Field(description="Null if the player has no name any more.")
    points: int
    solved: int = Field(description="Dailies solved.")


class StandingsDocument(BaseModel):
    """The standings of a period: the best hundred, and you with your neighbours."""

    period: str = Field(examples=["2026-W47"])
    game: str | None = Field(description="Null over all games.", examples=["fortress"])
    size: int
    rows: list[StandingRow]
    near: list[StandingRow] = Field(description="You and those around you, where you are not among the best.")
    me: StandingRow | None


_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Trouble, "description": "The request cannot be read."},
    403: {"model": Trouble, "description": "A browser sent it for another site."},
    404: {"model": Trouble, "description": "There is no such period, game or group of yours."},
    413: {"model": Trouble, "description": "The body is larger than a request may be."},
    415: {"model": Trouble, "description": "The body is not sent as JSON."},
    429: {"model": Trouble, "description": "That was too much at once; Retry-After says when to come again."},
    503: {"model": Trouble, "description": "The standings cannot be reached just now."},
}

router = APIRouter(
    prefix="/api/v1/standings", tags=["daily"], responses=_REFUSALS, dependencies=[Depends(require_json)]
)


@router.get(
    "/{period}", response_model=StandingsDocument, response_description="The standings.", dependencies=[Reading]
)
async def show_standings(period: str, db: Db, visitor: Visitor, game: str = "", among: str = "") -> JSONResponse:
    """Look at the standings of a week like 2026-W47, of a month like 2026-11 or of `all` time.

    They are over all games or in one, of everybody or among a group of yours.
    """
    asked, played = read_period(period), find(game) if game else None
    mine = await db.read(lambda connection: groups.of_player(connection, visitor))
    chosen = choose_group(mine, among or EVERYBODY)
    read = await db.read(lambda connection: standings.read(connection, asked, played, visitor, chosen))
    return JSONResponse(standings_document(read))
