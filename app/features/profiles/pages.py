"""Public pages of players, and reporting a name."""

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.core.refusals import Malformed
from app.features.moderation.service import titles
from app.features.profiles import service as profiles
from app.features.profiles.values import Part, Reason
from app.people.venues import read_titled
from app.web.dependencies import Costs, Db, Form, Now, Origin, Reading, Visiting, Visitor
from app.web.limits import REPORTING
from app.web.rendering import render

router = APIRouter()

LONGEST_NAME = 60
"""How many characters of a typed name the server reads."""


@router.get("/players/{name}", dependencies=[Reading])
async def show_player(request: Request, name: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the public page of a player."""
    found = await db.study(lambda connection: profiles.look(connection, name, visitor, now))
    return render(request, "player.html", player=found)


@router.get("/account/page", dependencies=[Reading])
async def show_choice(request: Request, db: Db, visit: Visiting, origin: Origin) -> HTMLResponse:
    """Ask what to show on the visitor's public page."""
    account, shown = await db.read(lambda connection: profiles.own(connection, visit))
    return render(request, "account_page.html", account=account, shown=shown or (), origin=origin)


@router.post("/account/page")
async def choose(form: Form, db: Db, visit: Visiting) -> RedirectResponse:
    """Choose what to show on the visitor's public page."""
    parts = {part for part in Part if part in form}
    await db.write(lambda connection: profiles.choose(connection, visit, parts))
    return RedirectResponse("/account/page", 303)


@router.get("/report", dependencies=[Reading])
async def show_report(
    request: Request, db: Db, visit: Visiting, name: str = "", venue: str = "", sent: str = ""
) -> HTMLResponse:
    """Show the form for reporting a name of a player, a tournament or a group."""
    account, _ = await db.read(lambda connection: profiles.own(connection, visit))
    if venue:
        where = read_titled(venue)
        name = await db.read(lambda connection: titles.name_to(connection, account.player_id, where))
    shown = {"name": name[:LONGEST_NAME], "venue": venue, "sent": bool(sent)}
    return render(request, "report.html", reasons=Reason, **shown)


@router.post("/report", dependencies=[Depends(Costs(REPORTING))])
async def report(form: Form, db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Report a name to the people who run the server."""
    name, reason = form.get("name", "")[:LONGEST_NAME], _reason(form.get("reason", ""))
    if form.get("venue"):
        venue = read_titled(form["venue"])
        await db.write(lambda connection: titles.report(connection, visit, venue, reason, now))
        return RedirectResponse("/report?sent=yes", 303)
    await db.write(lambda connection: profiles.report(connection, visit, name, reason, now))
    return RedirectResponse("/report?sent=yes", 303)


def _reason(text: str) -> Reason:
    try:
        return Reason(text)
    except ValueError:
        raise Malformed("Choose what is wrong with the name.") from None
