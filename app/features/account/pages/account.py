"""An account: making one, signing in and out, and everything its owner can do with it."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse

from app.core.refusals import Impossible, Malformed, NotFound, Refusal, TooMany, WrongPassword
from app.core.settings import Registration
from app.core.store.database import Database, Transaction
from app.features.account.exporting import write_out
from app.features.account.pages.settings import remember_look
from app.features.account.sections import ACCOUNT_SECTIONS
from app.features.account.service import belongings, own_account, parting
from app.features.account.service.own_account import OwnAccount
from app.features.account.words import parting_words
from app.features.moderation.service import moderation
from app.people.names import chosen_name, read_name
from app.people.service import accounts, keeping, players
from app.people.visitors import Visit
from app.web.coming_back import way_back
from app.web.dependencies import (
    Acting,
    Address,
    Doorway,
    Form,
    Now,
    PlainDb,
    TakingAlong,
    Visiting,
    forget,
    remember,
    server,
)
from app.web.doors import read_sections
from app.web.entrance import Change
from app.web.listening import tell_of_ended_visits
from app.web.rendering import render
from app.web.trouble import STATUS

router = APIRouter(prefix="/account")

T = TypeVar("T")

COMES_BACK = (Malformed, TooMany, WrongPassword, Impossible)
"""After these refusals, a page shows the form again, for the visitor to correct."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A form that the page shows again, because the server refused it."""

    form: str = ""
    """Which of the page's forms; empty for none."""
    sentence: str = ""
    typed: str = ""
    """The name that the visitor typed; never a password."""


@router.get("")
async def show_account(request: Request, db: PlainDb, visit: Visiting) -> HTMLResponse:
    """Show the visitor's account, or the ways to get one."""
    return await _show(request, db, visit)


@router.post("")
async def claim(
    request: Request, form: Form, db: PlainDb, visit: Acting, now: Now, entrance: Doorway, address: Address
) -> HTMLResponse:
    """Turn the guest into an account, and show its recovery codes."""
    try:
        claimed = await entrance.claim(visit, form.get("name", ""), form.get("password", ""), address, now)
    except COMES_BACK as refusal:
        return await _show(request, db, visit, "claim", refusal, form.get("name", ""))
    remember(request, claimed.visit)
    return render(
        request, "account/account_codes.html", codes=claimed.codes, new_name=claimed.name, back=way_back(request)
    )


@router.post("/sign-in")
async def sign_in(
    request: Request, form: Form, db: PlainDb, visit: Visiting, now: Now, entrance: Doorway, address: Address
) -> Response:
    """Sign in by name and password."""
    try:
        known = await entrance.sign_in(form.get("name", ""), form.get("password", ""), address, visit)
    except COMES_BACK as refusal:
        return await _show(request, db, visit, "sign-in", refusal, form.get("name", ""))
    await part_from_guest(request, visit, known, now)
    return await _let_in(request, db, known, "in")


@router.get("/recover")
async def show_recovery(request: Request) -> HTMLResponse:
    """Show the form for somebody who has forgotten a password."""
    return render(request, "account/account_recover.html", refused=Refused(), back=way_back(request))


@router.post("/recover")
async def recover(
    request: Request, form: Form, db: PlainDb, visit: Visiting, now: Now, entrance: Doorway, address: Address
) -> Response:
    """Sign in by name and recovery code, with a new password."""
    name = form.get("name", "")
    try:
        known = await entrance.recover(name, form.get("code", ""), form.get("password", ""), address, visit, now)
    except COMES_BACK as refusal:
        refused = Refused("recover", refusal.sentence, name)
        return answer(request, "account/account_recover.html", refusal, refused=refused, back=way_back(request))
    await _end_streams(request, known)
    await part_from_guest(request, visit, known, now)
    return await _let_in(request, db, known, "recovered")


@router.post("/sign-out")
async def sign_out(request: Request, db: PlainDb, visit: Visiting) -> RedirectResponse:
    """Sign this browser out."""
    await db.write(accounts.sign_out, visit)
    forget(request)
    return RedirectResponse("/", 303)


@router.post("/sign-out-everywhere")
async def sign_out_everywhere(request: Request, db: PlainDb, visit: Visiting) -> RedirectResponse:
    """End every visit of the account, including this one."""
    await db.write(accounts.sign_out_everywhere, visit)
    await _end_streams(request, visit)
    forget(request)
    return RedirectResponse("/account", 303)


@router.post("/name")
async def rename(request: Request, form: Form, db: PlainDb, visit: Visiting) -> Response:
    """Change the account's name."""
    try:
        name = read_name(chosen_name(form.get("name", "")))
        await db.write(accounts.rename, visit, name)
    except COMES_BACK as refusal:
        return await _show(request, db, visit, "name", refusal, form.get("name", ""))
    return RedirectResponse("/account?done=name", 303)


@router.post("/password")
async def change_password(
    request: Request, form: Form, db: PlainDb, visit: Visiting, now: Now, entrance: Doorway, address: Address
) -> Response:
    """Change the account's password, and end every other visit; if the player wants that, end all tokens too."""
    change: Change = accounts.change_password
    if "tokens" in form:
        change = partial(accounts.change_password_and_revoke, now=now)
    try:
        known = await entrance.change_password(visit, form.get("old", ""), form.get("new", ""), address, change)
    except COMES_BACK as refusal:
        return await _show(request, db, visit, "password", refusal)
    await _end_streams(request, known)
    remember(request, known)
    return RedirectResponse("/account?done=password", 303)


@router.post("/codes")
async def renew_codes(
    request: Request, form: Form, db: PlainDb, visit: Visiting, entrance: Doorway, address: Address
) -> HTMLResponse:
    """Draw new recovery codes, and show them."""
    try:
        codes = await entrance.renew_codes(visit, form.get("password", ""), address)
    except COMES_BACK as refusal:
        return await _show(request, db, visit, "codes", refusal)
    return render(request, "account/account_codes.html", codes=codes, new_name="", back="/account")


@router.get("/bot")
async def ask_about_bot(request: Request, db: PlainDb, visit: Visiting) -> HTMLResponse:
    """Ask whether to make the account a bot, for good."""
    return await _show_becoming(request, db, visit)


@router.post("/bot")
async def become_bot(
    request: Request, form: Form, db: PlainDb, visit: Visiting, entrance: Doorway, address: Address
) -> Response:
    """Make the account a bot."""
    try:
        await entrance.become_bot(visit, form.get("password", ""), address)
    except COMES_BACK as refusal:
        return await _show_becoming(request, db, visit, refusal)
    return RedirectResponse("/account?done=bot", 303)


@router.get("/delete")
async def ask_to_delete(request: Request, db: PlainDb, visit: Visiting) -> HTMLResponse:
    """Ask whether to delete the account."""
    return await _show_deletion(request, db, visit)


@router.post("/delete")
async def delete(
    request: Request, form: Form, db: PlainDb, visit: Visiting, now: Now, entrance: Doorway, address: Address
) -> Response:
    """Delete the account; the games stay, without a name."""
    try:
        account = await entrance.owner(visit, form.get("password", ""), address)
        await leave_everything(request, account.player_id, now)
        await entrance.confirmed(account, parting.remove_account, account, now)
    except COMES_BACK as refusal:
        return await _show_deletion(request, db, visit, refusal)
    await _end_streams(request, visit)
    forget(request)
    return RedirectResponse("/", 303)


@router.get("/export", dependencies=[TakingAlong])
async def export(request: Request, db: PlainDb, visit: Visiting, now: Now) -> StreamingResponse:
    """Send everything that the server keeps about the visitor, as one JSON document."""
    kept = await db.read(belongings.of_visitor, visit, now)
    headers = {"content-disposition": 'attachment; filename="rampart.json"'}
    written = write_out(partial(_study, request, db), kept, now)
    return StreamingResponse(written, 200, headers, "application/json")


async def _end_streams(request: Request, ended: Visit | None) -> None:
    """End the streams of a player's other visits, which are no longer valid."""
    if ended:
        await tell_of_ended_visits(server(request).live, ended.player_id)


async def part_from_guest(request: Request, before: Visit | None, known: Visit, now: int) -> None:
    """Make the guest whom this browser was leave what did not become the account's: nobody can play that any more."""
    if before is None or before.player_id == known.player_id:
        return
    db, guest_id = server(request).database, before.player_id
    if await db.read(accounts.is_guest, guest_id):
        await leave_everything(request, guest_id, now)


async def leave_everything(request: Request, player_id: str, now: int) -> None:
    """Make a player leave everything that they are in, step by step, and tell the others."""
    serving = server(request)
    for _ in range(parting.MOST_STEPS):
        telling = await serving.database.write(parting.leave_next, player_id, now)
        if telling is None:
            return
        await telling(serving)


async def _let_in(request: Request, db: Database, visit: Visit, done: str) -> RedirectResponse:
    """Sign this browser in and lead back to where its owner was or to the account, in the look they have chosen."""
    remember(request, visit)
    leading = RedirectResponse(way_back(request) or f"/account?done={done}", 303)
    if player := await db.read(players.find, visit.player_id):
        remember_look(request, leading, players.look_of(player))
    return leading


async def _study(request: Request, db: Database, transaction: Transaction[[], T]) -> T:
    """Do one part of a long heavy read; however often that takes turns with others, the answer goes on."""
    while True:
        await server(request).limits.rest(request.scope)
        try:
            return await db.study(transaction)
        except TooMany as refusal:
            await asyncio.sleep(refusal.wait)


async def _show(
    request: Request, db: Database, visit: Visit | None, form: str = "", refusal: Refusal | None = None, typed: str = ""
) -> HTMLResponse:
    """Show the account or the ways to get one, with the refused form if there is one."""
    refused = Refused(form, refusal.sentence, typed) if refusal else Refused()
    standing = await _standing(db, visit)
    if standing is None:
        can_register = server(request).entrance.registration is Registration.OPEN
        publishes = server(request).settings.publishes
        guest = {"can_register": can_register, "publishes": publishes, "refused": refused, "back": way_back(request)}
        known = {"staying": keeping.staying_results(), "played": visit is not None}
        return answer(request, "account/account_guest.html", refusal, **guest, **known)
    done = request.query_params.get("done", "")
    player_id = standing.account.player_id
    decisions, sections = await db.read(
        lambda connection: (
            moderation.about_player(connection, player_id),
            read_sections(ACCOUNT_SECTIONS, connection, player_id),
        )
    )
    shown = {"standing": standing, "decisions": decisions, "sections": sections, "done": done, "refused": refused}
    return answer(request, "account/account.html", refusal, **shown)


async def _show_becoming(
    request: Request, db: Database, visit: Visit | None, refusal: Refusal | None = None
) -> HTMLResponse:
    """Ask whether to make the account a bot; after a refusal, ask again and say why."""
    refused = Refused("bot", refusal.sentence) if refusal else Refused()
    shown = {"standing": await _own(db, visit), "ranking": keeping.ranking_nouns(), "refused": refused}
    return answer(request, "account/account_bot.html", refusal, **shown)


async def _show_deletion(
    request: Request, db: Database, visit: Visit | None, refusal: Refusal | None = None
) -> HTMLResponse:
    """Ask whether to delete the account; after a refusal, ask again and say why."""
    refused = Refused("delete", refusal.sentence) if refusal else Refused()
    shown = {"standing": await _own(db, visit), "publishes": server(request).settings.publishes, "refused": refused}
    return answer(request, "account/account_delete.html", refusal, **shown, parting=parting_words())


async def _standing(db: Database, visit: Visit | None) -> OwnAccount | None:
    return await db.read(own_account.find, visit) if visit else None


async def _own(db: Database, visit: Visit | None) -> OwnAccount:
    standing = await _standing(db, visit)
    if standing is None:
        raise NotFound(accounts.NO_ACCOUNT)
    return standing


def answer(request: Request, template: str, refusal: Refusal | None, **values: object) -> HTMLResponse:
    """Show a page, with the status of its refusal if there is one."""
    shown = render(request, template, STATUS[refusal.code] if refusal else 200, **values)
    if isinstance(refusal, TooMany):
        shown.headers["retry-after"] = str(refusal.wait)
    return shown
