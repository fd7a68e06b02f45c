"""The page of a player's statistics."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.core.clock import today
from app.features.archive.service import statistics
from app.features.archive.words.statistics import NOTHING_PLAYED, statistics_page
from app.web.dependencies import Db, Now, Reading, Visitor
from app.web.rendering import render

router = APIRouter()


@router.get("/statistics", dependencies=[Reading])
async def show_statistics(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the visitor's own statistics."""
    read = NOTHING_PLAYED
    if (player := visitor) is not None:
        read = await db.study(lambda connection: statistics.of_player(connection, player, now))
    return render(request, "archive/statistics.html", statistics=read, page=statistics_page(read, today(now)))
