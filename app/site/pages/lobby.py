"""The lobby."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.play.front import FrontLook
from app.site.service.front import look_at
from app.site.words.lobby import lobby_page
from app.web.dependencies import Db, Now, Visitor
from app.web.rendering import render
from app.web.server import server

router = APIRouter()


@router.get("/")
async def show_lobby(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show what features have for today, the visitor's unfinished games, and every game with a picture of its table."""
    look = FrontLook(server(request), visitor, now)
    lobby = await db.read(look_at, look)
    return render(request, "site/lobby.html", page=lobby_page(lobby))
