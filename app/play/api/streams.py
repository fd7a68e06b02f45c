"""Streams for programs: what changes, as lines of JSON."""

import json
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from pydantic import BaseModel
from pydantic_core import to_json

from app.core.clock import now_ms
from app.core.live.lines import LineStream, StreamLine
from app.core.live.topics import News
from app.core.refusals import NotFound
from app.core.store import health
from app.core.store.database import Database
from app.people.token import Scope
from app.play.api.sessions import SessionId
from app.play.documents import SessionDocument, SessionLine
from app.play.occasion import events_topic, session_topic
from app.play.presence import Presence, is_noted_away, note_return
from app.play.service import play
from app.play.values.session import Turn
from app.web.bodies import refusals, require_json
from app.web.dependencies import Db, Visitor, server
from app.web.listening import lines
from app.web.schemas import given
from app.web.tokens import open_to

REFUSALS = refusals(
    {
        403: "The game belongs to another player.",
        404: "There is no such game or race, or the request has neither a token nor a cookie.",
        429: "You have too many streams open. Retry-After says when to try again.",
        503: "The server cannot reach the games at the moment.",
    }
)
EVENT_LINE = "EventLine"
"""The name of the schema of a line of the stream of events; features add what their lines may be."""


def stream_entry(schema: dict[str, Any]) -> dict[int | str, dict[str, Any]]:
    """Return the OpenAPI entry of a stream; the schema is that of each line which is not empty."""
    content = {"application/x-ndjson": {"schema": schema}}
    return {200: {"content": content, "description": "Lines of JSON, each a document."}}


router = APIRouter(prefix="/api/v1", tags=["streams"], responses=REFUSALS, dependencies=[Depends(require_json)])


@router.get(
    "/stream/events",
    responses=stream_entry({"$ref": f"#/components/schemas/{EVENT_LINE}"}),
    response_class=Response,
)
@open_to(*Scope)
async def stream_events(request: Request, db: Db, visitor: Visitor) -> LineStream:
    """Listen to what concerns you: a line of JSON for each update, and an empty line every 15 seconds.

    `{"type": "race", "code", "stage"}` says that a race you are in has changed, `{"type": "game", "session", "seq",
    "status"}` that somebody did something in a game of yours, here or elsewhere. `{"type": "heal"}` comes first, and
    whenever you may have missed something: look again at what you are waiting for. If you open the stream again,
    the earlier one ends.
    """
    if visitor is None:
        raise NotFound("The server does not know who you are: send a token or a cookie.")

    ask = partial(check_identity, db)
    await ask()
    return lines(request, events_topic(visitor), as_json_line, ask=ask)


@router.get("/sessions/{session_id}/stream", responses=stream_entry(given(SessionLine)), response_class=Response)
@open_to(Scope.PLAY, Scope.READ)
async def stream_session(request: Request, session_id: SessionId, db: Db, visitor: Visitor) -> LineStream:
    """Listen to a game: `{"type": "session", "session": …}` with the whole session, at once and after each change.

    An empty line comes every 15 seconds. The stream ends when the game is over.
    """
    opened = now_ms()

    async def look() -> Turn:
        turn = await db.read(play.look, session_id, visitor)
        if is_noted_away(turn.session, visitor):
            await db.write(note_return, session_id, opened)
        return turn

    async def tell(_news: News) -> StreamLine:
        turn = await look()
        document = SessionLine(type="session", session=SessionDocument.of(turn))
        return StreamLine(line(document), turn.session.status.finished)

    own = (await look()).session.player_id == visitor
    presence = server(request).part(Presence).attending(session_id) if own else None
    return lines(request, session_topic(session_id), tell, presence, look)


async def check_identity(db: Database) -> None:
    """Raise a refusal if the visitor's cookie or token is no longer valid."""
    # It does not matter what this reads: `db` checks the visitor first.
    await db.read(health.ask)


async def as_json_line(news: News) -> StreamLine:
    """Return news as a line of JSON with its kind."""
    more: dict[str, Any] = json.loads(news.data) if news.data else {}
    return StreamLine(line({"type": news.kind, **more}))


def line(document: BaseModel | dict[str, Any]) -> bytes:
    """Return a document as a line of JSON."""
    return to_json(document)
