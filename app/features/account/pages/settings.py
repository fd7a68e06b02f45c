"""The player's settings."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.people.looks import COOKIE, Look
from app.people.service import players
from app.people.service.players import Share
from app.web.dependencies import Db, Form, Now, Player, Visitor
from app.web.errors import is_fragment
from app.web.rendering import render
from app.web.server import server
from engine.automatic import Automatic

router = APIRouter()

_YEAR = 365 * 24 * 3600


@router.get("/settings")
async def show_settings(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the visitor's settings; before a first action, they are the usual ones."""
    kept = None
    if (player := visitor) is not None:
        kept = await db.read(players.find, player)
    chosen = Automatic(kept.automatic) if kept else Automatic.OFF
    look = players.look_of(kept) if kept else Look.read(request.cookies.get(COOKIE, ""))
    share = players.share_of(kept) if kept else Share.IN
    choices, done = look.choices() | {"automatic": chosen, "data": share}, "kept" in request.query_params
    publishes = server(request).settings.data_folder is not None
    answer = render(request, "account/settings.html", 200, look, chosen=choices, kept=done, publishes=publishes)
    remember_look(request, answer, look)
    return answer


@router.post("/settings")
async def keep_settings(request: Request, form: Form, db: Db, player: Player, now: Now) -> Response:
    """Save the settings in the form; the others stay as they are."""
    look = await db.write(players.choose, player, form, now)
    answer = Response(status_code=204) if is_fragment(request) else RedirectResponse("/settings?kept", 303)
    remember_look(request, answer, look)
    return answer


def remember_look(request: Request, answer: Response, look: Look) -> None:
    """Store the look in a cookie: then pages need not ask the database for it."""
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, str(look), max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
