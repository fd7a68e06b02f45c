"""The pages of puzzles."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.clock import now_ms
from app.core.refusals import Malformed
from app.core.store.database import Connection, Database
from app.features.puzzles.service import choosing, puzzle_pages, puzzle_runs, puzzles, tasks
from app.features.puzzles.values.puzzle import PuzzleRun, RunKind, Vote
from app.features.puzzles.words.days import days_words
from app.features.puzzles.words.puzzles import puzzle_page
from app.features.puzzles.words.task import run_line, task_panel
from app.play.values.session import Session
from app.web.dependencies import Db, Form, NewTry, Now, Player, Reading, Visitor, is_fragment
from app.web.rendering import draw, render
from engine.games import find
from engine.puzzles import Puzzle

router = APIRouter(prefix="/puzzles", include_in_schema=False)


@router.get("", dependencies=[Reading])
async def show_puzzles(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the puzzle of the day, the games with the visitor's ratings, and what the visitor attempted."""
    overview = await db.study(puzzle_pages.overview, visitor, now)
    return render(
        request, "puzzles/puzzles.html", overview=overview, of_day_says=days_words(overview.days, now), kinds=RunKind
    )


@router.post("/next", dependencies=[NewTry])
async def start_next(form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a try at a puzzle near the player's rating, or go on with an attempt that is open."""
    game = find(form.get("game", ""))
    chosen = await db.study(puzzle_pages.following, player, game, now)
    return _to_table(chosen if isinstance(chosen, Session) else await _begin(db, player, chosen))


@router.post("/again", dependencies=[NewTry])
async def start_failed(db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a try at a puzzle that the player failed and has not solved since."""
    puzzle = await db.study(puzzle_pages.next_failed, player, now)
    return _to_table(await _begin(db, player, puzzle))


@router.post("/runs", dependencies=[NewTry])
async def begin_run(form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a streak or a sprint, with its first puzzle."""
    game = find(form["game"]) if form.get("game") else None
    try:
        kind = RunKind(form.get("kind", ""))
    except ValueError:
        raise Malformed("Begin a “streak” or a “sprint”.") from None
    run = puzzle_runs.plan(player, kind, game, now)
    first = await db.study(choosing.of_run, run, (), now)
    begins = puzzles.opening(first, now)

    def begin(connection: Connection) -> Session:
        puzzle_runs.begin(connection, run)
        return puzzles.start(connection, player, first, begins, now, run.id)

    return _to_table(await db.write(begin))


@router.get("/runs/{run_id}", dependencies=[Reading])
async def show_run(request: Request, run_id: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show how far a streak or a sprint is, or how it went."""
    course = await db.read(puzzle_runs.look, run_id, visitor, now)
    return render(request, "puzzles/puzzle_run.html", course=course, line=run_line(course.run, now))


@router.post("/runs/{run_id}/next", dependencies=[NewTry])
async def go_on_with_run(run_id: str, db: Db, player: Player) -> RedirectResponse:
    """Begin the next puzzle of a run, or go on with the one that is open; if the run is over, show how it went."""
    return await _next_of(db, player, run_id)


@router.get("/{puzzle_id}", dependencies=[Reading])
async def show_puzzle(request: Request, puzzle_id: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show a puzzle. Looking at it begins no attempt."""
    shown = await db.study(puzzle_pages.show, puzzle_id, visitor, now)
    return render(request, "puzzles/puzzle.html", shown=shown, page=puzzle_page(shown))


@router.post("/{puzzle_id}/start", dependencies=[NewTry])
async def start(puzzle_id: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a try at a puzzle."""
    puzzle = await db.study(tasks.get_visible, puzzle_id, now)
    return _to_table(await _begin(db, player, puzzle))


@router.post("/{puzzle_id}/vote")
async def vote(puzzle_id: str, form: Form, db: Db, player: Player, request: Request, now: Now) -> Response:
    """Vote on a puzzle; the same vote again takes it back."""
    try:
        given = Vote(form.get("vote", ""))
    except ValueError:
        raise Malformed("Vote “up” or “down”.") from None
    await db.write(puzzles.vote, player, puzzle_id, given, now)
    session_id = form.get("session", "")
    if is_fragment(request):
        seen, _ = await db.study(puzzles.look, session_id, player, now)
        return HTMLResponse(draw("puzzles/_task.html", panel=task_panel(seen, now)))
    return RedirectResponse(f"/sessions/{session_id}" if session_id.isalnum() else f"/puzzles/{puzzle_id}", 303)


async def _begin(db: Database, player: str, puzzle: Puzzle, run: PuzzleRun | None = None) -> Session:
    now = now_ms()
    begins, run_id = puzzles.opening(puzzle, now), run.id if run else None
    return await db.write(puzzles.start, player, puzzle, begins, now, run_id)


async def _next_of(db: Database, player: str, run_id: str) -> RedirectResponse:
    now = now_ms()

    def look(connection: Connection) -> tuple[puzzle_runs.PuzzleRunView, Puzzle | None]:
        course = puzzle_runs.look(connection, run_id, player, now)
        wanted = course.goes_on and not course.in_play
        return course, choosing.of_run(connection, course.run, course.used, now) if wanted else None

    course, puzzle = await db.study(look)
    if course.in_play:
        return _to_table(course.in_play)
    if puzzle is None:
        return RedirectResponse(f"/puzzles/runs/{run_id}", 303)
    return _to_table(await _begin(db, player, puzzle, course.run))


def _to_table(session: Session) -> RedirectResponse:
    return RedirectResponse(f"/sessions/{session.id}", 303)
