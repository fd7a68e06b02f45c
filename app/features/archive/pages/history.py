"""The player's games, and their statistics."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.core.clock import today
from app.features.archive.service import history, statistics, week
from app.features.archive.service.history import HistoryPage
from app.features.archive.words.statistics import NOTHING_PLAYED, statistics_page
from app.features.archive.words.week import show_week
from app.web.dependencies import Db, Now, Reading, Visitor
from app.web.paging import Before
from app.web.rendering import render

router = APIRouter()


@router.get("/history", dependencies=[Reading])
async def show_history(request: Request, db: Db, visitor: Visitor, before: Before) -> HTMLResponse:
    """Show the visitor's games, newest first: all of them, or those below the key `before`."""
    page = HistoryPage([], None)
    if (player := visitor) is not None:
        page = await db.read(history.page, player, before)
    return render(request, "archive/history.html", page=page, newest=before is None)


@router.get("/statistics", dependencies=[Reading])
async def show_statistics(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the visitor's own statistics."""
    read, plan = NOTHING_PLAYED, None
    if (player := visitor) is not None:
        read, plan = await db.study(
            lambda connection: (
                statistics.of_player(connection, player, now),
                week.of_player(connection, player, now),
            )
        )
    return render(
        request,
        "archive/statistics.html",
        statistics=read,
        page=statistics_page(read, today(now)),
        week=show_week(plan) if plan else None,
    )
