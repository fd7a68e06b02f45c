"""Making a puzzle of a position on the analysis board."""

import time

from fastapi import APIRouter, Request
from fastapi.responses import RedirectResponse

from app.core.clock import now_ms
from app.core.refusals import Impossible, TooMany
from app.core.store.database import Database
from app.features.puzzles.pages.tasks import wait_until_so
from app.features.puzzles.service import mining
from app.features.puzzles.service.mining import Seam
from app.features.study.pages.analysis import ASK_EVERY_SECONDS, lay_out
from app.play.pages.solvers import solvers_now
from app.play.values.question import Kept
from app.play.values.solvers import Solvers
from app.play.words.solvers import NO_SOLVER
from app.web.dependencies import Db, Form, Now, Played, Player, Reading, server
from app.web.limits import RequestKind, counted_as

router = APIRouter(prefix="/analysis/{slug}", include_in_schema=False)

PUZZLE_SECONDS = 20.0
"""How long to wait for a new puzzle at most; usually it takes about one second."""


@router.post("/puzzle", dependencies=[Reading])
@counted_as(RequestKind.ANALYSIS)
async def make_puzzle(request: Request, game: Played, form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Ask a solver for a puzzle that begins at the position shown, and show it to its maker."""
    seam = await db.study(lambda connection: mining.seam_shown(lay_out(connection, game, form, player, now)))
    puzzle = mining.read_found(seam, await _dug(request, db, player, seam))
    if puzzle is None:
        raise Impossible(
            "The solver found no puzzle here. A puzzle needs a position that can be won, and moves that would lose it."
        )
    return RedirectResponse(f"/puzzles/{puzzle.id}", 303)


async def _dug(request: Request, db: Database, player: str, seam: Seam) -> Kept:
    until = time.monotonic() + PUZZLE_SECONDS
    while (kept := await db.write(lambda connection: mining.ask(connection, seam, player, now_ms()))) is None:
        if await solvers_now(request) is Solvers.AWAY:
            raise TooMany(NO_SOLVER)
        if time.monotonic() >= until:
            raise TooMany("The solvers are busy with other questions; please try again in a moment.")
        server(request).wake()
        # The server drops a question that nobody has asked for a while.
        soon = min(until, time.monotonic() + ASK_EVERY_SECONDS)
        await wait_until_so(db, lambda connection: mining.answer(connection, seam) is not None, soon)
    return kept
