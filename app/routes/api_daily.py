"""The JSON API of the daily challenge."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, StrictStr

from app.deps import Admitting, Db, NewGame, Now, Player, Reading, Visitor
from app.routes.api import SessionDocument
from app.routes.bodies import Body, Trouble, documented, json_body, require_json
from app.routes.daily import BoardWish, Named, choose_group
from app.services import daily, groups, leaderboards, play
from app.views.daily import daily_document
from app.views.documents import session_document
from app.views.leaderboard import EVERYBODY, board_document


class DailyDocument(BaseModel):
    """A daily; what is secret before it closes is null until then."""

    date: str = Field(examples=["2026-11-20"])
    game: str = Field(examples=["fortress"])
    options: dict[str, str] = Field(description="The options that the day settles.")
    state: str = Field(description="coming, open, closing or closed.", examples=["open"])
    commitment: str | None = Field(
        description="SHA-256 of `slug options date deal salt`, in hexadecimal; null while no deal is chosen."
    )
    fixed_at: str | None = Field(
        description="When the deal was chosen, from when on the commitment binds; null while none is. UTC."
    )
    deal: str | None
    salt: str | None
    line: list[str] | None = Field(description="A winning line, under the first set of options that can be played.")
    lines: dict[str, list[str]] | None = Field(
        description="For each set of options the shortest winning line that was found: its length is the par."
    )
    at_least: dict[str, int] | None = Field(
        description="The fewest steps that any winning line has, for each set of options of which that was proved."
    )
    effort: str | None = Field(description="What was spent on finding short lines, the same for every daily.")


class BoardRow(BaseModel):
    """A result."""

    rank: int
    name: str | None = Field(description="Null if the player has no name any more.")
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
    rows: list[BoardRow] = Field(description="Empty while the day is open for whoever has not solved it.")
    near: list[BoardRow] = Field(description="You and those around you, where you are not among the best.")
    me: BoardRow | None
    beside: BoardRow | None = Field(description="Where you would stand with a result that is not on this board.")


class Beginning(Body):
    """How to play a daily."""

    options: dict[StrictStr, StrictStr] = Field(
        default_factory=dict, description="What every attempt chooses for itself.", examples=[{"by": "ones"}]
    )


_REFUSALS: dict[int | str, dict[str, Any]] = {
    400: {"model": Trouble, "description": "The body cannot be read."},
    403: {"model": Trouble, "description": "It would show what is secret for now, or an open day is not for guests."},
    404: {"model": Trouble, "description": "There is no such day, game or board."},
    413: {"model": Trouble, "description": "The body is larger than a request may be."},
    415: {"model": Trouble, "description": "The body is not sent as JSON."},
    422: {"model": Trouble, "description": "The day takes no more attempts, or a choice is missing."},
    429: {"model": Trouble, "description": "That was too much at once; Retry-After says when to come again."},
    503: {"model": Trouble, "description": "The games cannot be reached just now."},
}

router = APIRouter(
    prefix="/api/v1/daily/{day}/{slug}",
    tags=["daily"],
    responses=_REFUSALS,
    dependencies=[Depends(require_json)],
)


@router.get("", response_model=DailyDocument, response_description="The daily.", dependencies=[Reading])
async def show_daily(which: Named, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Look at a daily."""
    challenge = await db.read(lambda connection: daily.look(connection, *which, visitor, now))
    return JSONResponse(daily_document(challenge))


@router.post(
    "/start", response_model=SessionDocument, openapi_extra=documented(Beginning),
    response_description="The session of your attempt.", dependencies=[NewGame],
)  # fmt: skip
async def start(
    body: Annotated[Beginning, json_body(Beginning)],
    which: Named,
    db: Db,
    player: Player,
    now: Now,
    admitting: Admitting,
) -> JSONResponse:
    """Begin an attempt, or get the session of the one that is running."""
    session = await db.write(lambda connection: daily.start(connection, *which, body.options, player, admitting, now))
    return JSONResponse(session_document(play.standing(session)))


@router.get(
    "/leaderboard", response_model=BoardDocument, response_description="The leaderboard.", dependencies=[Reading]
)
async def show_leaderboard(which: Named, db: Db, visitor: Visitor, now: Now, wish: BoardWish) -> JSONResponse:
    """Look at a leaderboard, of everybody or of a group: after having solved it, or when the day is closed.

    After an attempt that ended unsolved it holds your own place and the numbers, and no rows.
    """
    challenge = await db.read(lambda connection: daily.look(connection, *which, visitor, now))
    mine = await db.read(lambda connection: groups.of_player(connection, visitor))
    chosen = choose_group(mine, wish.among or EVERYBODY)
    read = await db.read(lambda connection: leaderboards.read(connection, challenge, wish.board, chosen))
    return JSONResponse(board_document(read))
