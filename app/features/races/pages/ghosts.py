"""Racing against finished games."""

from fastapi import APIRouter
from fastapi.responses import RedirectResponse

from app.features.races.service import ghosts
from app.web.dependencies import Db, NewGame, Now, Player

router = APIRouter()


@router.post("/replays/{session_id}/race", dependencies=[NewGame])
async def race(session_id: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a session on the deal of a finished one, as a race against it."""
    session = await db.write(ghosts.race, session_id, player, now)
    return RedirectResponse(f"/sessions/{session.id}", 303)
