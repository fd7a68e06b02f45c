"""The lessons and puzzles of players, when a guest signs in or an account is deleted, and for players to download."""

from typing import Any

from sqlalchemy import Connection, bindparam, delete, false, func, select, update

from app.features.puzzles.tables import (
    lesson,
    player_rating,
    puzzle_attempt,
    puzzle_day,
    puzzle_proposal,
    puzzle_run,
    puzzle_vote,
    task,
)
from app.features.puzzles.values.event import InPuzzle
from app.people.rows.belongings import by, handing, handing_but_for, rows_of
from app.people.service.keeping import Belonging, Forgetting, HandingOver, Keeps, Ranking
from app.play.rows.sessions import event_text
from app.play.tables.games import session

_their_attempt = puzzle_attempt.alias()
# What a guest has begun is rated for nobody, or somebody could sign in only when winning.
_ATTEMPTS = handing_but_for(puzzle_attempt, "puzzle_id").values(rated=puzzle_attempt.c.begun_at.is_(None))
# A puzzle that the receiver has only opened, and the giver has begun, is not new to them any more.
_TRIED_BEFORE = (
    update(puzzle_attempt)
    .where(
        puzzle_attempt.c.player_id == bindparam("receiver"),
        puzzle_attempt.c.begun_at.is_(None),
        puzzle_attempt.c.puzzle_id.in_(
            select(_their_attempt.c.puzzle_id).where(
                _their_attempt.c.player_id == bindparam("giver"), _their_attempt.c.begun_at.is_not(None)
            )
        ),
    )
    .values(rated=False)
)
# Once the attempts are handed over, the giver has only those puzzles left that both attempted.
_of_both = select(event_text(InPuzzle("")) + puzzle_attempt.c.puzzle_id).where(
    puzzle_attempt.c.player_id == bindparam("giver")
)
_IN_A_RUN = select(task.c.session_id).where(task.c.session_id == session.c.id, task.c.run_id.is_not(None)).exists()


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    # Votes and puzzles stay, as results do.
    for kept in (lesson, player_rating, puzzle_attempt, puzzle_run, puzzle_day):
        connection.execute(delete(kept).where(kept.c.player_id == player_id))


def _lessons(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    return [row for row in rows_of(connection, player_id, lesson, lesson.c.done_at) if row["number"]]


_OF_PUZZLES = {
    "attempts": (puzzle_attempt, puzzle_attempt.c.puzzle_id),
    "ratings": (player_rating, player_rating.c.game),
    "votes": (puzzle_vote, puzzle_vote.c.puzzle_id),
    "proposals": (puzzle_proposal, puzzle_proposal.c.puzzle_id),
    "runs": (puzzle_run, puzzle_run.c.id),
    "days": (puzzle_day, puzzle_day.c.day),
}
"""The tables about puzzles, each with the column that orders its rows."""


def _puzzles(connection: Connection, player_id: str, _now: int) -> dict[str, list[dict[str, Any]]]:
    return {name: rows_of(connection, player_id, *kept) for name, kept in _OF_PUZZLES.items()}


KEPT = Keeps(
    handing_over=(
        HandingOver(30, by(_TRIED_BEFORE)),
        HandingOver(90, by(handing_but_for(lesson, "game", "number"))),
        HandingOver(120, by(_ATTEMPTS)),
        HandingOver(130, by(handing_but_for(puzzle_vote, "puzzle_id"))),
        HandingOver(140, by(handing(puzzle_proposal.c.player_id, false()))),
        HandingOver(150, by(handing(puzzle_run.c.player_id, false()))),
        HandingOver(152, by(handing_but_for(puzzle_day, "day"))),
    ),
    staying=func.coalesce(session.c.event, "").in_(_of_both) & ~_IN_A_RUN,
    forgetting=(Forgetting(80, _forget),),
    belongings=(Belonging(40, "lessons", _lessons), Belonging(60, "puzzles", _puzzles)),
    ranking=(
        Ranking(
            40,
            "puzzle",
            select(puzzle_attempt.c.puzzle_id).where(
                puzzle_attempt.c.player_id == bindparam("player"), puzzle_attempt.c.begun_at.is_not(None)
            ),
        ),
        Ranking(40, "puzzle", select(puzzle_run.c.id).where(puzzle_run.c.player_id == bindparam("player"))),
    ),
)
