"""Lessons as their pages show them."""

from collections.abc import Collection
from dataclasses import dataclass

from app.core.words import numbered
from app.features.puzzles.service.lessons import Taught
from app.play.table.board import BoardView, board_view
from app.play.words.summary import options_words
from app.play.words.walk import Walk, WalkPage, walk_page
from engine.lessons import lessons
from engine.position import face_up
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class ListedLesson:
    """A lesson in a list."""

    number: int
    title: str
    task: str
    done: bool


@dataclass(frozen=True, slots=True)
class GameLessons:
    """The lessons of a game."""

    game: Game
    lines: tuple[ListedLesson, ...]
    stands: str
    """How far the visitor has come, in a sentence."""
    following: int
    """The number of the first lesson not done yet; 1 if all are done."""


@dataclass(frozen=True, slots=True)
class LessonPage:
    """What lesson.html shows."""

    game: Game
    number: int
    title: str
    options_words: str
    says: str
    task: str
    board: BoardView
    all_seen: bool
    """Whether the board shows cards that lie face down in play."""
    done: bool
    numbers: range
    """The numbers of all lessons of the game."""


@dataclass(frozen=True, slots=True)
class LessonLine:
    """Where a lesson stands among the others, beside its table."""

    number: int
    following: int | None
    """The number of the next lesson; None after the last."""


def lesson_line(game: Game, taught: Taught) -> LessonLine:
    """Describe where a lesson comes among the others of its game."""
    number = taught.number
    return LessonLine(number, number + 1 if number < len(lessons(game)) else None)


def course(game: Game, done: Collection[tuple[str, int]]) -> GameLessons:
    """Show the lessons of a game; `done` holds the slug and the number of each that the visitor has done."""
    lines = tuple(
        ListedLesson(number, told.title, told.task, (game.slug, number) in done)
        for number, told in enumerate(lessons(game), start=1)
    )
    open_ones = [line.number for line in lines if not line.done]
    return GameLessons(game, lines, _stands(len(lines), len(lines) - len(open_ones)), open_ones[0] if open_ones else 1)


def lesson_page(game: Game, taught: Taught, done: Collection[tuple[str, int]]) -> LessonPage:
    """Show a lesson to a visitor who has not begun it."""
    puzzle, position = taught.puzzle, taught.puzzle.position
    return LessonPage(
        game=game,
        number=taught.number,
        title=taught.lesson.title,
        options_words=options_words(game, puzzle.variant.options),
        says=taught.lesson.says,
        task=taught.lesson.task,
        board=board_view(puzzle.variant.rules, face_up(position)),
        all_seen=any(position.face_down),
        done=(game.slug, taught.number) in done,
        numbers=range(1, len(lessons(game)) + 1),
    )


def lesson_way_page(game: Game, taught: Taught, table: str, step: int) -> WalkPage:
    """Show the way to a lesson's goal after that many moves; `table` is where the reader came from, if anywhere."""
    puzzle, page = taught.puzzle, f"/learn/{game.slug}/{taught.number}"
    address = f"{page}/way?table={table}" if table else f"{page}/way"
    back, words = (f"/sessions/{table}", "Back to the table") if table else (page, "Back to the lesson")
    way = (puzzle.position, puzzle.way)
    return walk_page(game, puzzle.variant.rules, Walk(taught.lesson.task, address, "step", back, words), way, step)


def _stands(every: int, done: int) -> str:
    if done == every:
        return "You have done all of them."
    if not done:
        return numbered(every, "One short lesson.", "{count} short lessons.")
    return f"You have done {done} of {every}."
