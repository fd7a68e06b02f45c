"""The page of the ratings."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.features.ratings import service as ratings
from app.features.ratings.values.strength import PlayerKind
from app.features.ratings.words import rating_tabs
from app.web.dependencies import Db, Now, PlayedOrAll, Reading, Visitor
from app.web.rendering import render

router = APIRouter(prefix="/ratings")


@router.get("", dependencies=[Reading])
async def show_ratings(
    request: Request, db: Db, visitor: Visitor, now: Now, played: PlayedOrAll, who: str = ""
) -> HTMLResponse:
    """Show the settled ratings of people or of bots at a game, or at the visitor's own if the address names none."""
    board = await db.read(ratings.board, played, visitor, PlayerKind.of(who), now)
    return render(request, "ratings/ratings.html", board=board, tabs=rating_tabs(board))
