"""The player's games."""

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.core.refusals import Malformed
from app.features.archive.service import history
from app.features.archive.service.history import Page
from app.web.dependencies import Db, Reading, Visitor
from app.web.rendering import render

router = APIRouter()

_KEY = re.compile(r"([0-9]{1,15})-([0-9a-z]{1,32})", re.ASCII)


@router.get("/history", dependencies=[Reading])
async def show_history(request: Request, db: Db, visitor: Visitor, before: str | None = None) -> HTMLResponse:
    """Show the visitor's games, newest first: all of them, or those below the key `before`."""
    key = _read_key(before) if before is not None else None
    page = Page([], None)
    if (player := visitor) is not None:
        page = await db.read(lambda connection: history.page(connection, player, key))
    return render(request, "archive/history.html", page=page, newest=key is None)


def _read_key(text: str) -> tuple[int, str]:
    key = _KEY.fullmatch(text)
    if key is None:
        raise Malformed("The server can’t read this link to older games.")
    return int(key[1]), key[2]
