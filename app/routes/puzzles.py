"""The pages of puzzles."""

from fastapi import APIRouter
from fastapi.responses import RedirectResponse

from app.services import puzzles
from app.web.dependencies import Db, NewGame, Now, Player

router = APIRouter(prefix="/puzzles", include_in_schema=False)


@router.post("/{puzzle_id}/start", dependencies=[NewGame])
async def start(puzzle_id: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a try at a puzzle."""
    puzzle = await db.study(lambda connection: puzzles.checked(connection, puzzle_id, now))
    begins = puzzles.opening(puzzle, now)
    session = await db.write(lambda connection: puzzles.start(connection, player, puzzle, begins, now))
    return RedirectResponse(f"/sessions/{session.id}", 303)
