"""The page of the ratings."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse

from app.features.ratings import service as ratings
from app.features.ratings.values.strength import PlayerKind
from app.features.ratings.words import rating_tabs
from app.web.dependencies import Db, Now, PlayedOrAll, Reading, Visitor
from app.web.rendering import render

router = APIRouter(prefix="/ratings")

KindAsked = Annotated[PlayerKind, Query(description="Whose board: the one of people, or the one of bots.")]


@router.get("", dependencies=[Reading])
async def show_ratings(
    request: Request, db: Db, visitor: Visitor, now: Now, played: PlayedOrAll, board: KindAsked = PlayerKind.PEOPLE
) -> HTMLResponse:
    """Show the settled ratings of people or of bots at a game, or at the visitor's own if the address names none."""
    best = await db.read(ratings.board, played, visitor, board, now)
    return render(request, "ratings/ratings.html", board=best, tabs=rating_tabs(best))
