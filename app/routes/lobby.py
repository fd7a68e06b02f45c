"""The lobby."""

from math import inf

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from app.store import sessions
from app.web.dependencies import Db, Visitor
from app.web.rendering import render
from engine.games import GAMES
from engine.measured import measured
from engine.rules import Game

router = APIRouter()

MOST_UNFINISHED = 4
"""How many unfinished games the lobby lists; the history has them all."""


@router.get("/")
async def show_lobby(request: Request, db: Db, visitor: Visitor) -> HTMLResponse:
    """Show the games, and the visitor's unfinished ones."""
    unfinished = []
    if (player := visitor) is not None:
        unfinished = await db.read(lambda connection: sessions.unfinished(connection, player, MOST_UNFINISHED + 1))
    return render(
        request,
        "lobby.html",
        games=sorted(GAMES.values(), key=_place),
        unfinished=unfinished[:MOST_UNFINISHED],
        more_unfinished=len(unfinished) > MOST_UNFINISHED,
    )


def _place(game: Game) -> tuple[float, str]:
    known = measured(game.slug)
    return known.place if known else inf, game.name
