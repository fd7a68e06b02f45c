"""The page behind an invitation's link, and the operator's page of invitations."""

from datetime import timedelta
from functools import partial

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.core.clock import today
from app.core.refusals import Malformed, Refusal
from app.core.store.database import Database
from app.features.account.pages.account import COMES_BACK, Refused, answer
from app.features.invitations import service
from app.features.invitations.values import LONGEST_NOTE, MOST_DAYS, MOST_PLACES, read_terms
from app.people.service import accounts
from app.people.visitors import Visit
from app.web.dependencies import (
    Acting,
    Address,
    Form,
    Now,
    Origin,
    PlainDb,
    Reading,
    Visiting,
    remember,
    server,
)
from app.web.operators import lead_back, let_in
from app.web.rendering import render

_PAGE = "/operator/invitations"
_USUAL_DAYS = 14
router = APIRouter()
operators = APIRouter(prefix=_PAGE, dependencies=[Depends(let_in)])


@router.get("/invitations/{secret}", dependencies=[Reading])
async def show_invitation(request: Request, secret: str, db: PlainDb, visit: Visiting, now: Now) -> HTMLResponse:
    """Ask whoever follows the link for a name and a password."""
    return await _show(request, secret, db, visit, now)


@router.post("/invitations/{secret}")
async def accept(
    request: Request, secret: str, form: Form, db: PlainDb, visit: Acting, now: Now, address: Address
) -> HTMLResponse:
    """Turn the guest into an account, and show its recovery codes."""
    # Before the password is hashed: nobody without an invitation has that done.
    await db.read(service.look, secret, now)
    claiming, entrance = partial(service.claim, secret=secret), server(request).entrance
    name, password = form.get("name", ""), form.get("password", "")
    try:
        claimed = await entrance.claim_by(claiming, visit, name, password, address, now)
    except COMES_BACK as refusal:
        return await _show(request, secret, db, visit, now, refusal, name)
    remember(request, claimed.visit)
    return render(request, "account/account_codes.html", codes=claimed.codes, new_name=claimed.name, back="")


@operators.get("")
async def show_invitations(request: Request, db: PlainDb, now: Now, done: str = "") -> HTMLResponse:
    """Show the operator the invitations, and the form for another."""
    return await _list(request, db, now, done=done)


@operators.post("")
async def make(request: Request, form: Form, db: PlainDb, now: Now, origin: Origin) -> HTMLResponse:
    """Make an invitation, and show its link, which nobody can show again."""
    try:
        terms = read_terms(form.get("places", ""), form.get("until", ""), form.get("note", ""), today(now))
    except Malformed as refusal:
        return await _list(request, db, now, refusal)
    _, secret = await db.write(service.make, terms, now)
    return await _list(request, db, now, link=f"{origin}/invitations/{secret}")


@operators.post("/withdraw")
async def withdraw(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Withdraw an invitation."""
    return lead_back(_PAGE, await db.write(service.withdraw, form.get("invitation", ""), now))


@operators.post("/put-back")
async def put_back(form: Form, db: PlainDb) -> RedirectResponse:
    """Let an invitation that was withdrawn work again."""
    return lead_back(_PAGE, await db.write(service.put_back, form.get("invitation", "")))


async def _show(
    request: Request,
    secret: str,
    db: Database,
    visit: Visit | None,
    now: int,
    refusal: Refusal | None = None,
    typed: str = "",
) -> HTMLResponse:
    """Show the form for an account, or whose account the visitor has already."""
    invitation, name = await db.read(
        lambda connection: (
            service.look(connection, secret, now),
            accounts.name_of(connection, visit.player_id if visit else None),
        )
    )
    refused = Refused("claim", refusal.sentence, typed) if refusal else Refused()
    publishes = server(request).settings.publishes
    shown = {"invitation": invitation, "secret": secret, "name": name, "refused": refused, "publishes": publishes}
    return answer(request, "invitations/invitation.html", refusal, **shown)


async def _list(
    request: Request, db: Database, now: int, refusal: Refusal | None = None, link: str = "", done: str = ""
) -> HTMLResponse:
    """Show the operator's page; after a refusal, say why, and with a new link, show it."""
    found = await db.read(service.list_latest)
    day = today(now)
    return answer(
        request,
        "invitations/invitations.html",
        refusal,
        invitations=[(one, one.works(now)) for one in found],
        most_places=MOST_PLACES,
        longest_note=LONGEST_NOTE,
        today=day,
        last=day + timedelta(MOST_DAYS),
        usual=day + timedelta(_USUAL_DAYS),
        link=link,
        done=done,
        refused=refusal.sentence if refusal else "",
    )


router.include_router(operators)
