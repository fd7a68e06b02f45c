"""The lobby."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.store import sessions
from app.views.lobby import MOST_UNFINISHED, lobby_page
from app.web.dependencies import Db, Visitor
from app.web.rendering import render

router = APIRouter()


@router.get("/")
async def show_lobby(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the games, and the visitor's unfinished ones."""
    unfinished = []
    if (player := visitor) is not None:
        unfinished = await db.read(lambda connection: sessions.unfinished(connection, player, MOST_UNFINISHED + 1))
    return render(request, "lobby.html", page=lobby_page(unfinished))
