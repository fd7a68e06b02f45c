"""Finished games: watching them, downloading them and sharing them."""

import re

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from app.core.refusals import Malformed
from app.core.store.database import Connection
from app.features.archive.words.replays import event_kinds, moves_text, replay_walk
from app.features.study.service.review import known_losses
from app.play.documents import export_text
from app.play.pages.pictures import paint
from app.play.service import replays
from app.play.service.course import PlayedCourse, course_of
from app.play.service.replays import Replay
from app.play.table.framed_picture import PictureForm
from app.play.table.table_picture import result_board
from app.play.values.export import Export
from app.play.words.captions import result_caption
from app.play.words.sharing import result_preview
from app.play.words.walk import WalkPage
from app.web.dependencies import Db, Drawing, Now, Origin, Pictures, Player, Reading, TakingAlong, Visitor
from app.web.rendering import render

router = APIRouter()

_STEP = re.compile(r"[0-9]{1,6}", re.ASCII)


@router.get("/replays/{session_id}", dependencies=[Reading])
async def show_replay(
    request: Request, session_id: str, db: Db, visitor: Visitor, now: Now, origin: Origin, step: str = "0"
) -> HTMLResponse:
    """Show a game step by step. While its event is open, others see only how it ended."""
    if not _STEP.fullmatch(step):
        raise Malformed("A step of a game is a whole number.")

    def look(connection: Connection) -> tuple[Replay, PlayedCourse | None, WalkPage | None]:
        replay, course = replays.walk(connection, session_id, visitor, now)
        if course is None:
            return replay, None, None
        lost = known_losses(connection, replay.result.session, course, now)
        return replay, course, replay_walk(replay, course, lost, int(step))

    replay, course, walk = await db.study(look)
    preview = result_preview(replay.result, origin)
    shown = {"replay": replay, "course": course, "walk": walk, "preview": preview, "origin": origin}
    return render(request, "archive/replay.html", **shown, event_kinds=event_kinds())


@router.get("/replays/{session_id}/{form}.png", dependencies=[Drawing])
async def send_picture(
    session_id: str, form: PictureForm, db: Db, visitor: Visitor, now: Now, origin: Origin, pictures: Pictures
) -> Response:
    """Send the picture of a result. While its event is open, it shows nothing of the deal, even to the player."""
    result = (await db.read(replays.watch, session_id, visitor, now)).result
    shown = f"{session_id} {result.session.sealed}"
    drawn = await paint(pictures, shown, result_caption(result, origin), lambda: result_board(result), form)
    return Response(drawn, media_type="image/png")


@router.get("/replays/{session_id}/moves.txt", dependencies=[TakingAlong])
async def send_moves(session_id: str, db: Db, visitor: Visitor, now: Now) -> PlainTextResponse:
    """Send a game's moves with their numbers, as text."""

    def write(connection: Connection) -> str:
        replay, log = replays.log(connection, session_id, visitor, now)
        return moves_text(replay, course_of(connection, replay.result.session).stops, log)

    return PlainTextResponse(await db.study(write))


@router.get("/replays/{session_id}/export.json", response_model=Export, dependencies=[TakingAlong])
async def send_export(session_id: str, db: Db, visitor: Visitor, now: Now) -> Response:
    """Send a game in the form that `rampart verify` reads."""

    def write(connection: Connection) -> str:
        replay, log = replays.log(connection, session_id, visitor, now)
        return export_text(replay.result.session, log)

    return Response(await db.study(write), media_type="application/json")


@router.get("/sessions/{session_id}/share", dependencies=[Reading])
async def show_share(
    request: Request, session_id: str, db: Db, visitor: Visitor, now: Now, origin: Origin
) -> HTMLResponse:
    """Show a player how to share a game, or how it is shared."""
    replay = await db.read(replays.mine, session_id, visitor, now)
    return render(request, "archive/share.html", replay=replay, origin=origin, event_kinds=event_kinds())


@router.post("/sessions/{session_id}/share")
async def share(session_id: str, db: Db, player: Player, now: Now) -> RedirectResponse:
    """Share a game with everybody who has its link."""
    await db.write(replays.share, session_id, player, now)
    return RedirectResponse(f"/sessions/{session_id}/share", 303)


@router.post("/sessions/{session_id}/withdraw")
async def withdraw(session_id: str, db: Db, player: Player) -> RedirectResponse:
    """Stop sharing a game."""
    await db.write(replays.withdraw, session_id, player)
    return RedirectResponse(f"/sessions/{session_id}/share", 303)
