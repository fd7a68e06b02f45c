"""The JSON API of the daily challenge."""

from typing import Annotated

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, StrictStr

from app.model.token import Scope
from app.routes.api import SessionDocument
from app.routes.bodies import Body, documented, json_body, refusals, require_json
from app.routes.daily import BoardWish, Named
from app.services import daily, leaderboards, play
from app.services.audiences import EVERYBODY
from app.views.daily import daily_document
from app.views.documents import session_document
from app.views.leaderboard import board_document
from app.web.dependencies import Admitting, Db, NewGame, Now, Player, Reading, Visitor
from app.web.tokens import open_to


class DailyDocument(BaseModel):
    """A daily. Whatever is secret until the day closes is null until then."""

    date: str = Field(examples=["2026-11-20"])
    game: str = Field(examples=["fortress"])
    options: dict[str, str] = Field(description="The options that everybody plays under.")
    state: str = Field(description="coming, open, closing or closed.", examples=["open"])
    commitment: str | None = Field(
        description="SHA-256 of `slug options date deal salt`, in hexadecimal. Null until the deal is chosen."
    )
    fixed_at: str | None = Field(
        description="When the server chose the deal, in UTC; the commitment binds from then on. Null until then."
    )
    deal: str | None
    salt: str | None
    line: list[str] | None = Field(description="A winning line, under the first set of options that can be played.")
    lines: dict[str, list[str]] | None = Field(
        description="For each set of options, the shortest winning line that the solver found. Its length is the par."
    )
    at_least: dict[str, int] | None = Field(
        description="For each set of options, a proved lower bound: no winning line has fewer steps."
    )
    effort: str | None = Field(description="How hard the solver looked for short lines: the same for every daily.")


class BoardRow(BaseModel):
    """A result."""

    rank: int
    name: str | None = Field(description="Null if the player has deleted the account.")
    tier: int = Field(description="0 at par, 1 within a tenth of it, 2 within a quarter, 3 solved, 4 not solved.")
    steps: int
    undos: int
    hints: int
    attempt: int
    seconds: int
    solved: bool
    assisted: bool
    home: int = Field(description="Cards on the foundations at the end.")


class BoardDocument(BaseModel):
    """A leaderboard: the best hundred, and you with your neighbours."""

    board: str
    size: int
    tiers: list[int] = Field(description="How many results there are in each tier, the best one first.")
    rows: list[BoardRow] = Field(description="Empty while the day is open, until you have solved it.")
    near: list[BoardRow] = Field(description="You and your neighbours, if you are not among the best.")
    me: BoardRow | None
    beside: BoardRow | None = Field(description="Where you would be if your result counted on this board.")


class Beginning(Body):
    """How to play a daily."""

    options: dict[StrictStr, StrictStr] = Field(
        default_factory=dict, description="The options that you choose for each attempt.", examples=[{"by": "ones"}]
    )


_REFUSALS = refusals(
    {
        403: "The answer is still secret, or guests may not play an open day.",
        404: "There is no such day, game or board.",
        422: "You have used up your attempts, or a choice is missing.",
        503: "The server cannot reach the games at the moment.",
    }
)

router = APIRouter(
    prefix="/api/v1/daily/{day}/{slug}",
    tags=["daily"],
    responses=_REFUSALS,
    dependencies=[Depends(require_json)],
)


@router.get("", response_model=DailyDocument, response_description="The daily.", dependencies=[Reading])
@open_to(Scope.PLAY, Scope.READ)
async def show_daily(which: Named, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Look at a daily. `day` is a date like 2026-11-20, from midnight to midnight UTC, and `slug` one of the games."""
    challenge = await db.read(lambda connection: daily.look(connection, *which, visitor, now))
    return JSONResponse(daily_document(challenge))


@router.post(
    "/start", response_model=SessionDocument, openapi_extra=documented(Beginning),
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
) -> JSONResponse:
    """Begin an attempt, or return to the one you have begun."""
    session = await db.write(lambda connection: daily.start(connection, *which, body.options, player, admitting, now))
    return JSONResponse(session_document(play.standing(session)))


@router.get(
    "/leaderboard", response_model=BoardDocument, response_description="The leaderboard.", dependencies=[Reading]
)
@open_to(Scope.PLAY, Scope.READ)
async def show_leaderboard(which: Named, db: Db, visitor: Visitor, now: Now, wish: BoardWish) -> JSONResponse:
    """Look at a leaderboard, once you have solved the daily or the day has closed.

    `board` is `first-try` or `solved`; with `-unassisted` behind it, results that needed help are left out. `bots` is
    the board of programs. `among` is
    `everybody`, `friends` or the code of one of your groups.

    If your attempt ended unsolved, the document holds your own place and the numbers, but no rows.
    """
    among = wish.among or EVERYBODY
    seen = await db.read(lambda connection: leaderboards.look(connection, *which, visitor, wish.board, among, now))
    return JSONResponse(board_document(seen.leaderboard))
