"""The player's settings, a page for each subject."""

import re
from enum import StrEnum

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import NotFound
from app.people.looks import COOKIE, Look
from app.people.service import players
from app.people.service.players import Share
from app.web.dependencies import Db, Form, Now, Player, Visitor, is_fragment, server
from app.web.rendering import render
from engine.automatic import Automatic

router = APIRouter()

_YEAR = 365 * 24 * 3600
_SESSION = re.compile(r"[0-9a-z]{16}", re.ASCII)


class Subject(StrEnum):
    """What a page of settings is about; the value is the last part of its address."""

    PAGES = "pages"
    CARDS = "cards"
    TABLE = "table"
    PLAYING = "playing"
    MOTION = "motion"
    COUNTERS = "counters"
    DATA = "data"


_TITLES = {
    Subject.PAGES: ("Pages", "Light, dark or high contrast, the size of text"),
    Subject.CARDS: ("Cards", "Colours of the suits, faces and backs"),
    Subject.TABLE: ("Table", "Surface, left or right hand, the wings of Fortress"),
    Subject.PLAYING: ("Playing", "What a tap does, cards that go home by themselves, whether you can still win"),
    Subject.MOTION: ("Motion, sound and keys", "How fast cards fly, what you hear, single letters as keys"),
    Subject.COUNTERS: ("Counters", "Time, steps, scores and streaks, goals for the week"),
    Subject.DATA: ("Open data", "Whether your finished games are part of it"),
}
"""The title of each page, and what it has."""


@router.get("/settings")
async def show_settings(request: Request) -> HTMLResponse:
    """Show the subjects that settings are about."""
    titles, kept = _titles(request), "kept" in request.query_params
    return render(request, "account/settings.html", titles=titles, kept=kept, table=_table(request))


@router.get("/settings/{subject}")
async def show_subject(request: Request, subject: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the visitor's settings of a subject; before a first action, they are the usual ones."""
    found = _subject(request, subject)
    kept = None
    if (player := visitor) is not None:
        kept = await db.read(players.find, player)
    chosen = Automatic(kept.automatic) if kept else Automatic.OFF
    look = players.look_of(kept) if kept else Look.read(request.cookies.get(COOKIE, ""))
    share = players.share_of(kept) if kept else Share.IN
    choices, done = look.choices() | {"automatic": chosen, "data": share}, "kept" in request.query_params
    answer = render(
        request, "account/settings_subject.html", 200, look,
        subject=found, titles=_titles(request), chosen=choices, kept=done, table=_table(request),
    )  # fmt: skip
    remember_look(request, answer, look)
    return answer


@router.post("/settings")
async def keep_settings(request: Request, form: Form, db: Db, player: Player, now: Now) -> Response:
    """Save the settings in the form; the others stay as they are."""
    return await _keep(request, form, db, player, now, "/settings")


@router.post("/settings/{subject}")
async def keep_subject(request: Request, subject: str, form: Form, db: Db, player: Player, now: Now) -> Response:
    """Save the settings in the form of a subject, and show them again."""
    return await _keep(request, form, db, player, now, f"/settings/{_subject(request, subject)}")


def remember_look(request: Request, answer: Response, look: Look) -> None:
    """Store the look in a cookie: then pages need not ask the database for it."""
    secure = request.url.scheme == "https"
    answer.set_cookie(COOKIE, str(look), max_age=_YEAR, httponly=True, samesite="lax", secure=secure)


async def _keep(request: Request, form: Form, db: Db, player: Player, now: Now, page: str) -> Response:
    look = await db.write(players.choose, player, form, now)
    answer = Response(status_code=204) if is_fragment(request) else RedirectResponse(_back_address(request, page), 303)
    remember_look(request, answer, look)
    return answer


def _back_address(request: Request, page: str) -> str:
    table = _table(request)
    return f"{page}?kept&table={table}" if table else f"{page}?kept"


def _table(request: Request) -> str:
    """Return the session from whose table the visitor has come; empty if from elsewhere."""
    named = request.query_params.get("table", "")
    return named if _SESSION.fullmatch(named) else ""


def _titles(request: Request) -> dict[Subject, tuple[str, str]]:
    """Return the subjects of this server, each with its title and what it has."""
    publishes = server(request).settings.publishes
    return {subject: words for subject, words in _TITLES.items() if subject is not Subject.DATA or publishes}


def _subject(request: Request, name: str) -> Subject:
    found = next((subject for subject in _titles(request) if subject == name), None)
    if found is None:
        raise NotFound("There are no settings of that name.")
    return found
