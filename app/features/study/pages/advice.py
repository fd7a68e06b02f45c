"""Help at the table, and looking back over a game."""

import asyncio
import re
from dataclasses import replace

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response

from app.core.refusals import Malformed, NotFound
from app.core.store.database import Connection, Database, P, Transaction
from app.features.study.service import advice, review, way_back
from app.features.study.service.advice import THE_MOVE, THE_WAY, Advice, Sight
from app.features.study.service.review import Review
from app.features.study.words.advice import AdvicePage, WaitingWords, advice_page, way_page
from app.features.study.words.review import ReviewPage, replay_page, review_page, review_way_page
from app.play.pages.solvers import solvers_now
from app.play.service import sessions
from app.play.values.solvers import Solvers
from app.play.words.solvers import while_waiting
from app.web.dependencies import Db, Form, NewGame, Now, Player, Reading, Visitor, is_fragment, seq_seen, server
from app.web.limits import RequestKind, counted_as
from app.web.rendering import draw, render

router = APIRouter(prefix="/sessions/{session_id}", include_in_schema=False)

LOOKS, LOOK_SECONDS = 8, 0.03
"""How often, and at what intervals, to look for an answer before the page says that the helper is thinking."""

_WAITING = {
    Solvers.READY: WaitingWords.THINKING,
    Solvers.STARTING: WaitingWords.STARTING,
    Solvers.AWAY: WaitingWords.AWAY,
}
_STEP = re.compile(r"[0-9]{1,6}", re.ASCII)


@router.post("/hints")
@counted_as(RequestKind.HELP)
async def hint(request: Request, session_id: str, form: Form, db: Db, visitor: Visitor, now: Now) -> Response:
    """Return the next hint, or if the form asks for a move, one that names it."""
    seen, sight, least = seq_seen(form), _sight(form.get("sight", "")), THE_MOVE if form.get("say") == "move" else 0
    await db.study(advice.check, session_id, visitor, now)
    given = await _await_answer(request, db, advice.hint, session_id, visitor, seen, sight, least, now)
    return await _respond(request, db, given, now)


@router.post("/outlook")
@counted_as(RequestKind.HELP)
async def outlook(request: Request, session_id: str, form: Form, db: Db, visitor: Visitor, now: Now) -> Response:
    """Show whether the game can still be won."""
    sight = _sight(form.get("sight", ""))
    await db.study(advice.check, session_id, visitor, now)
    given = await _await_answer(request, db, advice.outlook, session_id, visitor, sight, now)
    return await _respond(request, db, given, now)


@router.get("/advice", dependencies=[Reading])
async def show_advice(
    request: Request, session_id: str, db: Db, visitor: Visitor, now: Now, sight: str = ""
) -> HTMLResponse:
    """Show the hints for the position on the table."""
    by = _sight(sight)
    given = await db.study(advice.repeat, session_id, visitor, by, now)
    if given.lost:
        given = await _with_way_back(request, db, given, now)
    return render(request, "study/advice.html", page=await _page(request, given))


@router.get("/way", dependencies=[Reading])
async def show_way(
    request: Request, session_id: str, db: Db, visitor: Visitor, now: Now, sight: str = "", step: str = "0"
) -> HTMLResponse:
    """Show the solver's whole way to win to a player who has asked for it."""
    by, place = _sight(sight), _step(step)
    given = await db.study(advice.repeat, session_id, visitor, by, now)
    if given.rung < THE_WAY:
        raise NotFound("Nobody has asked for a way to win from this position.")
    return render(request, "study/walk.html", walk=way_page(given, place))


@router.post("/review")
@counted_as(RequestKind.HELP)
async def begin_review(request: Request, session_id: str, db: Db, visitor: Visitor, now: Now) -> RedirectResponse:
    """Ask solvers to look back over a game."""
    await db.study(review.look, session_id, visitor, now)
    await db.write(review.begin, session_id, visitor, now)
    server(request).wake()
    return RedirectResponse(f"/sessions/{session_id}/review", 303)


@router.get("/review", dependencies=[Reading])
async def show_review(request: Request, session_id: str, db: Db, visitor: Visitor, now: Now) -> HTMLResponse:
    """Show a review. The solvers go on with it while somebody looks at it."""

    def look(connection: Connection) -> tuple[Review, ReviewPage]:
        found = review.look(connection, session_id, visitor, now)
        return found, review_page(found)

    done, page = await db.study(look)
    if done.should_renew(now):
        await db.write(review.renew, done, now)
    waits = done.wanted_until is not None
    away = while_waiting(await solvers_now(request), "") if waits else ""
    return render(request, "study/review.html", review=done, page=page, away=away)


@router.get("/review/way", dependencies=[Reading])
async def show_review_way(
    request: Request, session_id: str, db: Db, visitor: Visitor, now: Now, stop: str = "0", step: str = "0"
) -> HTMLResponse:
    """Show the solver's way to win from a position of the game."""
    place, pace = _step(stop), _step(step)
    done = await db.study(review.look_from, session_id, visitor, place, now)
    return render(request, "study/walk.html", walk=review_way_page(done, place, pace))


@router.get("/replay", dependencies=[Reading])
async def show_replay(
    request: Request, session_id: str, db: Db, visitor: Visitor, now: Now, stop: str = "0"
) -> HTMLResponse:
    """Show the game as it was played, a step at a time."""
    place = _step(stop)
    done = await db.study(review.look, session_id, visitor, now)
    return render(request, "study/walk.html", walk=replay_page(done, place))


@router.post("/branch", dependencies=[NewGame])
async def branch(session_id: str, form: Form, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Begin a session that goes on from a position of this one."""
    place = _step(form.get("stop", ""))
    begins = await db.study(sessions.beginning, session_id, player, place, now)
    fresh = await db.write(sessions.branch, session_id, player, begins, now)
    return RedirectResponse(f"/sessions/{fresh.id}", 303)


async def _await_answer(
    request: Request, db: Database, ask: Transaction[P, Advice], /, *args: P.args, **kwargs: P.kwargs
) -> Advice:
    """Ask, and wait a moment if the answer is not there yet."""
    given = await db.write(ask, *args, **kwargs)
    if given.answer is not None:
        return given
    server(request).wake()
    for _ in range(LOOKS):
        await asyncio.sleep(LOOK_SECONDS)
        if await db.read(advice.is_answered, advice.name_of(given)):
            return await db.write(ask, *args, **kwargs)
    return given


async def _with_way_back(request: Request, db: Database, given: Advice, now: int) -> Advice:
    """Add the way back to help in a lost position, or as much as is known of it after a moment."""
    trail = await db.study(way_back.find_trail, given.turn.session, now)
    if trail is None:
        return given
    found = await db.write(way_back.seek, trail, now)
    for _ in range(LOOKS):
        if not found.asked:
            break
        server(request).wake()
        await asyncio.sleep(LOOK_SECONDS)
        if await db.read(advice.is_answered, found.asked):
            found = await db.write(way_back.seek, trail, now)
    return replace(given, back=found)


async def _respond(request: Request, db: Database, given: Advice, now: int) -> Response:
    if is_fragment(request):
        if given.lost:
            given = await _with_way_back(request, db, given, now)
        return HTMLResponse(draw("study/_advice.html", page=await _page(request, given)))
    return RedirectResponse(f"/sessions/{given.turn.session.id}/advice?sight={given.sight}", 303)


async def _page(request: Request, given: Advice) -> AdvicePage:
    waits = given.thinking or (given.back is not None and given.back.asked)
    return advice_page(given, _WAITING[await solvers_now(request)] if waits else WaitingWords.THINKING)


def _sight(text: str) -> Sight:
    try:
        return Sight(text or Sight.FAIR)
    except ValueError:
        raise Malformed("Ask for help with “fair” or with “all”.") from None


def _step(text: str) -> int:
    if not _STEP.fullmatch(text):
        raise Malformed("A step of a game is a whole number.")
    return int(text)
