"""Open rooms, and finding somebody to race."""

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Malformed, NotFound
from app.features.races.service import pairing
from app.features.races.service.house import HouseStrength
from app.features.races.service.races import RaceEntrant
from app.features.races.service.rooms import OpenRooms
from app.features.races.values.pairing import ASK_SECONDS
from app.features.races.words.rooms import offer_words, room_lists
from app.web.dependencies import Db, Form, NewGame, Now, Player, Reading, Visitor, server
from app.web.rendering import render
from engine.games import GAMES, named
from engine.rules import Variant

router = APIRouter(prefix="/rooms")


@router.get("", dependencies=[Reading])
async def show_rooms(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the listed rooms, and the buttons for finding somebody to race."""
    open_rooms = server(request).part(OpenRooms)
    rooms = await db.read(open_rooms.look, now)
    variants = [variant for game in GAMES.values() for variant in game.variants({})]
    return render(request, "races/rooms.html", rooms=room_lists(rooms, visitor), variants=variants)


@router.post("/seek", dependencies=[NewGame])
async def seek(form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin to wait for somebody to race."""
    variant, entrant = _variant(form), RaceEntrant(player, form.get("name", ""))
    waiting = await db.write(pairing.seek, entrant, variant, now)
    return RedirectResponse(f"/races/{waiting.code}" if waiting.code else "/rooms/waiting", 303)


@router.get("/waiting", dependencies=[Reading])
async def show_waiting(request: Request, db: Db, visitor: Visitor, now: Now) -> Response:
    """Show that the visitor is waiting, and count this as a sign of life; lead to the race once there is one."""
    try:
        waiting = await db.write(pairing.still, visitor, now)
    except NotFound:
        return RedirectResponse("/rooms", 303)
    if waiting.code:
        return RedirectResponse(f"/races/{waiting.code}", 303)
    offered = await db.read(pairing.offer, waiting.variant, visitor, now)
    offer = offer_words(offered) if offered else None
    waited_ms = max(now - waiting.since, 0)
    return render(
        request,
        "races/waiting.html",
        variant=waiting.variant,
        offer=offer,
        ask_seconds=ASK_SECONDS,
        waited_ms=waited_ms,
    )


@router.post("/stop")
async def stop(db: Db, visitor: Visitor) -> RedirectResponse:
    """Stop waiting."""
    await db.write(pairing.stop, visitor)
    return RedirectResponse("/rooms", 303)


@router.post("/house", dependencies=[NewGame])
async def race_house(form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a game as a race against the house."""
    variant, chosen = _variant(form), form.get("strength", "")
    if chosen and chosen not in list(HouseStrength):
        raise Malformed("The house is gentle, steady or hard.")
    strength = HouseStrength(chosen) if chosen else None
    session = await db.write(pairing.race_house, player, variant, now, strength)
    return RedirectResponse(f"/sessions/{session.id}", 303)


def _variant(form: dict[str, str]) -> Variant:
    slug, _, chosen = form.get("game", "").partition("?")
    try:
        return named(slug, chosen)
    except ValueError:
        raise Malformed("The server can’t read the form.") from None
