"""The JSON API of the standings."""

from typing import Annotated

from fastapi import APIRouter, Depends

from app.features.daily.documents import StandingsDocument
from app.features.daily.pages.daily import Among
from app.features.daily.pages.standings import Wanted
from app.features.daily.service import standings
from app.people.service.audiences import EVERYBODY
from app.people.token import Scope
from app.web.bodies import refusals, require_json
from app.web.dependencies import Db, Reading, Visitor
from app.web.paging import at_most
from app.web.tokens import open_to

_REFUSALS = refusals(
    {
        400: "The server cannot read the request.",
        403: "A browser sent the request for another site.",
        404: "There is no such period or game, or you have no friends, or are not in such a group.",
        422: "There is no such board, or `limit` is out of range.",
        503: "The server cannot reach the standings at the moment.",
    }
)

router = APIRouter(
    prefix="/api/v1/standings", tags=["daily"], responses=_REFUSALS, dependencies=[Depends(require_json)]
)


@router.get("/{period}", response_description="The standings.", dependencies=[Reading])
@open_to(Scope.PLAY, Scope.READ)
async def show_standings(
    asked: Wanted,
    db: Db,
    visitor: Visitor,
    among: Among = "",
    limit: Annotated[int, at_most(standings.SHOWN)] = standings.SHOWN,
) -> StandingsDocument:
    """Look at the standings of a week like 2026-W47, of a month like 2026-11 or of `all` time.

    Name a game, or get those of all together. `among` is `everybody`, `friends` or the code of one of your groups.
    If `board` is `bots`, the standings are those of programs; people and programs are never on the same board.
    """
    table, *_ = await db.read(standings.look, asked, visitor, among or EVERYBODY)
    return StandingsDocument.of(table, limit)
