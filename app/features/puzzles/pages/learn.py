"""The pages of the lessons."""

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Malformed, NotFound
from app.features.puzzles.service import lessons
from app.features.puzzles.values.event import InLesson
from app.features.puzzles.words.lessons import course, lesson_page, lesson_way_page
from app.play.front import leads_of
from app.web.dependencies import Db, Form, NewTry, Now, Played, Player, Reading, Visitor, is_fragment
from app.web.limits import RequestKind, counted_as
from app.web.rendering import render
from engine.games import GAMES
from engine.lessons import lessons as lessons_of
from engine.measured import starting_game

router = APIRouter(prefix="/learn", include_in_schema=False)

_NUMBER = re.compile(r"[1-9][0-9]?", re.ASCII)
_SESSION = re.compile(r"[0-9a-z]{16}", re.ASCII)
_LONGEST_STEP = 7


@router.get("")
async def show_all(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show where one learns: the lessons of every game, with those that the visitor has done, and other pages."""
    done = await db.read(lessons.list_done, visitor)
    courses = [course(game, done) for game in GAMES.values() if lessons_of(game)]
    begun = await db.read(lessons.going_on, visitor)
    following = course(begun[0] if begun else starting_game(), done)
    return render(request, "puzzles/lessons.html", courses=courses, following=following, leads=leads_of("learn"))


@router.get("/{slug}")
async def show_course(request: Request, game: Played, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the lessons of a game."""
    if not lessons_of(game):
        raise NotFound("Nobody has written lessons for this game yet.")
    done = await db.read(lessons.list_done, visitor)
    shown = [course(game, done)]
    return render(request, "puzzles/lessons.html", courses=shown, following=None, leads=leads_of("learn"))


@router.get("/{slug}/{number}", dependencies=[Reading])
async def show_lesson(request: Request, game: Played, number: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show the page from which a visitor begins a lesson."""
    event = _event(game, number)
    taught, done = await db.study(
        lambda connection: (lessons.get_visible(connection, event, now), lessons.list_done(connection, visitor))
    )
    return render(request, "puzzles/lesson.html", page=lesson_page(game, taught, done))


@router.get("/{slug}/{number}/way", dependencies=[Reading])
async def show_way(
    request: Request, game: Played, number: str, db: Db, now: Now, step: str = "0", table: str = ""
) -> HTMLResponse:
    """Show the way to a lesson's goal, move by move, to whoever is at a table with it or reads about it."""
    if table and not _SESSION.fullmatch(table):
        raise Malformed("The address does not say which table it came from.")
    if not (step.isascii() and step.isdecimal() and len(step) < _LONGEST_STEP):
        raise Malformed("A step is a whole number.")
    event = _event(game, number)
    taught = await db.study(lessons.get_visible, event, now)
    return render(request, "study/walk.html", walk=lesson_way_page(game, taught, table, int(step)))


@router.post("/{slug}/{number}/start", dependencies=[NewTry])
async def start(game: Played, number: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a lesson at a table."""
    event = _event(game, number)
    taught = await db.study(lessons.get_visible, event, now)
    begins = lessons.opening(taught, now)
    session = await db.write(lessons.start, player, event, begins, now)
    return RedirectResponse(f"/sessions/{session.id}", 303)


@router.post("/{slug}/put-away")
@counted_as(RequestKind.ANYTHING)
async def put_away(request: Request, game: Played, form: Form, db: Db, player: Player, now: Now) -> Response:
    """Stop offering the lessons of a game to the visitor, and go back to the table or to the front page."""
    table = form.get("session")
    if table is not None and not _SESSION.fullmatch(table):
        raise Malformed("The form does not say which table it came from.")
    await db.write(lessons.put_away, player, game, now)
    return HTMLResponse("") if is_fragment(request) else RedirectResponse(f"/sessions/{table}" if table else "/", 303)


def _event(game: Played, number: str) -> InLesson:
    if not _NUMBER.fullmatch(number):
        raise NotFound("There is no such lesson here.")
    return InLesson(game, int(number))
