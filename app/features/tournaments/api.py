"""The JSON API for tournaments."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request
from pydantic import Field, StrictBool, StrictInt, StrictStr

from app.core.store.database import Database
from app.features.tournaments.documents import ListedTournament, TournamentDocument, TournamentLists
from app.features.tournaments.pages import look_in
from app.features.tournaments.scoreboard import Scoreboard
from app.features.tournaments.service import tournament_games, tournaments
from app.features.tournaments.service.tournaments import MOST_CLOSED, JoinRequest
from app.features.tournaments.values.tournament import (
    FEWEST_DEALS,
    LONGEST_LEAD_MS,
    LONGEST_WINDOW_MS,
    MOST_DEALS,
    Form,
    TournamentStage,
    TournamentTerms,
)
from app.people.token import Scope
from app.play.api.sessions import GameAsked, OptionsAsked, requested_variant
from app.play.documents import SessionDocument
from app.play.service import play
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Acting, Db, Joining, NewGame, Now, Player, Reading, Visiting, Visitor, Whence, server
from app.web.paging import Before, RowKey, at_most
from app.web.tokens import open_to

TournamentCode = Annotated[str, Path(description="The `code` of the tournament.")]
_MINUTE_MS = 60_000


class GameChosen(Body):
    """A game with its options."""

    game: GameAsked
    options: OptionsAsked


class NewTournament(Body):
    """The terms of a tournament."""

    name: StrictStr = Field(description="What it is to be called.", examples=["Friday evening"])
    form: Form = Field(description="`arena`: everybody has the same minutes. `deals`: any time within a window.")
    games: list[GameChosen] = Field(
        min_length=1, max_length=16, description="The games, which take turns from deal to deal."
    )
    deals: StrictInt = Field(ge=FEWEST_DEALS, le=MOST_DEALS, description="How many deals it has.", examples=[12])
    minutes: StrictInt = Field(
        ge=1, le=LONGEST_WINDOW_MS // _MINUTE_MS,
        description="From 5 to 120 for an arena, from an hour to 14 days otherwise.", examples=[20],
    )  # fmt: skip
    starts_in: StrictInt = Field(
        0, ge=0, le=LONGEST_LEAD_MS // _MINUTE_MS, description="Minutes until it begins; at most 14 days.", examples=[5]
    )
    one_try: StrictBool = Field(False, description="Whether a player who gives a deal up loses it for good.")
    blind: StrictBool = Field(
        False,
        description="Whether you see other players' results only once you have played all the deals, or at the end.",
    )
    bots: StrictBool = Field(False, description="Whether bots may join. They always may if a bot makes the tournament.")


class NewEntrant(Body):
    """The name to join under, and the group to play for."""

    name: StrictStr = Field(
        "", description="If it is empty, you get your account's name, or a number.", examples=["Ann"]
    )
    group: StrictStr = Field("", description="The code of one of your groups to play for; empty for none.")


class WaitingEntrant(Body):
    """The player to remove."""

    player: StrictStr = Field(description="The player’s name in this tournament.", examples=["Ben"])


_REFUSALS = refusals(
    {
        400: "The server cannot read the body, or a value is out of range.",
        403: "You have not joined, may not join, may not play for that group, or did not make the tournament.",
        404: "There is no such tournament or game, or you need an account to make one.",
        422: "The server understands the request, but cannot do it now.",
        503: "The server cannot reach the tournaments at the moment.",
    }
)

router = APIRouter(
    prefix="/api/v1/tournaments", tags=["tournaments"], responses=_REFUSALS, dependencies=[Depends(require_json)]
)


@router.get("", response_description="The tournaments.", dependencies=[Reading])
@open_to(Scope.RACE, Scope.READ)
async def list_tournaments(
    db: Db, now: Now, before: Before, limit: Annotated[int, at_most(MOST_CLOSED)] = MOST_CLOSED
) -> TournamentLists:
    """List the tournaments that are open, coming and over.

    The list of those that are over goes on: send `older` of an answer as `before`.
    """
    some, (over, older) = await db.read(
        lambda connection: (
            tournaments.coming_and_open(connection),
            tournaments.list_closed(connection, before, limit),
        )
    )
    past = [ListedTournament.of_listed(one, now) for one in over]
    lists = TournamentLists(open=[], coming=[], past=past, older=str(RowKey(*older)) if older else None)
    for one in some:
        stage = lists.coming if one.tournament.stage(now) is TournamentStage.COMING else lists.open
        stage.append(ListedTournament.of_listed(one, now))
    return lists


@router.post(
    "", operation_id="make_tournament", status_code=201, openapi_extra=body_entry(NewTournament),
    response_description="The new tournament.",
)  # fmt: skip
@open_to(Scope.RACE)
async def make(
    request: Request,
    body: Annotated[NewTournament, json_body(NewTournament)],
    db: Db,
    visit: Visiting,
    whence: Whence,
    now: Now,
) -> TournamentDocument:
    """Make a tournament. You need an account for this.

    The deals come from those that solvers have proved winnable. If too few are ready, the tournament waits.
    """
    terms = TournamentTerms(
        name=body.name,
        form=body.form,
        variants=tuple(requested_variant(one.game, one.options) for one in body.games),
        deals=body.deals,
        length_ms=body.minutes * _MINUTE_MS,
        one_try=body.one_try,
        blind=body.blind,
        bots=body.bots,
    )
    opens_at = now + body.starts_in * _MINUTE_MS
    made = await db.write(tournaments.make, visit, terms, opens_at, now, whence)
    return await _document(request, made.code, db, visit.player_id if visit else None, now)


@router.get(
    "/{code}", operation_id="show_tournament", response_description="The tournament.", dependencies=[Reading]
)  # fmt: skip
@open_to(Scope.RACE, Scope.READ)
async def show(request: Request, code: TournamentCode, db: Db, visitor: Visitor, now: Now) -> TournamentDocument:
    """Look at a tournament."""
    return await _document(request, code, db, visitor, now)


@router.post(
    "/{code}/join", operation_id="join_tournament", openapi_extra=body_entry(NewEntrant),
    response_description="The tournament.", dependencies=[Joining],
)  # fmt: skip
@open_to(Scope.RACE)
async def join(
    request: Request,
    code: TournamentCode,
    body: Annotated[NewEntrant, json_body(NewEntrant)],
    db: Db,
    visit: Acting,
    whence: Whence,
    now: Now,
) -> TournamentDocument:
    """Join a tournament, with or without an account.

    Until you begin your first game you can join again to change your name or group.
    """
    entry = JoinRequest(body.name, body.group, whence)
    await db.write(tournaments.join, code, visit, entry, now)
    server(request).part(Scoreboard).changed(code.upper())
    return await _document(request, code, db, visit.player_id, now)


@router.post("/{code}/leave", operation_id="leave_tournament", response_description="The tournament.")
@open_to(Scope.RACE)
async def leave(request: Request, code: TournamentCode, db: Db, visitor: Visitor, now: Now) -> TournamentDocument:
    """Leave a tournament. You can leave only until you begin your first game; after that, your results stay."""
    await db.write(tournaments.leave, code, visitor, now)
    server(request).part(Scoreboard).changed(code.upper())
    return await _document(request, code, db, visitor, now)


@router.post(
    "/{code}/remove", operation_id="remove_player", openapi_extra=body_entry(WaitingEntrant),
    response_description="The tournament.",
)  # fmt: skip
@open_to(Scope.RACE)
async def remove(
    request: Request,
    code: TournamentCode,
    body: Annotated[WaitingEntrant, json_body(WaitingEntrant)],
    db: Db,
    visitor: Visitor,
    now: Now,
) -> TournamentDocument:
    """Remove a player who has begun no game there, and who can't come back. Only whoever made the tournament can."""
    await db.write(tournaments.remove, code, visitor, body.player, now)
    server(request).part(Scoreboard).changed(code.upper())
    return await _document(request, code, db, visitor, now)


@router.post(
    "/{code}/next", response_description="The session of your game.",
    dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.RACE)
async def play_next(code: TournamentCode, db: Db, player: Player, now: Now) -> SessionDocument:
    """Begin the next deal, or return to the game you have begun.

    All deals come once, in the same order for everybody. Then those that you gave up come again, unless the tournament
    allows only one try.
    """
    session = await db.write(tournament_games.play, code, player, now)
    return SessionDocument.of(play.standing(session))


async def _document(request: Request, code: str, db: Database, viewer: str | None, now: int) -> TournamentDocument:
    return TournamentDocument.of(*await look_in(request, code, db, viewer, now), now)
