"""The dailies for feed readers and calendars."""

from fastapi import APIRouter, Request
from fastapi.responses import Response

from app.core.clock import today
from app.features.daily.service import feeds
from app.features.daily.words.feeds import atom, calendar
from app.web.dependencies import Now, Origin, PlainDb, PlayedOrAll, Reading
from app.web.kept import answer_for_all

router = APIRouter(prefix="/daily")

KEPT_SECONDS = 15 * 60
"""How long a program may keep them: a new day comes late by so much at most."""


@router.get("/feed.atom", dependencies=[Reading])
async def send_feed(request: Request, db: PlainDb, now: Now, origin: Origin, game: PlayedOrAll) -> Response:
    """Send the latest dailies as an Atom feed, of one game or of all."""
    listed = await db.read(feeds.latest, game, now)
    return answer_for_all(request, atom(listed, game, today(now), origin), "application/atom+xml", KEPT_SECONDS)


@router.get("/calendar.ics", dependencies=[Reading])
async def send_calendar(request: Request, db: PlainDb, now: Now, origin: Origin, game: PlayedOrAll) -> Response:
    """Send the latest dailies and those to come as a calendar, of one game or of all."""
    listed = await db.read(feeds.around, game, now)
    return answer_for_all(request, calendar(listed, game, origin), "text/calendar; charset=utf-8", KEPT_SECONDS)
