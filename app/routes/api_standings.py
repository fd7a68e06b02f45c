"""The JSON API of the standings."""

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from app.model.token import Scope
from app.routes.bodies import refusals, require_json
from app.routes.standings import Wanted
from app.services import standings
from app.services.audiences import EVERYBODY
from app.views.standings import standings_document
from app.web.dependencies import Db, Reading, Visitor
from app.web.tokens import open_to


class StandingRow(BaseModel):
    """The points of a player."""

    rank: int = Field(description="Players with equal points share a rank.")
    name: str | None = Field(description="Null if the player has deleted the account.")
    points: int
    solved: int = Field(description="How many dailies the player has solved.")


class StandingsDocument(BaseModel):
    """The standings of a period: the best hundred, and you with your neighbours."""

    period: str = Field(examples=["2026-W47"])
    game: str | None = Field(description="Null for all games together.", examples=["fortress"])
    size: int
    rows: list[StandingRow]
    near: list[StandingRow] = Field(description="You and your neighbours, if you are not among the best.")
    me: StandingRow | None


_REFUSALS = refusals(
    {
        400: "The server cannot read the request.",
        403: "A browser sent the request for another site.",
        404: "There is no such period, game or board, or you have no friends, or are not in such a group.",
        503: "The server cannot reach the standings at the moment.",
    }
)

router = APIRouter(
    prefix="/api/v1/standings", tags=["daily"], responses=_REFUSALS, dependencies=[Depends(require_json)]
)


@router.get(
    "/{period}", response_model=StandingsDocument, response_description="The standings.", dependencies=[Reading]
)
@open_to(Scope.PLAY, Scope.READ)
async def show_standings(asked: Wanted, db: Db, visitor: Visitor, among: str = "") -> JSONResponse:
    """Look at the standings of a week like 2026-W47, of a month like 2026-11 or of `all` time.

    Ask for one game or for all. `among` is `everybody`, `friends` or the code of one of your groups. If `board` is
    `bots`, the standings are those of programs; people and programs never stand on the same board.
    """
    table, *_ = await db.read(lambda connection: standings.look(connection, asked, visitor, among or EVERYBODY))
    return JSONResponse(standings_document(table))
