"""How a guest deletes what the server keeps about them, as an account can."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Impossible, NotFound
from app.core.store.database import Database
from app.features.account.pages.account import answer, leave_everything
from app.features.account.service import own_account, parting
from app.features.account.words import parting_words
from app.people.service import accounts
from app.people.visitors import Visit
from app.web.dependencies import Now, PlainDb, Visiting, forget, server
from app.web.listening import tell_of_ended_visits

router = APIRouter(prefix="/account/forget")


@router.get("")
async def ask_to_forget(request: Request, db: PlainDb, visit: Visiting) -> Response:
    """Ask a guest whether to delete everything. Who has an account deletes it on its page."""
    account = await db.read(own_account.find, visit) if visit else None
    if account:
        return RedirectResponse("/account", 303)
    return _show(request, visit)


@router.post("")
async def forget_guest(request: Request, db: PlainDb, visit: Visiting, now: Now) -> Response:
    """Delete what is kept about a guest; the results of games stay, without a name."""
    guest = await _guest(db, visit)
    try:
        await leave_everything(request, guest.player_id, now)
        await db.write(parting.remove_guest, guest, now)
    except Impossible as refusal:
        return _show(request, guest, refusal)
    await tell_of_ended_visits(server(request).live, guest.player_id)
    forget(request)
    return RedirectResponse("/", 303)


async def _guest(db: Database, visit: Visit | None) -> Visit:
    """Return the visit of a guest who has played here; raise `NotFound` for others, and `SignedOut`."""
    if visit is None:
        raise NotFound("The server keeps nothing about you.")
    if await db.read(own_account.find, visit):
        raise NotFound(accounts.NO_GUEST)
    return visit


def _show(request: Request, visit: Visit | None, refusal: Impossible | None = None) -> HTMLResponse:
    shown = {"publishes": server(request).settings.publishes, "refused": refusal.sentence if refusal else ""}
    played = visit is not None
    return answer(request, "account/account_forget.html", refusal, **shown, parting=parting_words(), played=played)
