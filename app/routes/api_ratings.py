"""The JSON API of the ratings."""

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from app.model.strength import Kind
from app.model.token import Scope
from app.routes.bodies import refusals, require_json
from app.services import profiles, ratings
from app.views.ratings import board_document, player_document
from app.web.dependencies import Db, Now, Played, Reading, Visitor
from app.web.tokens import open_to


class RatingDocument(BaseModel):
    """A rating and how sure it is."""

    rating: int
    deviation: int = Field(description="Your strength is within two of these, nine times out of ten.")
    provisional: bool = Field(description="Whether it may still be far off. The board lists no provisional rating.")
    results: int = Field(description="How many heats and dailies it comes from.")


class GameRating(RatingDocument):
    """A rating at a game."""

    game: str = Field(examples=["fortress"])


class PlayerRatings(BaseModel):
    """The ratings of a player."""

    name: str
    ratings: list[GameRating] = Field(description="Of the games at which the player has one.")


class RatingRow(RatingDocument):
    """A place on the board."""

    rank: int
    name: str


class RatingBoard(BaseModel):
    """The best hundred of the ratings at a game that have settled."""

    game: str = Field(examples=["fortress"])
    rows: list[RatingRow]
    me: RatingDocument | None = Field(description="Your own, settled or not; null if you have none.")


_REFUSALS = refusals(
    {
        400: "The server cannot read the request.",
        403: "A browser sent the request for another site.",
        404: "There is no such game, or no public page of that name that shows ratings.",
        503: "The server cannot reach the ratings at the moment.",
    }
)

router = APIRouter(prefix="/api/v1", tags=["races"], responses=_REFUSALS, dependencies=[Depends(require_json)])


@router.get("/ratings/{slug}", response_model=RatingBoard, response_description="The ratings.", dependencies=[Reading])
@open_to(Scope.RACE, Scope.READ)
async def show_ratings(db: Db, visitor: Visitor, now: Now, played: Played, who: str = "") -> JSONResponse:
    """Look at the ratings at a game: of people, or of bots if `who` is `bots`."""
    board = await db.read(lambda connection: ratings.board(connection, played, visitor, Kind.of(who), now))
    return JSONResponse(board_document(board))


@router.get(
    "/players/{name}/ratings", response_model=PlayerRatings, response_description="The ratings.", dependencies=[Reading]
)
@open_to(Scope.RACE, Scope.READ)
async def show_player(name: str, db: Db) -> JSONResponse:
    """Look at the ratings of a player whose public page shows them."""
    found = await db.read(lambda connection: profiles.ratings_of(connection, name))
    return JSONResponse(player_document(*found))
