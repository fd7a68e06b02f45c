"""The lobby."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.play.front import FrontLook
from app.site.service.front import look_at
from app.site.words.lobby import lobby_page
from app.web.dependencies import Db, Now, Visitor, server
from app.web.rendering import render

router = APIRouter()


@router.get("/")
async def show_lobby(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show what to do now, what features have for today, every game, and below it further games and ways to compete."""
    look = FrontLook(server(request), visitor, now)
    lobby = await db.read(look_at, look)
    return render(request, "site/lobby.html", page=lobby_page(lobby))
