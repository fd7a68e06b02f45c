"""The pages of the standings."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.core.clock import today
from app.features.daily.rows.standings import FOR_LATER, FOR_TIERS
from app.features.daily.service import standings
from app.features.daily.service.standings import StandingsQuery, read_period, week_of
from app.features.daily.words.standings import ways
from app.features.ratings.pages import KindAsked
from app.features.ratings.values.strength import PlayerKind
from app.web.dependencies import Db, Now, PlayedOrAll, Reading, Visitor
from app.web.rendering import render

router = APIRouter(prefix="/standings")


PeriodAsked = Annotated[str, Path(description="A week such as 2026-W47, a month such as 2026-11, or `all`.")]


async def _query(period: PeriodAsked, played: PlayedOrAll, board: KindAsked = PlayerKind.PEOPLE) -> StandingsQuery:
    return StandingsQuery(read_period(period), played, board)


Wanted = Annotated[StandingsQuery, Depends(_query)]


@router.get("")
async def lead_to_week(now: Now) -> RedirectResponse:
    """Lead to the standings of this week."""
    return RedirectResponse(f"/standings/{week_of(today(now)).key}", 303)


@router.get("/{period}", dependencies=[Reading])
async def show_standings(
    request: Request, asked: Wanted, db: Db, visitor: Visitor, now: Now, among: str = ""
) -> HTMLResponse:
    """Show the standings of a period: among friends or among others, in one game or in all."""
    table, mine, chosen, public = await db.read(standings.look, asked, visitor, among)
    return render(
        request,
        "daily/standings.html",
        table=table,
        public=public,
        ways=ways(table, today(now), mine, chosen),
        for_tiers=FOR_TIERS,
        for_later=FOR_LATER,
    )
