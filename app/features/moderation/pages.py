"""The moderators' page, and what players send them: reports of names, and appeals against decisions."""

import re

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse

from app.core.refusals import Malformed
from app.core.typed import read_line
from app.features.moderation.forms import decide, moderators_router, read_moderator
from app.features.moderation.sections import MODERATION_SECTIONS
from app.features.moderation.service import moderation, reports, titles
from app.features.moderation.values import LONGEST_APPEAL, Decision, Reason
from app.features.moderation.words import titled_kinds
from app.people.names import well_formed
from app.people.service import accounts
from app.people.titles import read_titled
from app.web.dependencies import Costs, Db, Form, Now, PlainDb, Reading, Visiting, server
from app.web.doors import read_sections
from app.web.limits import REPORTING
from app.web.listening import tell_of_ended_visits
from app.web.operators import lead_back, let_in
from app.web.rendering import render

router = APIRouter()
_TIME = re.compile(r"[0-9]{1,15}", re.ASCII)
LONGEST_NAME = 60
"""How many characters of a typed name the server reads."""
moderators = moderators_router()
operators = APIRouter(prefix="/operator/players", dependencies=[Depends(let_in)])


@moderators.get("")
async def show_moderation(request: Request, db: PlainDb, now: Now, done: str = "") -> HTMLResponse:
    """Show what waits for a moderator, and the latest decisions."""
    cases, sections = await db.study(
        lambda connection: (moderation.cases(connection), read_sections(MODERATION_SECTIONS, connection, now))
    )
    return render(
        request, "moderation/moderation.html", cases=cases, kinds=titled_kinds(), sections=sections, done=done
    )


@moderators.post("/dismiss")
async def dismiss(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Let a reported name stay."""
    player, until, by = form.get("player", ""), _time(form), read_moderator(form, now)
    if "venue" in form:
        venue = read_titled(form.get("venue", ""))
        return await decide(db, titles.dismiss, venue, until, by)
    return await decide(db, moderation.dismiss, player, until, by)


@moderators.post("/rename")
async def rename(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Rename a player as the form says, or neutrally."""
    player, seen, by = form.get("player", ""), form.get("seen", ""), read_moderator(form, now)
    name = well_formed(form["name"]) if form.get("name") else ""
    return await decide(db, moderation.rename, player, seen, name, by)


@moderators.post("/retitle")
async def retitle(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Replace the name of a venue by a neutral one."""
    venue, seen, by = read_titled(form.get("venue", "")), form.get("seen", ""), read_moderator(form, now)
    return await decide(db, titles.retitle, venue, seen, by)


@moderators.post("/undo")
async def undo(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Take a decision back."""
    decision, by = form.get("decision", ""), read_moderator(form, now)
    return await decide(db, moderation.undo, decision, by)


@moderators.post("/answer")
async def answer(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Answer an appeal; the button says whether its decision stands."""
    appeal, by = form.get("appeal", ""), read_moderator(form, now)
    text = by.reason
    if form.get("verdict") == "grant":
        return await decide(db, moderation.grant, appeal, text, by)
    return await decide(db, moderation.answer, appeal, text, by)


@operators.get("")
async def show_players(
    request: Request, db: PlainDb, search: str = "", after: str = "", done: str = ""
) -> HTMLResponse:
    """List the accounts whose names begin with a text, a page at a time."""
    found = await db.read(accounts.list_by_name, search[:LONGEST_NAME], after[:LONGEST_NAME])
    following = found[-1].folded if len(found) == accounts.LISTED else ""
    shown = {"players": found, "search": search[:LONGEST_NAME], "following": following, "done": done}
    return render(request, "moderation/players.html", **shown)


@operators.post("/rename")
async def rename_player(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Rename a player as the form says, or neutrally."""
    player, seen, by = form.get("player", ""), form.get("seen", ""), read_moderator(form, now)
    name = well_formed(form["name"]) if form.get("name") else ""
    decided = await db.write(moderation.rename, player, seen, name, by)
    return _to_player(decided, decided.after if decided else seen)


@operators.post("/sign-out")
async def sign_player_out(request: Request, form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Sign a player out everywhere."""
    player, seen, by = form.get("player", ""), form.get("seen", ""), read_moderator(form, now)
    decided = await db.write(moderation.sign_out, player, seen, by)
    await tell_of_ended_visits(server(request).live, player)
    return _to_player(decided, seen)


@operators.post("/close")
async def close_account(request: Request, form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Close a player's account."""
    player, seen, by = form.get("player", ""), form.get("seen", ""), read_moderator(form, now)
    decided = await db.write(moderation.close, player, seen, by)
    await tell_of_ended_visits(server(request).live, player)
    return _to_player(decided, seen)


@operators.post("/reopen")
async def reopen_account(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Open a closed account again."""
    player, by = form.get("player", ""), read_moderator(form, now)
    return _to_player(await db.write(moderation.reopen, player, by), form.get("seen", ""))


def _to_player(decided: Decision | None, name: str) -> RedirectResponse:
    """Lead back to a player in the list, which says whether anything has changed."""
    return lead_back("/operator/players", decided, search=name[:LONGEST_NAME])


@router.get("/report", dependencies=[Reading])
async def show_report(
    request: Request, db: Db, visit: Visiting, name: str = "", venue: str = "", sent: str = ""
) -> HTMLResponse:
    """Show the form for reporting a name of a player or a venue."""
    account = await db.read(accounts.own, visit)
    if venue:
        where = read_titled(venue)
        name = await db.read(titles.name_to, account.player_id, where)
    shown = {"name": name[:LONGEST_NAME], "venue": venue, "sent": bool(sent)}
    return render(request, "moderation/report.html", reasons=Reason, **shown)


@router.post("/report", dependencies=[Depends(Costs(REPORTING))])
async def report(form: Form, db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Report a name to the people who run the server."""
    name, reason = form.get("name", "")[:LONGEST_NAME], _reason(form.get("reason", ""))
    if form.get("venue"):
        venue = read_titled(form["venue"])
        await db.write(titles.report, visit, venue, reason, now)
        return RedirectResponse("/report?sent=yes", 303)
    await db.write(reports.report, visit, name, reason, now)
    return RedirectResponse("/report?sent=yes", 303)


@router.post("/account/decisions/{decision_id}", dependencies=[Depends(Costs(REPORTING))])
async def appeal(decision_id: str, form: Form, db: Db, visit: Visiting, now: Now) -> RedirectResponse:
    """Appeal against a decision about the visitor."""
    text = read_line(form.get("text", ""), LONGEST_APPEAL, "An appeal")
    if not text:
        raise Malformed("Write why the decision is wrong.")
    await db.write(moderation.appeal, visit, decision_id, text, now)
    return RedirectResponse("/account#decisions", 303)


def _reason(text: str) -> Reason:
    try:
        return Reason(text)
    except ValueError:
        raise Malformed("Choose what is wrong with the name.") from None


def _time(form: dict[str, str]) -> int:
    if not _TIME.fullmatch(form.get("until", "")):
        raise Malformed("The form does not say up to when you saw the reports.")
    return int(form["until"])


router.include_router(moderators)
router.include_router(operators)
