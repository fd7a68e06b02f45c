"""The operator's page of what the front page says."""

import re

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Malformed
from app.core.store.database import Database
from app.features.host_words import service
from app.features.host_words.values import LONGEST, HostWordKind, read_kind, read_saying
from app.web.dependencies import Form, Now, PlainDb
from app.web.operators import lead_back, let_in
from app.web.rendering import render

_PAGE = "/operator/site"
_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
router = APIRouter(prefix=_PAGE, dependencies=[Depends(let_in)])


@router.get("")
async def show_words(request: Request, db: PlainDb, now: Now, done: str = "") -> HTMLResponse:
    """Show the operator what the front page says, and the log."""
    return await _show(request, db, now, done)


@router.post("")
async def say(request: Request, form: Form, db: PlainDb, now: Now) -> Response:
    """Put something in place of what stands."""
    try:
        kind, seen = read_kind(form.get("kind", "")), _number(form)
        saying = read_saying(kind, form.get("text", ""), form.get("until", ""), now)
    except Malformed as refusal:
        return await _show(request, db, now, "", refusal.sentence)
    return lead_back(_PAGE, await db.write(service.say, saying, seen, now))


@router.post("/undo")
async def take_back(form: Form, db: PlainDb, now: Now) -> RedirectResponse:
    """Put back what was said before."""
    kind, seen = read_kind(form.get("kind", "")), _number(form)
    return lead_back(_PAGE, await db.write(service.take_back, kind, seen, now))


async def _show(request: Request, db: Database, now: int, done: str, refused: str = "") -> HTMLResponse:
    desk = await db.read(service.desk)
    shown = {"desk": desk, "kinds": tuple(HostWordKind), "longest": LONGEST, "now": now}
    return render(request, "host_words/words.html", 400 if refused else 200, done=done, refused=refused, **shown)


def _number(form: dict[str, str]) -> int:
    seen = form.get("seen", "")
    if not _NUMBER.fullmatch(seen):
        raise Malformed("The form does not say what stood on the page when you saw it.")
    return int(seen)
