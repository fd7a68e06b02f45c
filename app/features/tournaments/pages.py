"""Tournaments as pages: the lists, the form, one tournament, and the actions in it."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.live.streams import EventStream
from app.core.refusals import Impossible, Malformed, NotFound, NotYours, Refusal
from app.core.store import health
from app.core.store.database import Connection, Database
from app.features.tournaments.companion import seen
from app.features.tournaments.news import tournament_topic
from app.features.tournaments.scoreboard import Scoreboard
from app.features.tournaments.service import joined, tournament_games, tournaments
from app.features.tournaments.service.tournaments import JoinRequest, Participation
from app.features.tournaments.values.tournament import SCORING, Tournament, TournamentStage, TournamentTerms
from app.features.tournaments.values.tournament import Form as Played
from app.features.tournaments.words import AtTable, TournamentRoom, room_of, tournament_lines
from app.play.pages.watching import Listening
from app.play.service import sessions
from app.web.dependencies import (
    Acting,
    Db,
    Form,
    Joining,
    NewGame,
    Now,
    Origin,
    Player,
    Reading,
    Visiting,
    Visitor,
    Whence,
    server,
)
from app.web.listening import stream
from app.web.rendering import draw, render
from app.web.trouble import STATUS
from engine.games import GAMES
from engine.rules import Variant

router = APIRouter(prefix="/tournaments")

_MINUTE_MS = 60_000
LENGTHS = {
    Played.ARENA: (10, 20, 40, 60),
    Played.DEALS: (24 * 60, 3 * 24 * 60, 7 * 24 * 60),
}
"""The lengths to choose from, in minutes, by the form of the tournament."""
LEADS = (0, 5, 15, 60, 24 * 60)
"""The times to choose from until the tournament begins, in minutes; 0 for now."""
DEALS = (3, 5, 8, 10, 12, 16, 24, 36, 48)
"""The numbers of deals to choose from."""
USUAL = {"length": "arena 20", "deals": "12", "lead": "5"}
"""What the form suggests at first."""


@router.get("", dependencies=[Reading])
async def show_tournaments(request: Request, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """List the tournaments that are open, coming and over."""
    some, mine, over, has_account = await db.read(
        lambda connection: (
            some := tournaments.coming_and_open(connection),
            joined.joined_among(connection, visitor, some),
            tournaments.list_closed(connection).listed,
            tournaments.may_make(connection, visitor),
        )
    )
    going_on = [
        *tournament_lines(some, TournamentStage.OPEN, now),
        *tournament_lines(some, TournamentStage.CLOSING, now),
    ]
    coming = tournament_lines(some, TournamentStage.COMING, now)
    shown = {"open": going_on, "coming": coming, "over": over, "has_account": has_account, "now": now, "mine": mine}
    return render(request, "tournaments/tournaments.html", **shown)


@router.get("/rules")
async def show_rules(request: Request) -> HTMLResponse:
    """Show the rules that hold for every tournament."""
    return render(request, "tournaments/tournament_rules.html", scoring=SCORING)


@router.get("/new", dependencies=[Reading])
async def show_form(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the form for a new tournament."""
    return await _form(request, db, visitor, USUAL)


@router.post("")
async def make(
    request: Request, form: Form, db: Db, visit: Visiting, visitor: Visitor, whence: Whence, now: Now
) -> Response:
    """Make a tournament; if it is refused, show the form again with the reason."""
    try:
        terms, lead = _terms(form), _choice(form, "lead", LEADS)
        made = await db.write(tournaments.make, visit, terms, now + lead * _MINUTE_MS, now, whence)
    except (Malformed, Impossible) as refusal:
        return await _form(request, db, visitor, form, refusal)
    return _to(made.code)


@router.get("/{code}", dependencies=[Reading])
async def show_tournament(
    request: Request, code: str, db: Db, visitor: Visitor, now: Now, origin: Origin
) -> HTMLResponse:
    """Show a tournament."""
    return await _page(request, code, db, visitor, now, origin)


@router.get("/{code}/room", dependencies=[Reading])
async def show_room(request: Request, code: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Return the part of the tournament's page that changes."""
    found, part, room = await look_in(request, code, db, visitor, now)
    return HTMLResponse(draw("tournaments/_tournament_room.html", tournament=found, part=part, room=room, refused=""))


@router.get("/{code}/strip", dependencies=[Reading])
async def show_strip(db: Db, visitor: Visitor, now: Now, session: str = "") -> HTMLResponse:
    """Return the strip in the head of a table: the points, and the time that is left."""
    return HTMLResponse(draw("tournaments/_strip.html", shown=await db.read(_at_table, session, visitor, now)))


@router.get("/{code}/time-up", dependencies=[Reading])
async def show_time_up(db: Db, visitor: Visitor, now: Now, session: str = "") -> HTMLResponse:
    """Return the panel that tells a table that the time is up."""
    return HTMLResponse(draw("tournaments/_time_up.html", shown=await db.read(_at_table, session, visitor, now)))


@router.get("/{code}/ending", dependencies=[Reading])
async def show_ending(db: Db, visitor: Visitor, now: Now, session: str = "") -> HTMLResponse:
    """Return the points, for the panel of a game that is over."""
    return HTMLResponse(draw("tournaments/_ending.html", shown=await db.read(_at_the_end, session, visitor, now)))


@router.get("/{code}/events", dependencies=[Listening], response_class=Response)
async def events(request: Request, code: str, db: Db) -> EventStream:
    """Send what happens in a tournament: `room`, and `standings` with the table of results."""
    found = await db.read(tournaments.look, code)

    async def ask() -> None:
        # `db` refuses a visitor whose cookie is no longer valid, which ends the stream.
        await db.read(health.ask)

    return stream(request, tournament_topic(found.code), ask=ask)


async def _entry(form: Form, whence: Whence) -> JoinRequest:
    return JoinRequest(form.get("name", ""), form.get("group", ""), whence)


@router.post("/{code}/join", dependencies=[Joining])
async def join(
    request: Request, code: str, entry: Annotated[JoinRequest, Depends(_entry)], db: Db, visit: Acting, now: Now,
    origin: Origin,
) -> Response:  # fmt: skip
    """Join a tournament; the page says what is wrong with a name."""
    try:
        await db.write(tournaments.join, code, visit, entry, now)
    except (Malformed, Impossible, NotYours) as refusal:
        return await _page(request, code, db, visit.player_id, now, origin, refusal)
    server(request).part(Scoreboard).changed(code.upper())
    return _to(code)


@router.post("/{code}/leave")
async def leave(request: Request, code: str, db: Db, visitor: Visitor, now: Now, origin: Origin) -> Response:
    """Leave a tournament; if the visitor has begun to play there, show why that is impossible."""
    try:
        await db.write(tournaments.leave, code, visitor, now)
    except Impossible as refusal:
        return await _page(request, code, db, visitor, now, origin, refusal)
    server(request).part(Scoreboard).changed(code.upper())
    return _to(code)


@router.post("/{code}/remove")
async def remove(
    request: Request, code: str, form: Form, db: Db, visitor: Visitor, now: Now, origin: Origin
) -> Response:
    """Remove a player who has begun no game; only the tournament's maker can."""
    name = form.get("player", "")
    try:
        await db.write(tournaments.remove, code, visitor, name, now)
    except (Impossible, NotFound) as refusal:
        return await _page(request, code, db, visitor, now, origin, refusal)
    server(request).part(Scoreboard).changed(code.upper())
    return _to(code)


@router.post("/{code}/next", dependencies=[NewGame])
async def play_next(request: Request, code: str, db: Db, player: Player, now: Now, origin: Origin) -> Response:
    """Go to the game in progress, or begin the next deal."""
    try:
        session = await db.write(tournament_games.play, code, player, now)
    except (Impossible, NotYours) as refusal:
        return await _page(request, code, db, player, now, origin, refusal)
    return RedirectResponse(f"/sessions/{session.id}", 303)


async def look_in(
    request: Request, code: str, db: Database, visitor: str | None, now: int
) -> tuple[Tournament, Participation, TournamentRoom]:
    """Return a tournament, a visitor's part in it, and what changes on its page."""
    found, part, won = await db.read(
        lambda connection: (
            found := tournaments.look(connection, code),
            tournaments.part_of(connection, found, visitor),
            tournaments.best_wins(connection, found),
        )
    )
    standings = await server(request).part(Scoreboard).standings(found.code)
    return found, part, room_of(found, part, standings, won, now)


def _at_the_end(connection: Connection, session_id: str, player_id: str | None, now: int) -> AtTable:
    if not sessions.own(connection, session_id, player_id).status.finished:
        raise NotFound("This game is not over.")
    return _at_table(connection, session_id, player_id, now)


def _at_table(connection: Connection, session_id: str, player_id: str | None, now: int) -> AtTable:
    found = seen(connection, sessions.own(connection, session_id, player_id), now)
    if found is None:
        raise NotFound("This game was not played in a tournament.")
    return found


async def _page(
    request: Request, code: str, db: Database, visitor: str | None, now: int, origin: str,
    refusal: Refusal | None = None,
) -> HTMLResponse:  # fmt: skip
    found, part, room = await look_in(request, code, db, visitor, now)
    status, refused = (STATUS[refusal.code], refusal.sentence) if refusal else (200, "")
    shown = {"tournament": found, "part": part, "room": room, "refused": refused, "origin": origin}
    return render(request, "tournaments/tournament.html", status, **shown)


async def _form(
    request: Request, db: Database, visitor: str | None, typed: Mapping[str, str], refusal: Refusal | None = None
) -> HTMLResponse:
    has_account = await db.read(tournaments.may_make, visitor)
    status, refused = (STATUS[refusal.code], refusal.sentence) if refusal else (200, "")
    offered = {"variants": _VARIANTS, "lengths": LENGTHS, "leads": LEADS, "deals": DEALS}
    shown = {"has_account": has_account, "refused": refused, "typed": typed, "no_game": tournaments.NO_GAME, **offered}
    return render(request, "tournaments/tournament_new.html", status, **shown)


_VARIANTS = tuple(variant for game in GAMES.values() for variant in game.variants({}))


def field_of(variant: Variant) -> str:
    """Return the name of the form field that chooses a game."""
    return f"play {variant.game.slug} {variant.text}"


def _terms(form: Mapping[str, str]) -> TournamentTerms:
    kind, _, minutes = form.get("length", "").partition(" ")
    try:
        played, length = Played(kind), int(minutes)
    except ValueError:
        raise Malformed("Choose how long the tournament lasts.") from None
    if length not in LENGTHS[played]:
        raise Malformed("Choose how long the tournament lasts.")
    return TournamentTerms(
        name=form.get("name", ""),
        form=played,
        variants=tuple(variant for variant in _VARIANTS if field_of(variant) in form),
        deals=_choice(form, "deals", DEALS),
        length_ms=length * _MINUTE_MS,
        one_try="one_try" in form,
        blind="blind" in form,
        bots="bots" in form,
    )


def _choice(form: Mapping[str, str], name: str, offered: tuple[int, ...]) -> int:
    given = form.get(name, "")
    if given not in {str(number) for number in offered}:
        raise Malformed("Choose from what the form offers.")
    return int(given)


def _to(code: str) -> RedirectResponse:
    return RedirectResponse(f"/tournaments/{code.upper()}", 303)
