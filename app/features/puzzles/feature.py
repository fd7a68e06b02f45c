"""Puzzles and lessons."""

from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.features.puzzles.goal import DAY, LESSON, RUN
from app.features.puzzles.keeping import KEPT
from app.features.puzzles.mining import jobs
from app.features.puzzles.occasion import LessonOccasion, PuzzleOccasion
from app.features.puzzles.rows.puzzles import TEXTS
from app.features.puzzles.service import days, lessons, posing, proposals
from app.features.puzzles.service.mining import may_begin
from app.features.puzzles.service.of_day import PuzzleOfDay
from app.features.puzzles.words.days import days_words
from app.features.puzzles.words.lessons import GameLessons, course
from app.features.puzzles.words.of_day import ShownPuzzle, show_puzzle
from app.play.between import Making
from app.play.companions import Companion
from app.play.feature import Feature, Running
from app.play.front import FrontLook, FrontPart, Lead
from app.web.doors import Doors, Section

if TYPE_CHECKING:
    from app.web.server import Server


def _of_day(connection: Connection, look: FrontLook) -> ShownPuzzle | None:
    seen = look.serving.part(PuzzleOfDay).look(connection, look.player_id, look.now)
    return show_puzzle(seen, look.now) if seen else None


def _days(connection: Connection, look: FrontLook) -> str | None:
    row = days.in_row(connection, look.player_id, look.now)
    return days_words(row, look.now) if row.days else None


DAYS = FrontPart(place="me", template="puzzles/_front_days.html", read=_days)
OF_DAY = FrontPart(place="today", template="puzzles/_front_of_day.html", read=_of_day)


def _next_lesson(connection: Connection, look: FrontLook) -> GameLessons | None:
    found = lessons.going_on(connection, look.player_id)
    return course(*found) if found else None


NEXT_LESSON = FrontPart(place="daily", template="puzzles/_front_lessons.html", read=_next_lesson)


def _companions() -> tuple[Companion, ...]:
    from app.features.puzzles.companion import Teacher

    return (Teacher(),)


def _doors() -> Doors:
    from app.features.puzzles import api
    from app.features.puzzles.pages import learn, making, moderating, puzzles, tasks
    from app.features.puzzles.words.puzzles import attempt_words, best_words, goal_words, rating_words, run_title

    return Doors(
        api=(api.router,),
        tags={"puzzles": "Puzzles: find one, and try to reach its goal without a losing move."},
        pages=(tasks.router, learn.router, puzzles.router, making.router, moderating.router),
        filters=(attempt_words, best_words, goal_words, rating_words, run_title),
    )


def _running(_serving: "Server") -> Running:
    from app.features.puzzles.service.of_day import PuzzleOfDay

    return Running(parts=(PuzzleOfDay(),))


PUZZLES = Feature(
    name="puzzles",
    optional=True,
    occasions=(PuzzleOccasion(), LessonOccasion()),
    companions=_companions,
    doors=_doors,
    running=_running,
    jobs=(jobs,),
    poses=(posing,),
    keeps=(KEPT,),
    makings=(Making("Make this a puzzle", "puzzle", may_begin),),
    front=(NEXT_LESSON, OF_DAY, DAYS),
    moderation=(Section(50, "puzzles/_moderation_proposals.html", proposals.for_moderators),),
    goals=(LESSON, DAY, RUN),
    leads=(Lead("Puzzles", "/puzzles", "to find the moves that keep the win", "learn"),),
    texts=TEXTS,
)
