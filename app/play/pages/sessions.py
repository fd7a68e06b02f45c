"""The table of a session, and the actions at it."""

from collections.abc import Callable, Mapping, Sequence

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from markupsafe import Markup

from app.core.clock import now_ms
from app.core.refusals import Impossible, NotFound, TooMany, Withheld
from app.core.store.database import Connection, Crowded, Database, P, TookTooLong, Transaction
from app.people.visitors import Visit
from app.play.companions import COMPANIONS, files
from app.play.documents import StaleTrouble
from app.play.occasion import after_turn, occasion_of
from app.play.service import company, ended, lines, play, proof, sessions
from app.play.service.log import StandingRequest
from app.play.service.play import standing
from app.play.service.strength import strength_of
from app.play.table.table import Beside, TablePage, stale_markup, table_page, turn_markup
from app.play.values.session import Stale, Turn
from app.play.values.written import WrittenVerb, read_verb, read_written
from app.play.words.beside import event_ends, line_choices, seat_names
from app.play.words.ending import ended_markup
from app.web.dependencies import (
    Db,
    NewGame,
    Now,
    Origin,
    Player,
    Reading,
    Visitor,
    is_api,
    is_fragment,
    origin,
    read_form,
    seq_seen,
    server,
    visit,
    visitor,
)
from app.web.errors import as_json, count_refusal, refuse
from app.web.limits import RequestKind, counted_as
from app.web.rendering import render
from engine.moves import IllegalMove, Move

router = APIRouter(prefix="/sessions/{session_id}", include_in_schema=False)

Verb = Callable[[Connection, str, Visit | None, int, int], Turn]
"""One of the verbs of `play`: a function of a connection, the session, the visit, the `seq` seen and the time."""

GoingBack = Callable[[Connection, str, Visit | None, int, Sequence[StandingRequest], int, int], Turn]
"""One of the verbs of `play` that undo several requests: it also takes those that stand, and a number of them."""

_VERBS: Mapping[str, Verb] = {"undo": play.undo, "redo": play.redo, "finish": play.finish}


@router.get("")
async def show_table(request: Request, session_id: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the table; `?from=t3:2` marks where the top two cards of t3 may go."""
    return await _table(request, db, session_id, visitor, chosen=request.query_params.get("from", ""))


@counted_as(RequestKind.MOVE)
async def move(request: Request) -> Response:
    """Make a move, or the single moves that stand for it.

    `app.site.application` routes to this function directly: it answers far more requests than all others together.
    """
    session_id = request.path_params["session_id"]
    form = await read_form(request)
    text = form.get("move", "").strip()
    # The table’s script sends move texts, which the engine reads. They have a digit where no verb has one.
    if not text[1:2].isdigit() and (asked := read_verb(text)):
        return await _do_written(request, session_id, form, asked)
    seen, move = seq_seen(form), Move.read(text) if "-" in text else read_written(text)
    known, now = visit(request), now_ms()
    return await _carry_out(request, session_id, play.gather, session_id, known, seen, move, now)


async def _do_written(request: Request, session_id: str, form: dict[str, str], asked: WrittenVerb) -> Response:
    """Do what was written in place of a move. Only pages without scripts send this: `line.js` presses buttons."""
    verb, times = asked
    if verb == "hint":
        return RedirectResponse(f"/sessions/{session_id}/hints", 307)
    if verb == "undo" and times > 1:
        seen, player = seq_seen(form), visitor(request)
        standing = await server(request).database.study(play.find_standing, session_id, player, seen)
        return await _go_back(request, play.undo_several, session_id, seen, standing, times)
    return await _act(request, session_id, _VERBS[verb])


@router.post("/finish")
@counted_as(RequestKind.TURN)
async def finish(request: Request, session_id: str) -> Response:
    """Bring home all the cards that are left."""
    return await _act(request, session_id, play.finish)


@router.post("/undo")
@counted_as(RequestKind.TURN)
async def undo(request: Request, session_id: str) -> Response:
    """Take back the last request."""
    return await _act(request, session_id, play.undo)


@router.post("/back/{keep}")
@counted_as(RequestKind.TURN)
async def go_back(request: Request, session_id: str, keep: str) -> Response:
    """Take back requests until so many of the player's are left."""
    form, player = await read_form(request), visitor(request)
    seen, left = seq_seen(form), seq_seen({"seq": keep})
    standing = await server(request).database.study(play.find_standing, session_id, player, seen)
    return await _go_back(request, play.go_back, session_id, seen, standing, left)


@router.post("/redo")
@counted_as(RequestKind.TURN)
async def redo(request: Request, session_id: str) -> Response:
    """Redo what an undo took back."""
    return await _act(request, session_id, play.redo)


@router.get("/ending", dependencies=[Reading])
async def show_ending(session_id: str, db: Db, visitor: Visitor, now: Now, here: Origin) -> HTMLResponse:
    """Return what there is to say about the end of a game, for the panel that announces it."""
    return HTMLResponse(await db.read(_ending, session_id, visitor, here, now))


@router.get("/lines", dependencies=[Reading])
async def show_lines(request: Request, session_id: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the lines that the player left at the position where the game stands."""
    session, left = await db.study(lines.look, session_id, visitor)
    return render(request, "play/lines.html", session=session, lines=line_choices(session, left))


@router.post("/lines")
@counted_as(RequestKind.TURN)
async def take_up(request: Request, session_id: str) -> Response:
    """Take up again a line that the player left at the position where the game stands."""
    form, now, known, player = await read_form(request), now_ms(), visit(request), visitor(request)
    seen, begins = seq_seen(form), seq_seen({"seq": form.get("line", "")})
    left = await server(request).database.study(lines.find, session_id, player, seen, begins)
    return await _carry_out(request, session_id, play.take_up, session_id, known, seen, left, now)


@router.get("/give-up")
async def ask_to_give_up(request: Request, session_id: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Ask before giving up a game, because nothing undoes that."""
    turn, giving_up = await db.read(
        lambda connection: (
            turn := play.look(connection, session_id, visitor),
            occasion_of(turn.session).giving_up(connection, turn.session, now),
        )
    )
    words = occasion_of(turn.session).words(turn.session)
    return render(request, "play/give_up.html", session=turn.session, words=words, giving_up=giving_up)


@router.post("/give-up")
async def give_up(request: Request, session_id: str) -> Response:
    """Give up: end the game without winning it."""
    return await _act(request, session_id, play.give_up)


@router.post("/restart", dependencies=[NewGame])
async def restart(session_id: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin again on the same deal; the player can still resume the old session."""
    fresh = await db.write(sessions.restart, session_id, player, now)
    return RedirectResponse(f"/sessions/{fresh.id}", 303)


async def _go_back(
    request: Request, verb: GoingBack, session_id: str, seen: int, standing: Sequence[StandingRequest], count: int
) -> Response:
    known, now = visit(request), now_ms()
    return await _carry_out(request, session_id, verb, session_id, known, seen, standing, count, now)


async def _act(request: Request, session_id: str, verb: Verb) -> Response:
    seen, now, known = seq_seen(await read_form(request)), now_ms(), visit(request)
    return await _carry_out(request, session_id, verb, session_id, known, seen, now)


async def _carry_out(
    request: Request, session_id: str, transaction: Transaction[P, Turn], /, *args: P.args, **kwargs: P.kwargs
) -> Response:
    """Do what a form of the table asks. Without the script, the answer is the table, refused or not."""
    serving = server(request)
    db = serving.database
    try:
        turn = await db.write(transaction, *args, **kwargs)
    except (IllegalMove, Impossible) as refused:
        if is_fragment(request):
            raise
        return await _table(request, db, session_id, visitor(request), notice=str(refused), status=422)
    await after_turn(serving, turn)
    if is_fragment(request):
        return HTMLResponse(turn_markup(turn))
    for companion in COMPANIONS:
        await companion.without_script(request, turn)
    return RedirectResponse(f"/sessions/{turn.session.id}", 303)


async def _table(
    request: Request, db: Database, session_id: str, player: str | None, chosen: str = "", notice: str = "",
    status: int = 200,
) -> HTMLResponse:  # fmt: skip
    turn, time_ms, others, proved, lost, end, pieces, ends, giving_up, strength = await db.read(
        lambda connection: (
            turn := play.look(connection, session_id, player),
            occasion_of(turn.session).time_shown(connection, turn.session, now_ms()),
            company.look(connection, session_id, player),
            proved := proof.of_session(connection, turn.session, now_ms()),
            proved is not None and proof.is_known_lost(connection, turn),
            _end_markup(connection, turn, player, origin(request), now_ms()),
            [each.beside(connection, turn, player, now_ms()) for each in COMPANIONS],
            [] if _is_over(turn) else occasion_of(turn.session).ends(connection, turn.session),
            occasion_of(turn.session).giving_up(connection, turn.session, now_ms()),
            strength_of(connection, player, turn.session.variant.game),
        )
    )
    for each in COMPANIONS:
        try:
            pieces.append(await each.studied(db, turn, player, now_ms()))
        except (NotFound, Withheld) as refused:
            notice = notice or str(refused)
    if lost:
        try:
            lost = await db.study(proof.may_tell_lost, turn, now_ms())
        except (Crowded, TookTooLong, TooMany):
            # The table itself does not wait for that.
            lost = False
    beside = Beside(
        seated=seat_names(others, player),
        watched=company.Purpose.WATCH in others.links,
        proof=proved,
        lost=lost,
        pieces=tuple(filter(None, pieces)),
        ends=event_ends(ends, now_ms()),
        giving_up=giving_up,
        strength=strength,
    )
    return render_table(request, turn, table_page(turn, time_ms, chosen, notice, end), status, beside)


def _ending(connection: Connection, session_id: str, player_id: str | None, here: str, now: int) -> Markup:
    return _end_markup(connection, play.look(connection, session_id, player_id), player_id, here, now)


def _end_markup(connection: Connection, turn: Turn, player_id: str | None, here: str, now: int) -> Markup:
    end = ended.of_end(connection, turn.session, player_id, now)
    beside = [each.at_the_end(connection, turn, player_id, now) for each in COMPANIONS] if end else []
    return ended_markup(end, here, beside)


def render_table(request: Request, turn: Turn, page: TablePage, status: int, beside: Beside) -> HTMLResponse:
    """Answer with a table, and with what is shown beside its board."""
    shared = ("race.css",) if beside.seated or beside.watched else ()
    styles = files((shared, *(piece.styles for piece in beside.pieces)))
    scripts = files(piece.scripts for piece in beside.pieces)
    return render(
        request, "play/table.html", status, turn=turn, page=page, page_styles=styles, page_scripts=scripts,
        **beside._asdict(),
    )  # fmt: skip


def _is_over(turn: Turn) -> bool:
    """Return whether nothing about an event's end matters to a table any more."""
    return turn.session.status.finished or not turn.session.sealed


async def answer_stale(request: Request, stale: Exception) -> Response:
    """Answer with 409 and the board, as JSON, fragment or page to suit the request."""
    assert isinstance(stale, Stale)
    count_refusal(request, stale)
    if is_api(request):
        return as_json(StaleTrouble.of(stale))
    turn = standing(stale.session)
    if is_fragment(request):
        return HTMLResponse(stale_markup(turn, stale.sentence, stale.recorded), 409)
    page = table_page(turn, turn.session.time_at(now_ms()), notice=stale.sentence)
    return render_table(request, turn, page, 409, Beside())


async def answer_withheld(request: Request, withheld: Exception) -> Response:
    """Answer that something is withheld. From what hangs on a player's own table, a page leads back there."""
    assert isinstance(withheld, Withheld)
    count_refusal(request, withheld)
    own = request.url.path.startswith("/sessions/")
    back = f"/sessions/{request.path_params['session_id']}" if own else ""
    return refuse(request, withheld.code, str(withheld), back)
