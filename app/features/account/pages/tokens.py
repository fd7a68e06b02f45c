"""The page of tokens: what programs may do for a player, and what they did."""

from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Impossible, Malformed, Refusal, TooMany, WrongPassword
from app.core.store.database import Database
from app.people.service import tokens
from app.people.service.tokens import TokenRequest
from app.people.token import Scope, draw_token, token_digest
from app.web.dependencies import Address, Doorway, Form, Now, PlainDb, Reading, Visiting, server
from app.web.listening import tell_of_ended_visits
from app.web.rendering import render
from app.web.trouble import STATUS

router = APIRouter(prefix="/account/tokens")

_COMES_BACK = (Malformed, TooMany, WrongPassword, Impossible)
"""After these refusals, the page shows the form again, for the visitor to correct."""


@router.get("", dependencies=[Reading])
async def show_tokens(
    request: Request,
    db: PlainDb,
    visit: Visiting,
    now: Now,
    scopes: Annotated[list[str] | None, Query()] = None,
    description: str = "",
) -> HTMLResponse:
    """List the visitor's tokens, and fill in the form for a new one as a link asks for."""
    return await _page(request, db, visit, now, tokens.read_wish(description, scopes or [], ""))


@router.post("")
async def make(
    request: Request, form: Form, db: PlainDb, visit: Visiting, now: Now, entrance: Doorway, address: Address
) -> HTMLResponse:
    """Make a token, and show its text this one time."""
    wish = TokenRequest()
    try:
        asked = [scope for scope in Scope if scope in form]
        wish = tokens.read_wish(form.get("description", ""), asked, form.get("days", ""))
        tokens.check(wish)
        account = await entrance.owner(visit, form.get("password", ""), address)
        text = draw_token()
        digest = token_digest(text)
        assert digest is not None
        made = await db.write(tokens.make, account, wish, digest, now)
    except _COMES_BACK as refusal:
        return await _page(request, db, visit, now, wish, refusal)
    return render(request, "account/account_token.html", token=made, text=text)


@router.post("/revoke")
async def revoke_all(request: Request, db: PlainDb, visit: Visiting, now: Now) -> Response:
    """End all of the visitor's tokens."""
    player_id = await db.write(tokens.revoke_all, visit, now)
    return await _after_revoking(request, db, player_id)


@router.post("/{token_id}/revoke")
async def revoke(request: Request, token_id: str, db: PlainDb, visit: Visiting, now: Now) -> Response:
    """End one of the visitor's tokens."""
    player_id = await db.write(tokens.revoke, visit, token_id, now)
    return await _after_revoking(request, db, player_id)


async def _after_revoking(request: Request, db: Database, player_id: str) -> RedirectResponse:
    """Write down what the tokens did until now, and end the streams that they opened."""
    serving = server(request)
    await serving.tokens.write_down(db)
    await tell_of_ended_visits(serving.live, player_id)
    return RedirectResponse("/account/tokens", 303)


async def _page(
    request: Request, db: Database, visit: Visiting, now: int, wish: TokenRequest, refusal: Refusal | None = None
) -> HTMLResponse:
    listed = await db.read(tokens.list_tokens, visit, now)
    status, refused = (STATUS[refusal.code], refusal.sentence) if refusal else (200, "")
    answer = render(
        request, "account/account_tokens.html", status, listed=listed, wish=wish, refused=refused,
        lifetimes=tokens.LIFETIMES_DAYS, longest=tokens.LONGEST_DESCRIPTION,
    )  # fmt: skip
    if isinstance(refusal, TooMany):
        answer.headers["retry-after"] = str(refusal.wait)
    return answer
