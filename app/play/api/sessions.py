"""The JSON API: the same services as the pages, for programs."""

from secrets import randbelow
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Request
from fastapi.responses import Response
from pydantic import Field, StrictBool, StrictInt, StrictStr

from app.core.refusals import Malformed, NotYet
from app.core.store.database import Database
from app.people.token import Scope
from app.play.documents import LegalMoves, SessionDocument, StaleTrouble, export_text
from app.play.occasion import after_turn
from app.play.service import dealing, play, sessions
from app.play.values.export import Export
from app.play.values.session import Turn
from app.play.values.shelf import Band
from app.play.values.strength import Strength
from app.web.bodies import Body, body_entry, json_body, refusals, require_json
from app.web.dependencies import Db, NewGame, Now, PlainDb, Player, TakingAlong, Visiting, Visitor, server
from app.web.limits import RequestKind, counted_as
from app.web.tokens import open_to
from engine.deals import Deck, deal_number, random_deal, read_deck, shuffled
from engine.games import find
from engine.moves import Move
from engine.rules import InvalidOption, Variant

GameAsked = Annotated[StrictStr, Field(description="The game’s slug.", examples=["stronghold"])]
OptionsAsked = Annotated[
    dict[StrictStr, StrictStr],
    Field(
        default_factory=dict,
        description="Values for the game’s options. An option that you leave out has its usual value; you must send "
        "one that has none.",
        examples=[{"cell": "one"}],
    ),
]
SessionId = Annotated[str, Path(description="The `id` of the session.")]


class NewSession(Body):
    """What to play. Without a deal or a deck, you get a random deal, or one that is proved winnable if you ask."""

    game: GameAsked
    deal: StrictInt | StrictStr | None = Field(None, description="A deal number.", examples=["17"])
    deck: StrictStr | None = Field(None, description="A deck text: 52 cards in dealing order, separated by spaces.")
    options: OptionsAsked
    winnable: StrictBool = Field(False, description="Whether you want a deal that is proved winnable.")
    strength: Band | None = Field(
        None, description="How hard the winnable deal is to be; null for any that is proved winnable."
    )

    @property
    def wanted(self) -> Strength:
        """Which deals it asks for."""
        if self.strength is not None:
            return Strength(self.strength)
        return Strength.WINNABLE if self.winnable else Strength.ANY


class Seen(Body):
    """Which board an action is for."""

    seq: StrictInt = Field(ge=0, description="The `seq` of the session when you saw it.", examples=[0])


class NewMove(Seen):
    """A move on a board."""

    move: StrictStr = Field(
        description="A move text: from which pile to which, and after a colon how many cards if there are several.",
        examples=["t3-t5:4"],
    )


_REFUSALS = refusals(
    {
        403: "The session belongs to another player, or the server withholds its log.",
        404: "There is no such session, game or deal.",
        422: "The server understands the request, but cannot do it now.",
        503: "The server cannot reach the games at the moment.",
    }
)
_STALE: dict[int | str, dict[str, Any]] = {
    409: {
        "model": StaleTrouble,
        "description": "The board has changed since. The refusal brings the current session.",
    }
}

router = APIRouter(
    prefix="/api/v1/sessions",
    tags=["sessions"],
    responses=_REFUSALS,
    dependencies=[Depends(require_json)],
)


@router.post(
    "", status_code=201, openapi_extra=body_entry(NewSession),
    response_description="The new session.", dependencies=[NewGame],
)  # fmt: skip
@open_to(Scope.PLAY)
async def begin_session(
    request: Request, body: Annotated[NewSession, json_body(NewSession)], db: Db, player: Player, now: Now
) -> SessionDocument:
    """Begin a session. If you have no cookie, the answer brings one; send it from then on.

    Ask for `winnable` deals, or for a `strength`, and you get one that you have not begun. If none is ready, the answer
    is 422 with the code `not_yet`, and solvers look for one: ask again in a minute.
    """
    wanted = body.wanted
    if wanted is not Strength.ANY:
        return await _begin_winnable(request, body, wanted, db, player, now)
    deal, deck = _dealt(body)
    variant = requested_variant(body.game, body.options)
    session = await db.write(sessions.start, player, variant, deal, deck, now)
    return SessionDocument.of(play.standing(session))


@router.get("/{session_id}", response_description="The session.")
@open_to(Scope.PLAY, Scope.READ)
async def show_session(session_id: SessionId, db: Db, visitor: Visitor) -> SessionDocument:
    """Look at one of your sessions."""
    turn = await db.read(play.look, session_id, visitor)
    return SessionDocument.of(turn)


@router.get("/{session_id}/moves", response_description="The legal moves.")
@open_to(Scope.PLAY, Scope.READ)
async def list_moves(session_id: SessionId, db: Db, visitor: Visitor) -> LegalMoves:
    """List the legal moves."""
    turn = await db.read(play.look, session_id, visitor)
    return LegalMoves(seq=turn.session.seq, moves=sorted(map(str, turn.legal)))


@router.post(
    "/{session_id}/moves", responses=_STALE, openapi_extra=body_entry(NewMove),
    response_description="The session after the move.",
)  # fmt: skip
@counted_as(RequestKind.MOVE)
@open_to(Scope.PLAY)
async def make_move(
    request: Request,
    session_id: SessionId,
    body: Annotated[NewMove, json_body(NewMove)],
    db: PlainDb,
    visit: Visiting,
    now: Now,
) -> SessionDocument:
    """Make a move, and the automatic moves that the player's settings add to it.

    Once the log has 4,000 entries, only moves to a foundation are legal.
    """
    move = Move.read(body.move)
    turn = await db.write(play.move, session_id, visit, body.seq, move, now)
    return await _turned(request, turn)


@router.post(
    "/{session_id}/undo", responses=_STALE, openapi_extra=body_entry(Seen),
    response_description="The session after the undo.",
)  # fmt: skip
@counted_as(RequestKind.TURN)
@open_to(Scope.PLAY)
async def undo(
    request: Request,
    session_id: SessionId,
    body: Annotated[Seen, json_body(Seen)],
    db: PlainDb,
    visit: Visiting,
    now: Now,
) -> SessionDocument:
    """Undo the last request and everything it caused. Once the log has 3,000 entries, the answer is 422."""
    turn = await db.write(play.undo, session_id, visit, body.seq, now)
    return await _turned(request, turn)


@router.post(
    "/{session_id}/redo", responses=_STALE, openapi_extra=body_entry(Seen),
    response_description="The session after the redo.",
)  # fmt: skip
@counted_as(RequestKind.TURN)
@open_to(Scope.PLAY)
async def redo(
    request: Request,
    session_id: SessionId,
    body: Annotated[Seen, json_body(Seen)],
    db: PlainDb,
    visit: Visiting,
    now: Now,
) -> SessionDocument:
    """Redo what the last undo took back. Once the log has 3,000 entries, the answer is 422."""
    turn = await db.write(play.redo, session_id, visit, body.seq, now)
    return await _turned(request, turn)


@router.post(
    "/{session_id}/give-up", responses=_STALE, openapi_extra=body_entry(Seen),
    response_description="The session, which is now over.",
)  # fmt: skip
@open_to(Scope.PLAY)
async def give_up(
    request: Request,
    session_id: SessionId,
    body: Annotated[Seen, json_body(Seen)],
    db: PlainDb,
    visit: Visiting,
    now: Now,
) -> SessionDocument:
    """Give up: end the game without winning it."""
    turn = await db.write(play.give_up, session_id, visit, body.seq, now)
    return await _turned(request, turn)


@router.post(
    "/{session_id}/restart",
    operation_id="restart_session",
    status_code=201,
    response_description="The new session.",
    dependencies=[NewGame],
)
@open_to(Scope.PLAY)
async def restart(session_id: SessionId, db: Db, visitor: Visitor, now: Now) -> SessionDocument:
    """Begin a new session on the same deal. The old one stays, and you can resume it."""
    fresh = await db.write(sessions.restart, session_id, visitor, now)
    return SessionDocument.of(play.standing(fresh))


@router.get(
    "/{session_id}/export",
    operation_id="export_session",
    response_model=Export,
    response_description="The session with its log.",
    dependencies=[TakingAlong],
)
@open_to(Scope.PLAY, Scope.READ)
async def export(session_id: SessionId, db: Db, visitor: Visitor, now: Now) -> Response:
    """Download a session, to verify it anywhere. If the game has face-down cards, it must be over first."""
    text = await db.study(lambda connection: export_text(*sessions.record_of(connection, session_id, visitor, now)))
    return Response(text, media_type="application/json")


def requested_variant(slug: str, options: dict[str, str]) -> Variant:
    """Return the variant named; raise `UnknownGame`, or `InvalidOption` even for an option that the game lacks."""
    game = find(slug)
    unknown = set(options) - {option.name for option in game.options}
    if unknown:
        raise InvalidOption(f"{game.name} has no option “{min(unknown)[:40]}”.")
    return game.settle(options)


async def _begin_winnable(
    request: Request, body: NewSession, wanted: Strength, db: Database, player: str, now: int
) -> SessionDocument:
    if body.deal is not None or body.deck is not None:
        raise Malformed("Send a deal, or ask for a winnable one, not both.")
    variant = requested_variant(body.game, body.options)
    dealing.check(variant.game, wanted)
    begun = await db.write(dealing.begin, player, variant, wanted, now)
    if begun is None:
        # The wish is stored, so this refusal stands outside of the transaction.
        server(request).wake()
        raise NotYet("No such deal is ready; the server is looking for one, so please ask again in a minute.")
    return SessionDocument.of(play.standing(begun))


async def _turned(request: Request, turn: Turn) -> SessionDocument:
    await after_turn(server(request), turn)
    return SessionDocument.of(turn)


def _dealt(body: NewSession) -> tuple[int | None, Deck]:
    if body.deal is not None and body.deck is not None:
        raise Malformed("Send a deal number or a deck, not both.")
    if body.deck is not None:
        return None, read_deck(body.deck)
    deal = random_deal(randbelow) if body.deal is None else deal_number(str(body.deal))
    return deal, shuffled(deal)
