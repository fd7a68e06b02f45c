"""Watching a table, and playing along at a shared one."""

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.exceptions import HTTPException

from app.core.clock import now_ms
from app.core.live.streams import EventStream
from app.core.live.topics import LEAVE
from app.core.refusals import Impossible, Malformed, NotFound, Refusal
from app.core.store.database import Database
from app.play.occasion import session_topic, watchers_topic
from app.play.presence import Presence, is_noted_away, note_return
from app.play.service import company, play
from app.play.service.company import Company, Purpose
from app.play.table.table import stale_markup
from app.play.values.session import Session
from app.play.words.beside import watchers_words
from app.web.dependencies import Db, Form, Now, Origin, Player, Visitor, server
from app.web.listening import stream
from app.web.rendering import draw, render
from app.web.trouble import STATUS

router = APIRouter()


async def _listener(request: Request) -> None:
    if "text/event-stream" not in request.headers.get("accept", ""):
        raise HTTPException(406, "This address sends only a stream of events.")


Listening = Depends(_listener)
"""Refuses a client that does not ask for a stream: it would wait for a page that never ends."""


async def _purpose(purpose: str) -> Purpose:
    try:
        return Purpose(purpose)
    except ValueError:
        raise NotFound("A link is for watching or for playing.") from None


For = Annotated[Purpose, Depends(_purpose)]


@router.get("/sessions/{session_id}/events", dependencies=[Listening], response_class=Response)
async def events(request: Request, session_id: str, db: Db, visitor: Visitor) -> EventStream:
    """Stream the actions at a table to somebody who plays there."""

    opened = now_ms()

    async def ask() -> Session:
        session = (await db.read(company.look, session_id, visitor)).session
        if is_noted_away(session, visitor):
            await db.write(note_return, session_id, opened)
        return session

    own = (await ask()).player_id == visitor
    presence = server(request).part(Presence)
    return stream(request, session_topic(session_id), presence.attending(session_id) if own else None, ask)


@router.get("/sessions/{session_id}/turn")
async def show_turn(session_id: str, db: Db, visitor: Visitor, seen: str = "") -> Response:
    """Return the whole board to a table that may have missed something; nothing if it has seen the last `seq`."""
    turn = await db.read(play.look, session_id, visitor)
    if seen == str(turn.session.seq):
        return Response(status_code=204)
    return HTMLResponse(stale_markup(turn, "", None))


@router.get("/sessions/{session_id}/watchers")
async def count_watchers(request: Request, session_id: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show how many people watch a table."""
    await db.read(company.look, session_id, visitor)
    return HTMLResponse(watchers_words(await server(request).live.count(watchers_topic(session_id))))


@router.get("/sessions/{session_id}/company")
async def show_company(request: Request, session_id: str, db: Db, visitor: Visitor, origin: Origin) -> HTMLResponse:
    """Show a player the links to the table."""
    found = await db.read(company.own_table, session_id, visitor)
    live = server(request).live
    watching = await live.count(watchers_topic(session_id))
    present = await live.count(session_topic(session_id)) - watching
    words = watchers_words(watching)
    return render(request, "play/company.html", company=found, origin=origin, present=present, watchers=words)


@router.post("/sessions/{session_id}/company/{purpose}")
async def invite(session_id: str, purpose: For, db: Db, visitor: Visitor, now: Now) -> RedirectResponse:
    """Open a link to a table, for watching or for playing."""
    await db.write(company.invite, session_id, visitor, purpose, now)
    return RedirectResponse(f"/sessions/{session_id}/company", 303)


@router.post("/sessions/{session_id}/company/{purpose}/close")
async def withdraw(request: Request, session_id: str, purpose: For, db: Db, visitor: Visitor) -> RedirectResponse:
    """Close a link to a table. If it is the link for playing, all guests lose their seats."""
    await db.write(company.withdraw, session_id, visitor, purpose)
    await server(request).live.publish(session_topic(session_id), LEAVE, "")
    return RedirectResponse(f"/sessions/{session_id}/company", 303)


@router.get("/watch/{token}")
async def watch(request: Request, token: str, db: Db, now: Now) -> HTMLResponse:
    """Show a table to somebody who watches it."""
    found = await db.read(company.follow_watch_link, token, now)
    return render(request, "play/watch.html", company=found, token=token)


@router.get("/watch/{token}/board")
async def show_watched(token: str, db: Db, now: Now) -> HTMLResponse:
    """Return the part of the watching page that changes."""
    found = await db.read(company.follow_watch_link, token, now)
    return HTMLResponse(draw("play/_watch.html", company=found, token=token))


@router.get("/watch/{token}/events", dependencies=[Listening], response_class=Response)
async def watch_events(request: Request, token: str, db: Db) -> EventStream:
    """Stream the actions at a table to somebody who watches it."""

    async def ask() -> Company:
        return await db.read(lambda connection: company.follow_watch_link(connection, token, now_ms()))

    found = await ask()
    return stream(request, session_topic(found.session.id), ask=ask, counted=watchers_topic(found.session.id))


@router.get("/tables/{token}")
async def show_invitation(request: Request, token: str, db: Db, now: Now) -> HTMLResponse:
    """Ask an invited player for a name."""
    return await _invitation(request, token, db, now)


@router.post("/tables/{token}")
async def sit(request: Request, token: str, form: Form, db: Db, player: Player, now: Now) -> Response:
    """Take a seat and go to the table; the page says what is wrong with a name."""
    name = form.get("name", "")
    try:
        session = await db.write(company.sit, token, player, name, now)
    except (Malformed, Impossible) as refusal:
        return await _invitation(request, token, db, now, refusal)
    return RedirectResponse(f"/sessions/{session.id}", 303)


async def _invitation(
    request: Request, token: str, db: Database, now: int, refusal: Refusal | None = None
) -> HTMLResponse:
    found = await db.read(company.follow_invitation, token, now)
    status, refused = (STATUS[refusal.code], refusal.sentence) if refusal else (200, "")
    return render(request, "play/invitation.html", status, company=found, token=token, refused=refused)
