"""Public pages of players."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.features.profiles import service as profiles
from app.features.profiles.values import ProfilePart
from app.web.dependencies import Db, Form, Now, Origin, Reading, Visiting, Visitor
from app.web.rendering import render

router = APIRouter()


@router.get("/players/{name}", dependencies=[Reading])
async def show_player(request: Request, name: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the public page of a player."""
    found = await db.study(profiles.look, name, visitor, now)
    return render(request, "profiles/player.html", player=found)


@router.get("/account/page", dependencies=[Reading])
async def show_choice(request: Request, db: Db, visit: Visiting, origin: Origin) -> HTMLResponse:
    """Ask what to show on the visitor's public page."""
    account, shown = await db.read(profiles.own, visit)
    return render(
        request,
        "profiles/account_page.html",
        account=account,
        shown=shown or (),
        sections=profiles.sections(),
        origin=origin,
    )


@router.post("/account/page")
async def choose(form: Form, db: Db, visit: Visiting) -> RedirectResponse:
    """Choose what to show on the visitor's public page."""
    parts = {part for part in ProfilePart if part in form}
    await db.write(profiles.choose, visit, parts)
    return RedirectResponse("/account/page", 303)
