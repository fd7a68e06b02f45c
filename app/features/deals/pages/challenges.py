"""Challenges to win a deal in fewer steps."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.features.deals.service import challenges
from app.features.deals.words import challenge_page, challenge_preview
from app.web.dependencies import Db, NewGame, Now, Origin, Player, Reading, Visitor
from app.web.rendering import render

router = APIRouter()


@router.post("/sessions/{session_id}/challenge")
async def make(session_id: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Make a challenge to win the deal of a session in fewer steps, and lead to its page."""
    token = await db.write(challenges.make, session_id, player, now)
    return RedirectResponse(f"/challenges/{token}", 303)


@router.get("/challenges/{token}", dependencies=[Reading])
async def show_challenge(
    request: Request, token: str, db: Db, visitor: Visitor, now: Now, origin: Origin
) -> HTMLResponse:
    """Show a challenge, and the results of everybody who took it on."""
    found = await db.read(challenges.look, token, visitor, now)
    page, preview = challenge_page(found), challenge_preview(found, origin)
    return render(request, "deals/challenge.html", challenge=found, page=page, preview=preview, origin=origin)


@router.post("/challenges/{token}", dependencies=[NewGame])
async def take(token: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Take a challenge on, or go on with it."""
    session = await db.write(challenges.take, token, player, now)
    return RedirectResponse(f"/sessions/{session.id}", 303)
