"""The table of a session and what can be done at it."""

import re
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.deps import Db, Now, Player, Visitor, database, now_ms, read_form, visitor
from app.errors import is_fragment
from app.refusals import Malformed
from app.rendering import draw, render
from app.services import play, sessions
from app.services.play import Turn
from app.views.table import table_page, turn_fragment
from engine.moves import Move

router = APIRouter(prefix="/sessions/{session_id}", include_in_schema=False)

_SEQ = re.compile(r"[0-9]{1,9}", re.ASCII)
_TYPED = re.compile(r"([1-9][0-9]?)\s+([1-9][0-9]?)", re.ASCII)

Verb = Callable[[Any, str, str | None, int, int], Turn]
"""One of the verbs of `play`: a function of a connection, the session, the player, the `seq` seen and the time."""


@router.get("")
async def show_table(request: Request, session_id: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the table; `?from=t3:2` marks where the top two cards of t3 may go."""
    turn = await db.read(lambda connection: play.look(connection, session_id, visitor))
    return render(request, "table.html", table_page(turn, request.query_params.get("from", "")))


@router.post("/moves")
async def move(request: Request, session_id: str) -> Response:
    """Make a move."""
    form = await read_form(request)
    seen, move = _seen(form), Move.read(_spoken(form.get("move", "").strip()))
    player_id, now = visitor(request), now_ms()
    turn = await database(request).write(
        lambda connection: play.move(connection, session_id, player_id, seen, move, now)
    )
    return _turned(request, turn)


@router.post("/undo")
async def undo(request: Request, session_id: str) -> Response:
    """Take back the last request."""
    return await _act(request, session_id, play.undo)


@router.post("/redo")
async def redo(request: Request, session_id: str) -> Response:
    """Make again what was taken back."""
    return await _act(request, session_id, play.redo)


@router.get("/give-up")
async def ask_to_give_up(request: Request, session_id: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Ask before a game is given up, since that alone cannot be taken back."""
    turn = await db.read(lambda connection: play.look(connection, session_id, visitor))
    return render(request, "give_up.html", table_page(turn))


@router.post("/give-up")
async def give_up(request: Request, session_id: str) -> Response:
    """End the game unwon."""
    return await _act(request, session_id, play.give_up)


@router.post("/restart")
async def restart(session_id: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin again on the same deal; the old session can be resumed."""
    fresh = await db.write(lambda connection: sessions.restart(connection, session_id, player, now))
    return RedirectResponse(f"/sessions/{fresh.id}", 303)


async def _act(request: Request, session_id: str, verb: Verb) -> Response:
    seen, now, player_id = _seen(await read_form(request)), now_ms(), visitor(request)
    turn = await database(request).write(lambda connection: verb(connection, session_id, player_id, seen, now))
    return _turned(request, turn)


def _turned(request: Request, turn: Turn) -> Response:
    if is_fragment(request):
        return HTMLResponse(draw("_turn.html", turn_fragment(turn)))
    return RedirectResponse(f"/sessions/{turn.session.id}", 303)


def _seen(form: dict[str, str]) -> int:
    seq = form.get("seq", "")
    if not _SEQ.fullmatch(seq):
        raise Malformed("A request needs the “seq” of the board it was made for, a whole number.")
    return int(seq)


def _spoken(text: str) -> str:
    """Give the move text for two column numbers as people say them, counted from one."""
    if match := _TYPED.fullmatch(text):
        return f"t{int(match[1]) - 1}-t{int(match[2]) - 1}"
    return text
