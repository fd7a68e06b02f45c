"""The player's games, and their statistics."""

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.core.clock import today
from app.core.refusals import Malformed
from app.features.archive.service import history, statistics, week
from app.features.archive.service.history import HistoryPage
from app.features.archive.words.statistics import NOTHING_PLAYED, statistics_page
from app.features.archive.words.week import show_week
from app.web.dependencies import Db, Now, Reading, Visitor
from app.web.rendering import render

router = APIRouter()

_KEY = re.compile(r"([0-9]{1,15})-([0-9a-z]{1,32})", re.ASCII)


@router.get("/history", dependencies=[Reading])
async def show_history(request: Request, db: Db, visitor: Visitor, before: str | None = None) -> HTMLResponse:
    """Show the visitor's games, newest first: all of them, or those below the key `before`."""
    key = _read_key(before) if before is not None else None
    page = HistoryPage([], None)
    if (player := visitor) is not None:
        page = await db.read(history.page, player, key)
    return render(request, "archive/history.html", page=page, newest=key is None)


def _read_key(text: str) -> tuple[int, str]:
    key = _KEY.fullmatch(text)
    if key is None:
        raise Malformed("The server can’t read this link to older games.")
    return int(key[1]), key[2]


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
