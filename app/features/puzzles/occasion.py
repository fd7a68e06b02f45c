"""Puzzles and lessons as what a session is played for."""

from typing import TYPE_CHECKING, TypeVar

from sqlalchemy import Connection

from app.features.puzzles.service import tasks
from app.features.puzzles.values.event import InLesson, InPuzzle
from app.play.occasion import Occasion, OccasionWords
from app.play.values.event import Event
from app.play.values.session import Session, Turn

if TYPE_CHECKING:
    from app.web.server import Server

E = TypeVar("E", bound=Event)


class _Task(Occasion[E]):
    """A try at a task."""

    def played(self, connection: Connection, session: Session) -> None:
        """Begin the player's first attempt, and ask a solver about the position."""
        tasks.note_turn(connection, session, session.changed_at)

    async def tell(self, serving: "Server", turn: Turn) -> None:
        """Wake a solver to judge what was tried at a task."""
        serving.wake()


class PuzzleOccasion(_Task[InPuzzle]):
    """A try at a puzzle."""

    event = InPuzzle

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        puzzle_id = self.of(session).id
        link = f"/puzzles/{puzzle_id}"
        return OccasionWords(f"puzzle {puzzle_id}", link, "To the puzzle", noun="puzzle", game="puzzle", titled=True)

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the try up means."""
        return "This ends your try and shows you a way. If it is your first attempt, it counts as not solved."


class LessonOccasion(_Task[InLesson]):
    """A try at a lesson."""

    event = InLesson

    def words(self, session: Session) -> OccasionWords:
        """Return how pages speak of it."""
        event = self.of(session)
        link = f"/learn/{event.game.slug}/{event.number}"
        return OccasionWords(f"lesson {event.number}", link, "To the lesson", noun="lesson", game="lesson", titled=True)

    def giving_up(self, connection: Connection, session: Session, now: int) -> str:
        """Return a sentence about what giving the try up means."""
        return "This ends your try and shows you a way. You can take the lesson again as often as you like."
