"""The JSON API of the ratings."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path

from app.features.ratings import service as ratings
from app.features.ratings.documents import PlayerRatings, RatingBoard
from app.features.ratings.pages import KindAsked
from app.features.ratings.values.strength import PlayerKind
from app.people.token import Scope
from app.web.bodies import refusals, require_json
from app.web.dependencies import Db, Now, Played, Reading, Visitor
from app.web.paging import at_most
from app.web.tokens import open_to

_REFUSALS = refusals(
    {
        400: "The server cannot read the request.",
        403: "A browser sent the request for another site.",
        404: "There is no such game, or no public page of that name that shows ratings.",
        422: "There is no such board, or `limit` is out of range.",
        503: "The server cannot reach the ratings at the moment.",
    }
)

PlayerName = Annotated[str, Path(description="The name of the player.")]

router = APIRouter(prefix="/api/v1", tags=["races"], responses=_REFUSALS, dependencies=[Depends(require_json)])


@router.get("/ratings/{slug}", response_description="The ratings.", dependencies=[Reading])
@open_to(Scope.RACE, Scope.READ)
async def show_ratings(
    db: Db,
    visitor: Visitor,
    now: Now,
    played: Played,
    board: KindAsked = PlayerKind.PEOPLE,
    limit: Annotated[int, at_most(ratings.MOST_ON_BOARD)] = ratings.MOST_ON_BOARD,
) -> RatingBoard:
    """Look at the ratings at a game: of people, or of bots if `board` is `bots`."""
    best = await db.read(ratings.board, played, visitor, board, now)
    return RatingBoard.of(best, limit)


@router.get(
    "/players/{name}/ratings",
    operation_id="show_player_ratings",
    response_description="The ratings.",
    dependencies=[Reading],
)
@open_to(Scope.RACE, Scope.READ)
async def show_player(name: PlayerName, db: Db) -> PlayerRatings:
    """Look at the ratings of a player whose public page shows them."""
    found = await db.read(ratings.shown_of, name)
    return PlayerRatings.of(*found)
