"""The player's settings."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.deps import Db, Form, Now, Player, Visitor
from app.refusals import Malformed
from app.rendering import render
from app.services import players
from app.views.settings import settings_page
from engine.automatic import Automatic

router = APIRouter()


@router.get("/settings")
async def show_settings(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the settings, which before a first action are the usual ones."""
    kept = None
    if (player := visitor) is not None:
        kept = await db.read(lambda connection: players.find(connection, player))
    chosen = Automatic(kept.automatic) if kept else Automatic.OFF
    return render(request, "settings.html", page=settings_page(chosen, kept="kept" in request.query_params))


@router.post("/settings")
async def keep_settings(form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Keep the settings."""
    try:
        chosen = Automatic(form.get("automatic", ""))
    except ValueError:
        raise Malformed("Choose which cards go to the foundations by themselves: off, safe or all.") from None
    await db.write(lambda connection: players.choose_automatic(connection, player, chosen, now))
    return RedirectResponse("/settings?kept", 303)
