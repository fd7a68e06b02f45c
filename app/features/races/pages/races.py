"""Races as pages: the forms, the room, and the actions in it."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.live.streams import EventStream
from app.core.refusals import Impossible, Malformed, NotFound, Refusal
from app.core.store import health
from app.core.store.database import Connection, Database
from app.features.races.news import race_topic, tell_of_race, tell_of_reaction
from app.features.races.pages.reading import RaceReading, beside_race, look_in, see
from app.features.races.referee import Referee
from app.features.races.service import finales, race_boards, races, reacting, requests, results
from app.features.races.service.races import RaceEntrant
from app.features.races.service.rooms import OpenRooms
from app.features.races.values.race import BEST_OF, Race, RaceTerms
from app.features.races.words.invitation import OwnEntry, own_entry
from app.features.races.words.race import room_of
from app.features.races.words.race_panel import RacePanel, panel_of
from app.features.races.words.results import result_lines
from app.features.races.words.rooms import room_lists
from app.features.ratings import service as ratings
from app.people.rows import accounts
from app.play.front import leads_of
from app.play.service import sessions
from app.web.dependencies import (
    Db,
    Form,
    Joining,
    NewGame,
    Now,
    Origin,
    Player,
    Reacting,
    Reading,
    Visitor,
    Whence,
    server,
)
from app.web.listening import stream
from app.web.rendering import draw, render
from app.web.trouble import STATUS
from engine.games import GAMES, named

router = APIRouter(prefix="/races")


_MINUTE_MS = 60_000
LIMITS = (0, 5, 10, 20, 60)
"""The limits that the form offers, in minutes; 0 for none."""

Verb = Callable[[Connection, str, str | None, int], Race]
"""One of the verbs of `races`: a function of a connection, the code, the player and the time."""


async def _entrant(form: Form, player: Player, whence: Whence) -> RaceEntrant:
    return RaceEntrant(player, form.get("name", ""), whence)


Coming = Annotated[RaceEntrant, Depends(_entrant)]
"""Who comes into a race, with the name that the form says."""


@router.get("")
async def show_races(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the forms for making and finding a race, and the listed rooms."""
    return await _forms(request, db, visitor, now)


@router.post("", dependencies=[Joining])
async def make(request: Request, form: Form, db: Db, entrant: Coming, now: Now) -> Response:
    """Make a race, and ask a friend into it; if its host's name is refused, show the form again with the reason."""
    terms, friend = _terms(form), form.get("friend", "")
    try:
        if friend:
            race = await db.write(requests.make_and_ask, entrant, terms, friend, now)
        else:
            race = await db.write(races.make, entrant, terms, now)
    except (Malformed, Impossible) as refusal:
        status, game = STATUS[refusal.code], form.get("game", "")
        typed = {"refused": refusal.sentence, "name": entrant.name, "game": game}
        return await _forms(request, db, entrant.player_id, now, status, typed)
    return _to(race.code)


@router.get("/find")
async def find_race(request: Request, db: Db, visitor: Visitor, now: Now, code: str = "") -> Response:
    """Redirect from the form for codes to the race; if there is none, show the form again with the reason."""
    letters = "".join(char for char in code.upper() if char.isascii() and char.isalnum())
    try:
        await db.read(races.look, letters)
    except NotFound as refusal:
        missed = refusal.sentence if letters else "Type the six letters of the race."
        return await _forms(request, db, visitor, now, 404, {"missed": missed, "code": code})
    return _to(letters)


@router.get("/{code}")
async def show_race(request: Request, code: str, db: Db, visitor: Visitor, now: Now, origin: Origin) -> HTMLResponse:
    """Show a race's room."""
    race = await look_in(request, code, db, visitor)
    return await _room(request, db, race, visitor, origin, now)


@router.get("/{code}/room")
async def show_room(request: Request, code: str, db: Db, visitor: Visitor) -> HTMLResponse:
    """Return the part of the race's page that changes."""
    await db.read(health.ask)
    seen = await see(request, code, visitor)
    return HTMLResponse(seen.drawn("room", visitor, lambda viewer: _room_markup(seen, viewer)))


@router.get("/{code}/boards", dependencies=[Reading])
async def show_boards(request: Request, code: str, db: Db, visitor: Visitor, now: Now, racer: str = "") -> HTMLResponse:
    """Show a board of those who still race to a visitor who may watch; once nobody races, show how it ended."""
    seen, ended = await db.read(
        lambda connection: (
            seen := race_boards.look(connection, code, visitor, racer),
            finales.finale_of(connection, seen.race),
        )
    )
    room = room_of(seen.race, visitor, now, {}, ended)
    return render(request, "races/race_boards.html", seen=seen, room=room)


@router.get("/{code}/strip")
async def show_strip(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Return the strip beside a table that shows how far the others are."""
    race = await look_in(request, code, db, visitor)
    return HTMLResponse(draw("races/_race_strip.html", race=race, room=room_of(race, visitor, now, {}, None)))


@router.get("/{code}/panel", dependencies=[Reading])
async def show_panel(request: Request, code: str, db: Db, visitor: Visitor, session: str = "") -> HTMLResponse:
    """Return what the table of a session says of the race beside the board: who has come in, and how it ended."""
    return HTMLResponse(draw("races/_race_told.html", panel=await _at_table(request, code, db, visitor, session)))


@router.get("/{code}/ending", dependencies=[Reading])
async def show_ending(request: Request, code: str, db: Db, visitor: Visitor, session: str = "") -> HTMLResponse:
    """Return the same for the panel of a game that is over."""
    return HTMLResponse(draw("races/_race_ending.html", panel=await _at_table(request, code, db, visitor, session)))


@router.get("/{code}/events", response_class=Response)
async def events(request: Request, code: str, db: Db, visitor: Visitor) -> EventStream:
    """Send what happens in a race: `room`, and `run` with how far somebody is."""
    race = await db.read(races.look, code)

    async def ask() -> None:
        # `db` refuses a visitor whose cookie is no longer valid, which ends the stream.
        await db.read(health.ask)

    return stream(request, race_topic(race.code), attending(request, race, visitor), ask)


@router.post("/{code}/join", dependencies=[Joining])
async def join(request: Request, code: str, entrant: Coming, db: Db, now: Now, origin: Origin) -> Response:
    """Join the room; the page says what is wrong with a name."""
    try:
        race = await db.write(races.join, code, entrant, now)
    except (Malformed, Impossible) as refusal:
        race = await db.read(races.look, code)
        return await _room(request, db, race, entrant.player_id, origin, now, refusal)
    await tell_of_race(server(request).live, race)
    return _to(race.code)


@router.post("/{code}/ready", dependencies=[NewGame])
async def be_ready(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> Response:
    """Note that the visitor is ready. A ready racer gets a game in the next heat, so this counts as beginning one."""
    return await _act(request, code, db, visitor, now, races.be_ready)


@router.post("/{code}/leave")
async def leave(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> Response:
    """Leave the room, and forfeit the game in the running heat."""
    return await _act(request, code, db, visitor, now, races.leave)


@router.post("/{code}/begin")
async def begin(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> Response:
    """Begin without those who are not ready."""
    return await _act(request, code, db, visitor, now, races.begin)


@router.post("/{code}/stop")
async def stop(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> Response:
    """End a heat that somebody has won."""
    return await _act(request, code, db, visitor, now, races.stop)


@router.post("/{code}/deal-any")
async def deal_any(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> Response:
    """Begin with any deal instead of waiting for one that is proved winnable."""
    return await _act(request, code, db, visitor, now, races.deal_any)


@router.post("/{code}/react", dependencies=[Reacting])
async def react(request: Request, code: str, form: Form, db: Db, visitor: Visitor) -> Response:
    """Let the others see a reaction."""
    reacted = await db.read(reacting.react, code, visitor, form.get("reaction", ""))
    await tell_of_reaction(server(request).live, reacted)
    return _to(reacted.code)


@router.post("/{code}/let-in")
async def let_in(request: Request, code: str, form: Form, db: Db, visitor: Visitor, now: Now) -> Response:
    """Let somebody in who waits at the door."""
    return await _act(request, code, db, visitor, now, letting_in(form.get("racer", "")))


def letting_in(name: str) -> Verb:
    """Return the verb that lets the one of this name in."""
    return lambda connection, code, player_id, now: races.let_in(connection, code, player_id, name, now)


@router.post("/{code}/dismiss")
async def dismiss(request: Request, code: str, form: Form, db: Db, visitor: Visitor, now: Now) -> Response:
    """Remove a racer who is idle, or new."""
    return await _act(request, code, db, visitor, now, dismissing(form.get("racer", "")))


def dismissing(name: str) -> Verb:
    """Return the verb that removes the racer with this name."""
    return lambda connection, code, player_id, now: races.dismiss(connection, code, player_id, name, now)


def attending(request: Request, race: Race, visitor: str | None) -> AbstractContextManager[None] | None:
    """Return a context that counts a racer as present; None for somebody who only watches."""
    referee = server(request).part(Referee)
    return referee.attending(race.code, visitor) if visitor and race.racer(visitor) else None


async def _at_table(request: Request, code: str, db: Database, viewer: str | None, session_id: str) -> RacePanel:
    session = await db.read(sessions.get, session_id)
    seen = await see(request, code, viewer)
    return panel_of(seen.race, seen.room(viewer), session)


def _room_markup(seen: RaceReading, viewer: str | None) -> str:
    beside = seen.beside
    return draw(
        "races/_race_room.html",
        race=seen.race,
        room=seen.room(viewer),
        asked=beside.asked.seen_by(viewer),
        public=beside.public,
    )


async def _act(request: Request, code: str, db: Database, visitor: str | None, now: int, verb: Verb) -> Response:
    race = await db.write(verb, code, visitor, now)
    await tell_of_race(server(request).live, race)
    return _to(race.code)


async def _room(
    request: Request,
    db: Database,
    race: Race,
    viewer: str | None,
    origin: str,
    now: int,
    refusal: Refusal | None = None,
) -> HTMLResponse:
    status, refused = (STATUS[refusal.code], refusal.sentence) if refusal else (200, "")
    beside = await db.read(beside_race, race)
    return render(
        request,
        "races/race.html",
        status,
        race=race,
        room=room_of(race, viewer, now, beside.rated, beside.ended),
        own=await db.read(_own_entry, race, viewer),
        asked=beside.asked.seen_by(viewer),
        public=beside.public,
        origin=origin,
        refused=refused,
    )


def _own_entry(connection: Connection, race: Race, viewer: str | None) -> OwnEntry | None:
    name = accounts.name_of(connection, viewer) if viewer else None
    return own_entry(name, ratings.rating_of(connection, viewer, race.terms.variant.game)) if name else None


async def _forms(
    request: Request, db: Database, visitor: str | None, now: int, status: int = 200,
    typed: Mapping[str, str] = MappingProxyType({}),
) -> HTMLResponse:  # fmt: skip
    """Show the forms, with what was typed and the refusal if there was one."""
    rooms, mine = await db.read(
        lambda connection: (
            server(request).part(OpenRooms).look(connection, now),
            results.latest(connection, visitor),
        )
    )
    elsewhere = [lead for lead in leads_of("play") if lead.address not in ("/races", "/rooms")]
    return render(
        request,
        "races/races.html",
        status,
        variants=[variant for patience in GAMES.values() for variant in patience.variants({})],
        best_of=BEST_OF,
        limits=LIMITS,
        leads=elsewhere,
        rooms=room_lists(rooms, visitor),
        mine=result_lines(mine),
        refused=typed.get("refused", ""),
        name=typed.get("name", ""),
        game=typed.get("game", ""),
        missed=typed.get("missed", ""),
        code=typed.get("code", ""),
    )


def _terms(form: dict[str, str]) -> RaceTerms:
    slug, _, chosen = form.get("game", "").partition("?")
    try:
        variant = named(slug, chosen)
        best_of, minutes = int(form.get("best_of", "1")), int(form.get("minutes", "0"))
    except ValueError:
        raise Malformed("The server can’t read the form.") from None
    if best_of not in BEST_OF or minutes not in LIMITS:
        raise Malformed("Choose the rounds and the limit from those on the form.")
    winnable, listed = form.get("deals") == "winnable", form.get("listed") == "yes"
    return RaceTerms(variant, winnable, best_of, minutes * _MINUTE_MS or None, "bots" in form, listed)


def _to(code: str) -> RedirectResponse:
    return RedirectResponse(f"/races/{code}", 303)
