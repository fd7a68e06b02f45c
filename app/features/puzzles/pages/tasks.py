"""Tasks at the table: how far a try is, according to the solvers."""

import asyncio
import time
from functools import partial

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.clock import now_ms
from app.core.refusals import Malformed
from app.core.store.database import Database, Transaction
from app.features.puzzles.service import puzzles, tasks
from app.features.puzzles.service.puzzles import TryView
from app.features.puzzles.values.task import TaskProgress
from app.features.puzzles.words.task import task_panel
from app.play.occasion import after_turn
from app.play.pages.solvers import solvers_now
from app.play.values.solvers import Solvers
from app.web.dependencies import Db, Form, Visitor, is_fragment, server
from app.web.limits import RequestKind, counted_as
from app.web.rendering import draw
from engine.rules import Variant

router = APIRouter(prefix="/sessions/{session_id}", include_in_schema=False)

NEWS_SECONDS = 2.0
"""How long a page waits for a verdict before it asks again."""
ASK_EVERY_SECONDS = 2.0
"""How often to ask for a verdict again."""


@router.post("/task")
@counted_as(RequestKind.ANALYSIS)
async def show_task(request: Request, session_id: str, form: Form, db: Db, visitor: Visitor) -> Response:
    """Show how far a try is, and store how it ended."""
    turn = form.get("turn", "0")
    if not (turn.isascii() and turn.isdecimal() and len(turn) < 7):
        raise Malformed("A turn is a whole number.")
    seen = await wait_for_verdicts(request, db, session_id, visitor, NEWS_SECONDS)
    if is_fragment(request):
        solvers = await solvers_now(request) if seen.thinking else Solvers.READY
        return HTMLResponse(draw("puzzles/_task.html", panel=task_panel(seen, now_ms(), int(turn), solvers)))
    return RedirectResponse(f"/sessions/{session_id}", 303)


async def wait_for_verdicts(
    request: Request, db: Database, session_id: str, player: str | None, seconds: float
) -> TryView:
    """Return a try as soon as the solvers have given every verdict it needs, or what there is after `seconds`.

    If the try has ended, store how.

    Raises:
        NotFound, NotYours, Withheld: see `app.features.puzzles.service.puzzles.look`.
    """
    seen, standing = await db.study(lambda connection: puzzles.look(connection, session_id, player, now_ms()))
    if standing.asks:
        session, puzzle = seen.session, seen.puzzle
        standing = await news(
            request,
            db,
            session.player_id,
            puzzle.variant,
            lambda connection: tasks.stands(connection, session, puzzle),
            seconds,
        )
    if standing.outcome:
        day = await db.study(puzzles.day_of, session_id, standing, now_ms())
        ended = await db.write(lambda connection: puzzles.settle(connection, session_id, standing, day, now_ms()))
        if ended:
            await after_turn(server(request), ended)
        seen, _ = await db.study(lambda connection: puzzles.look(connection, session_id, player, now_ms()))
    return seen


async def news(
    request: Request, db: Database, player: str, variant: Variant, look: Transaction[[], TaskProgress], seconds: float
) -> TaskProgress:
    """Ask for the missing verdicts, and return how a try stands once they are there or the time is up.

    To see how a try stands, this plays it again, so it looks only once there is an answer to what it asked.
    """
    until = time.monotonic() + seconds
    while (standing := await db.read(look)).asks:
        await db.write(tasks.ask, player, variant, standing.asks, now_ms())
        server(request).wake()
        if time.monotonic() >= until:
            break
        # The server drops a question that nobody has asked for a while.
        answered = partial(tasks.is_answered, variant=variant, positions=standing.asks)
        await wait_until_so(db, answered, min(until, time.monotonic() + ASK_EVERY_SECONDS))
    return standing


FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 0.03, 0.3
"""The first and the longest pause between two looks."""


async def wait_until_so(db: Database, is_so: Transaction[[], bool], until: float) -> None:
    """Return as soon as `is_so` returns true, but at the latest when the monotonic clock reads `until`."""
    pause = FIRST_PAUSE_SECONDS
    while time.monotonic() < until and not await db.read(is_so):
        await asyncio.sleep(pause)
        pause = min(pause * 1.3, LONGEST_PAUSE_SECONDS)
