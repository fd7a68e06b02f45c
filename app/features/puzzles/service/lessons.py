"""Lessons: begin one, and remember who has done which."""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.puzzles.rows import lessons, tasks
from app.features.puzzles.values.event import InLesson
from app.features.puzzles.values.task import Task
from app.people.service import players
from app.play.service import sessions
from app.play.service.secrecy import check_help_with, check_open
from app.play.service.sessions import Opening
from app.play.values.session import Session
from engine.descent import DealQuery
from engine.lessons import Lesson, as_puzzle, lesson
from engine.lessons import lessons as lessons_of
from engine.puzzles import Puzzle
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Taught:
    """A lesson with its position."""

    number: int
    lesson: Lesson
    puzzle: Puzzle


def find(event: InLesson) -> Taught:
    """Return a lesson; raise `NotFound`."""
    told = lesson(event.game, event.number)
    if told is None:
        raise NotFound("There is no such lesson here.")
    return Taught(event.number, told, as_puzzle(event.game, event.number))


def get_visible(connection: Connection, event: InLesson, now: int) -> Taught:
    """Return a lesson that may be shown now. This is for the lane of heavy reads.

    Raises:
        NotFound, Withheld: an open event is played on its deal or on one near it.
    """
    taught = find(event)
    puzzle = taught.puzzle
    check_help_with(connection, DealQuery(puzzle.variant.rules, puzzle.deck, [puzzle.position]), None, now)
    return taught


def opening(taught: Taught, now: int) -> Opening:
    """Return the opening that leads to a lesson's position, for `start`."""
    return sessions.opening(taught.puzzle.variant, taught.puzzle.deck, taught.puzzle.moves, now)


def start(connection: Connection, player_id: str, event: InLesson, begins: Opening, now: int) -> Session:
    """Begin a lesson that was checked.

    Raises:
        Withheld: an event on its deal has begun since.
    """
    puzzle = find(event).puzzle
    check_open(connection, puzzle.deck, now)
    session = sessions.start_task(connection, player_id, puzzle, event, begins, now)
    tasks.add(connection, Task(session.id))
    return session


def list_done(connection: Connection, player_id: str | None) -> set[tuple[str, int]]:
    """Return the lessons that a player has done, each as its game's slug and its number."""
    return lessons.list_done(connection, player_id) if player_id else set()


def going_on(connection: Connection, player_id: str | None) -> tuple[Game, set[tuple[str, int]]] | None:
    """Return the game whose lessons a player is in the middle of, and all lessons that the player has done."""
    if player_id is None:
        return None
    done = list_done(connection, player_id)
    for game in lessons.list_begun(connection, player_id):
        if any((game.slug, number) not in done for number in range(1, len(lessons_of(game)) + 1)):
            return game, done
    return None


def note_done(connection: Connection, player_id: str, event: InLesson, now: int) -> None:
    """Store that a player did a lesson."""
    lessons.note_done(connection, player_id, event.game, event.number, now)


def is_offered(connection: Connection, session: Session) -> bool:
    """Return whether a table offers its game's lessons: before the first move, to a player who is new to the game."""
    if session.event or session.seq or not lessons_of(session.variant.game):
        return False
    return lessons.is_new_to(connection, session.player_id, session.variant.game)


def put_away(connection: Connection, player_id: str, game: Game, now: int) -> None:
    """Never offer a game's lessons to a player again."""
    players.ensure(connection, player_id, now)
    lessons.note_offered(connection, player_id, game, now)
