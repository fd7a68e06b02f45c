"""The JSON API for tournaments."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field, StrictBool, StrictInt, StrictStr

from app.model.token import Scope
from app.model.tournament import FEWEST_DEALS, LONGEST_LEAD_MS, LONGEST_WINDOW_MS, MOST_DEALS, Form, Stage, Terms
from app.routes.api import SessionDocument, variant_asked
from app.routes.bodies import Body, documented, json_body, refusals, require_json
from app.routes.tournaments import look_in
from app.services import play, tournament_games, tournaments
from app.services.tournaments import Entry
from app.views.documents import session_document
from app.views.tournament import listed_document, tournament_document
from app.web.dependencies import Acting, Db, NewGame, Now, Player, Reading, Visiting, Visitor
from app.web.server import server
from app.web.tokens import open_to

_MINUTE_MS = 60_000


class GameChosen(Body):
    """A game with its options."""

    game: StrictStr = Field(examples=["fortress"])
    options: dict[StrictStr, StrictStr] = Field(default_factory=dict, examples=[{}])


class NewTournament(Body):
    """The terms of a tournament."""

    name: StrictStr = Field(examples=["Friday evening"])
    form: Form = Field(description="`arena`: everybody has the same minutes. `deals`: any time within a window.")
    games: list[GameChosen] = Field(
        min_length=1, max_length=16, description="The games, which take turns from deal to deal."
    )
    deals: StrictInt = Field(ge=FEWEST_DEALS, le=MOST_DEALS, examples=[12])
    minutes: StrictInt = Field(
        ge=1, le=LONGEST_WINDOW_MS // _MINUTE_MS,
        description="From 5 to 120 for an arena, from an hour to 14 days otherwise.", examples=[20],
    )  # fmt: skip
    starts_in: StrictInt = Field(
        0, ge=0, le=LONGEST_LEAD_MS // _MINUTE_MS, description="Minutes until it begins; at most 14 days.", examples=[5]
    )
    one_try: StrictBool = Field(False, description="Whether a deal that was given up is gone.")
    blind: StrictBool = Field(
        False,
        description="Whether you see other players' results only once you have played all the deals, or at the end.",
    )
    bots: StrictBool = Field(False, description="Whether bots may join. They always may if a bot makes the tournament.")


class NewEntrant(Body):
    """Who joins."""

    name: StrictStr = Field(
        "", description="If it is empty, you get your account's name, or a number.", examples=["Ann"]
    )
    group: StrictStr = Field("", description="The code of one of your groups to play for; empty for none.")


class GamePlayed(BaseModel):
    """A game with its options."""

    game: str
    options: dict[str, str]


class ListedTournament(BaseModel):
    """A tournament without its standings."""

    code: str = Field(examples=["BCDFGH"])
    name: str
    form: Form
    games: list[GamePlayed]
    deals: int
    one_try: bool
    blind: bool
    bots: bool = Field(description="Whether bots may join.")
    opens: str = Field(description="In UTC. If deals are missing at this time, it begins and ends later.")
    closes: str
    stage: Stage = Field(description="coming, open, closing while the last results are written, or closed.")
    players: int = Field(description="How many players have joined.")


class TournamentRow(BaseModel):
    """Somebody's place."""

    rank: int = Field(description="Equal results share a rank.")
    name: str
    guest: bool
    bot: bool = Field(description="Whether a program plays by that name, which then ends in “(bot)”.")
    team: str | None
    points: int
    won: int
    steps: int = Field(description="Of the games won.")
    seconds: float = Field(description="Of the games won.")


class TeamRow(BaseModel):
    """A group's place, by its best five players."""

    rank: int
    name: str
    points: int
    won: int
    steps: int
    seconds: float
    members: int = Field(description="How many players play for the group.")


class DealtRow(BaseModel):
    """A deal."""

    number: int
    game: str
    options: dict[str, str]
    deal: str
    winners: int


class OwnResult(BaseModel):
    """How you stand."""

    rank: int | None = Field(description="Null before your first game has ended, or while you may not compare.")
    name: str
    team: str | None
    points: int
    won: int
    steps: int
    seconds: float
    done: bool = Field(description="Whether no deal is left for you.")
    session: str | None = Field(description="The game that you have begun; null if there is none.")


class TournamentDocument(ListedTournament):
    """A tournament as you may see it."""

    notice: str | None = Field(description="What it waits for, in words; null if it waits for nothing.")
    seal: str | None = Field(
        description="SHA-256 of `tournament CODE`, then each deal as `slug?options:deal`, then the salt, with blanks "
        "between, in hexadecimal. Null until all deals are drawn, before the tournament begins."
    )
    salt: str | None = Field(description="Null until it is over.")
    dealt: list[DealtRow] = Field(description="The deals; empty until it is over.")
    standings: list[TournamentRow] | None = Field(
        description="The best fifty, at most a second old; null where you may not compare yet."
    )
    teams: list[TeamRow] | None
    me: OwnResult | None = Field(description="Null if you have not joined.")


class TournamentLists(BaseModel):
    """The tournaments of a server."""

    open: list[ListedTournament] = Field(description="Those that are open, or closing.")
    coming: list[ListedTournament]
    past: list[ListedTournament] = Field(description="The last fifty that are over.")


_REFUSALS = refusals(
    {
        400: "The server cannot read the body, or a value is out of its bounds.",
        403: "You have not joined, may not join, or may not play for that group.",
        404: "There is no such tournament or game, or you have no account with which to make one.",
        422: "The server understands the request, but cannot do it now.",
        503: "The server cannot reach the tournaments at the moment.",
    }
)

router = APIRouter(
    prefix="/api/v1/tournaments", tags=["tournaments"], responses=_REFUSALS, dependencies=[Depends(require_json)]
)


@router.get("", response_model=TournamentLists, response_description="The tournaments.", dependencies=[Reading])
@open_to(Scope.RACE, Scope.READ)
async def list_tournaments(db: Db, now: Now) -> JSONResponse:
    """List the tournaments that are open, coming and over."""
    some, over = await db.read(
        lambda connection: (tournaments.coming_and_open(connection), tournaments.closed(connection))
    )
    lists: dict[str, list[object]] = {"open": [], "coming": [], "past": [listed_document(one, now) for one in over]}
    for one in some:
        stage = "coming" if one.tournament.stage(now) is Stage.COMING else "open"
        lists[stage].append(listed_document(one, now))
    return JSONResponse(lists)


@router.post(
    "", status_code=201, response_model=TournamentDocument, openapi_extra=documented(NewTournament),
    response_description="The new tournament.",
)  # fmt: skip
@open_to(Scope.RACE)
async def make(
    request: Request, body: Annotated[NewTournament, json_body(NewTournament)], db: Db, visit: Visiting, now: Now
) -> JSONResponse:
    """Make a tournament. You need an account for this.

    The deals come from those that solvers have proved winnable. If too few are ready, the tournament waits.
    """
    terms = Terms(
        name=body.name,
        form=body.form,
        variants=tuple(variant_asked(one.game, one.options) for one in body.games),
        deals=body.deals,
        length_ms=body.minutes * _MINUTE_MS,
        one_try=body.one_try,
        blind=body.blind,
        bots=body.bots,
    )
    opens_at = now + body.starts_in * _MINUTE_MS
    made = await db.write(lambda connection: tournaments.make(connection, visit, terms, opens_at, now))
    found, part, room = await look_in(request, made.code, db, visit.player_id if visit else None, now)
    return JSONResponse(tournament_document(found, part, room, now), 201)


@router.get(
    "/{code}", response_model=TournamentDocument, response_description="The tournament.", dependencies=[Reading]
)  # fmt: skip
@open_to(Scope.RACE, Scope.READ)
async def show(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Look at a tournament."""
    found, part, room = await look_in(request, code, db, visitor, now)
    return JSONResponse(tournament_document(found, part, room, now))


@router.post(
    "/{code}/join", response_model=TournamentDocument, openapi_extra=documented(NewEntrant),
    response_description="The tournament.",
)  # fmt: skip
@open_to(Scope.RACE)
async def join(
    request: Request, code: str, body: Annotated[NewEntrant, json_body(NewEntrant)], db: Db, visit: Acting, now: Now
) -> JSONResponse:
    """Join a tournament, with or without an account.

    Until you begin your first game you can join again to change your name or group.
    """
    entry = Entry(body.name, body.group)
    await db.write(lambda connection: tournaments.join(connection, code, visit, entry, now))
    server(request).scoreboard.changed(code.upper())
    found, part, room = await look_in(request, code, db, visit.player_id, now)
    return JSONResponse(tournament_document(found, part, room, now))


@router.post("/{code}/leave", response_model=TournamentDocument, response_description="The tournament.")
@open_to(Scope.RACE)
async def leave(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> JSONResponse:
    """Leave a tournament before you begin your first game. Afterwards your results stay."""
    await db.write(lambda connection: tournaments.leave(connection, code, visitor, now))
    server(request).scoreboard.changed(code.upper())
    found, part, room = await look_in(request, code, db, visitor, now)
    return JSONResponse(tournament_document(found, part, room, now))


@router.post(
    "/{code}/next", response_model=SessionDocument, response_description="The session of your game.",
    dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.RACE)
async def play_next(code: str, db: Db, player: Player, now: Now) -> JSONResponse:
    """Begin the next deal, or return to the game you have begun.

    All deals come once, in the same order for everybody. Then those that you gave up come again, unless the tournament
    allows only one try.
    """
    session = await db.write(lambda connection: tournament_games.play(connection, code, player, now))
    return JSONResponse(session_document(play.standing(session)))
