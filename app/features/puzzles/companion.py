"""What puzzles and lessons show at a table: what there is to solve, or to learn."""

from contextlib import suppress

from fastapi import Request
from markupsafe import Markup
from sqlalchemy import Connection

from app.core.refusals import Refusal
from app.core.store.database import Database
from app.features.puzzles.pages.tasks import wait_for_verdicts
from app.features.puzzles.service import lessons, puzzles
from app.features.puzzles.values.event import InLesson, InPuzzle
from app.features.puzzles.words.lessons import course
from app.features.puzzles.words.task import task_panel
from app.play.companions import Companion, Piece
from app.play.values.session import Turn
from app.play.words.summary import HOW_TO_MOVE
from app.web.dependencies import server, visitor
from app.web.rendering import draw

JUDGED_SECONDS = 1.0
"""Without scripts, how long the answer to a move waits for the verdict on it."""


class Teacher(Companion):
    """What there is to solve, or to learn."""

    async def without_script(self, request: Request, turn: Turn) -> None:
        """Wait a moment for the verdict on a try: without scripts nothing else asks for it."""
        if turn.session.has_task:
            with suppress(Refusal):
                await wait_for_verdicts(
                    request, server(request).database, turn.session.id, visitor(request), JUDGED_SECONDS
                )

    def beside(self, connection: Connection, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the offer of a game's lessons, at a first table of the game."""
        session = turn.session
        if session.player_id != player_id or not lessons.is_offered(connection, session):
            return None
        offer = course(session.variant.game, ())
        drawn = draw("puzzles/_offer.html", offer=offer, how_to_move=HOW_TO_MOVE, session=session.id)
        return Piece("words", Markup(drawn))

    async def studied(self, database: Database, turn: Turn, player_id: str | None, now: int) -> Piece | None:
        """Return the panel of a try at a task; raise as `puzzles.look` does."""
        session = turn.session
        if session.player_id != player_id or not isinstance(session.event, InPuzzle | InLesson):
            return None
        seen, _ = await database.study(puzzles.look, session.id, player_id, now)
        panel = task_panel(seen, now)
        styles = ("task.css", "ending.css") if panel.over else ("task.css",)
        return Piece("head", Markup(draw("puzzles/_task.html", panel=panel)), styles)
