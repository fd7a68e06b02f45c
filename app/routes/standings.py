"""The pages of the standings."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.routes.daily import choose_group
from app.services import groups, standings
from app.services.calendar import today
from app.services.standings import read_period, week_of
from app.views.standings import standings_page
from app.web.dependencies import Db, Now, PlayedOrAll, Reading, Visitor
from app.web.rendering import render

router = APIRouter(prefix="/standings")


@router.get("")
async def lead_to_week(now: Now) -> RedirectResponse:
    """Lead to the standings of this week."""
    return RedirectResponse(f"/standings/{week_of(today(now)).key}", 303)


@router.get("/{period}", dependencies=[Reading])
async def show_standings(
    request: Request, period: str, db: Db, visitor: Visitor, now: Now, played: PlayedOrAll, among: str = ""
) -> HTMLResponse:
    """Show the standings of a period: of the group the visitor joined last, or of another; in a game, or over all."""
    asked = read_period(period)
    mine = await db.read(lambda connection: groups.of_player(connection, visitor))
    chosen = choose_group(mine, among)
    read = await db.read(lambda connection: standings.read(connection, asked, played, visitor, chosen))
    return render(request, "standings.html", standings_page(read, today(now), mine, chosen))
