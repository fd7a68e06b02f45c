"""The JSON API of the daily challenge."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field, StrictStr

from app.features.daily.documents import BoardDocument, DailyDocument
from app.features.daily.pages.daily import BoardWish, Named
from app.features.daily.service import daily, leaderboards
from app.features.daily.service.standings import SHOWN
from app.people.service.audiences import EVERYBODY
from app.people.token import Scope
from app.play.documents import SessionDocument
from app.play.service import play
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Admitting, Db, NewGame, Now, Player, Reading, Visitor
from app.web.paging import at_most
from app.web.tokens import open_to


class Beginning(Body):
    """How to play a daily."""

    options: dict[StrictStr, StrictStr] = Field(
        default_factory=dict, description="The options that you choose for each attempt.", examples=[{"by": "ones"}]
    )


_REFUSALS = refusals(
    {
        403: "The answer is still secret, or guests may not play an open day.",
        404: "There is no such day or game.",
        422: "There is no such board, you have used up your attempts, or a choice is missing.",
        503: "The server cannot reach the games at the moment.",
    }
)

router = APIRouter(
    prefix="/api/v1/daily/{day}/{slug}",
    tags=["daily"],
    responses=_REFUSALS,
    dependencies=[Depends(require_json)],
)


@router.get("", response_description="The daily.", dependencies=[Reading])
@open_to(Scope.PLAY, Scope.READ)
async def show_daily(which: Named, db: Db, visitor: Visitor, now: Now) -> DailyDocument:
    """Look at a daily. `day` is a date like 2026-11-20, from midnight to midnight UTC, and `slug` one of the games."""
    view = await db.read(daily.look, *which, visitor, now)
    return DailyDocument.of(view)


@router.post(
    "/start", operation_id="start_daily", openapi_extra=body_entry(Beginning),
    response_description="The session of your attempt.", dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.PLAY)
async def start(
    body: Annotated[Beginning, json_body(Beginning)],
    which: Named,
    db: Db,
    player: Player,
    now: Now,
    admitting: Admitting,
) -> SessionDocument:
    """Begin an attempt, or return to the one you have begun."""
    session = await db.write(daily.start, *which, body.options, player, admitting, now)
    return SessionDocument.of(play.standing(session))


@router.get("/leaderboard", response_description="The leaderboard.", dependencies=[Reading])
@open_to(Scope.PLAY, Scope.READ)
async def show_leaderboard(
    which: Named,
    db: Db,
    visitor: Visitor,
    now: Now,
    wish: BoardWish,
    limit: Annotated[int, at_most(SHOWN)] = SHOWN,
) -> BoardDocument:
    """Look at a leaderboard, once you have solved the daily or the day has closed.

    `board` is `first-try` or `solved`. Append `-unassisted` to leave out results that needed help. `bots` is the board
    of programs. `among` is `everybody`, `friends` or the code of one of your groups.

    If your attempt ended unsolved, you see your own place and the numbers, but no rows until the day closes.
    """
    among = wish.among or EVERYBODY
    seen = await db.read(leaderboards.look, *which, visitor, wish.board, among, now)
    return BoardDocument.of(seen.leaderboard, limit)
