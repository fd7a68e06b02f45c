"""Tasks at the table: how a try stands, by what the solvers say."""

import asyncio
import time
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.live.news import tell_of_turn
from app.model.clock import now_ms
from app.model.refusals import Malformed
from app.services import puzzles
from app.services import tasks as trying
from app.services.puzzles import Try
from app.store.database import Database
from app.views.task import task_panel
from app.web.dependencies import Db, Form, Visitor
from app.web.errors import is_fragment
from app.web.limits import Change, counted_as
from app.web.rendering import draw
from app.web.server import server
from engine.position import Position

router = APIRouter(prefix="/sessions/{session_id}", include_in_schema=False)

NEWS_SECONDS = 2.0
"""How long a page waits for a verdict before it asks again."""
FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.03, 0.3
"""At what intervals to look for a verdict, at first and in the end."""


@router.post("/task")
@counted_as(Change.ANALYSIS)
async def show_task(request: Request, session_id: str, form: Form, db: Db, visitor: Visitor) -> Response:
    """Say how a try stands, and store how it ended."""
    turn = form.get("turn", "0")
    if not (turn.isascii() and turn.isdecimal() and len(turn) < 7):
        raise Malformed("A turn is a whole number.")
    seen = await judged(request, db, session_id, visitor, NEWS_SECONDS)
    if is_fragment(request):
        return HTMLResponse(draw("_task.html", panel=task_panel(seen, int(turn))))
    return RedirectResponse(f"/sessions/{session_id}", 303)


async def judged(request: Request, db: Database, session_id: str, player: str | None, seconds: float) -> Try:
    """Return a try as soon as the solvers have said all that is wanted, or as it stands after so many seconds.

    If it has ended, that is stored.

    Raises:
        NotFound, NotYours, Withheld: see `app.services.puzzles.look`.
    """
    seen, standing = await db.study(lambda connection: puzzles.look(connection, session_id, player, now_ms()))
    until, pause, asked = time.monotonic() + seconds, FIRST_PAUSE_SECONDS, tuple[Position, ...]()
    while standing.asks:
        if standing.asks != asked:
            asked = standing.asks
            await db.write(partial(trying.ask, session=seen.session, positions=asked, now=now_ms()))
            server(request).wake()
        if time.monotonic() >= until:
            break
        await asyncio.sleep(pause)
        pause = min(pause * 1.3, LONGEST_PAUSE_SECONDS)
        standing = await db.read(lambda connection: trying.stands(connection, seen.session, seen.puzzle))
    if standing.outcome:
        ended = await db.write(lambda connection: puzzles.settle(connection, session_id, standing, now_ms()))
        if ended:
            await tell_of_turn(server(request).live, ended)
        seen, _ = await db.study(lambda connection: puzzles.look(connection, session_id, player, now_ms()))
    return seen
