"""The lobby."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.features.daily.service import calendar
from app.features.races.service.rooms import OpenRooms
from app.features.races.words.rooms import room_lines
from app.site.service.front import Front
from app.site.words.lobby import lobby_page
from app.web.dependencies import Db, Now, Visitor
from app.web.rendering import render
from app.web.server import server

router = APIRouter()

MOST_ROOMS = 3
"""The most open rooms that the lobby shows; their own page has them all."""


@router.get("/")
async def show_lobby(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the day's dailies and puzzle, the visitor's unfinished games, and every game with a picture of its table."""
    front = server(request).part(Front)
    open_rooms = server(request).part(OpenRooms)
    lobby, rooms = await db.read(
        lambda connection: (front.look(connection, visitor, now), open_rooms.look(connection, now))
    )
    return render(
        request,
        "site/lobby.html",
        page=lobby_page(lobby),
        rooms=room_lines(rooms[:MOST_ROOMS]),
        ends_at=calendar.ends_at(lobby.day),
    )
