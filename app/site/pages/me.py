"""The page from which a player comes to what is their own."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.play.front import FrontLook
from app.site.service import me
from app.web.dependencies import Db, Now, Visitor, server
from app.web.rendering import render

router = APIRouter()


@router.get("/me")
async def show_me(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show who the visitor is here, how it goes, and the pages about their games, their settings and their account."""
    return render(request, "site/me.html", page=await db.read(me.look_at, FrontLook(server(request), visitor, now)))
