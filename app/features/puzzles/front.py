"""The puzzle of the day on the front page."""

from sqlalchemy import Connection

from app.features.puzzles.service.of_day import PuzzleOfDay
from app.features.puzzles.words.of_day import ShownPuzzle, shown_puzzle
from app.play.front import FrontPart, Look


def _of_day(connection: Connection, look: Look) -> ShownPuzzle | None:
    seen = look.serving.part(PuzzleOfDay).look(connection, look.player_id, look.now)
    return shown_puzzle(seen) if seen else None


OF_DAY = FrontPart(place="today", template="puzzles/_front_of_day.html", read=_of_day)
