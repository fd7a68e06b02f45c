"""Statements that read everything about a player except the sessions, row by row."""

from typing import Any

from sqlalchemy import Column, Connection, Table, and_, select

from app.features.daily.tables import attempt
from app.features.puzzles.tables.lessons import lesson
from app.features.puzzles.tables.puzzles import player_rating, puzzle_attempt, puzzle_run, puzzle_vote
from app.features.races.tables import racer, run
from app.features.ratings.tables import rating_change
from app.features.tournaments.tables import entrant, tournament_try

_OF_PUZZLES = {
    "attempts": (puzzle_attempt, puzzle_attempt.c.puzzle_id),
    "ratings": (player_rating, player_rating.c.game),
    "votes": (puzzle_vote, puzzle_vote.c.puzzle_id),
    "runs": (puzzle_run, puzzle_run.c.id),
}
"""The tables about puzzles, each with the column that orders its rows."""


def dailies(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the player's attempts at dailies, each as a dict by column."""
    told = (column for column in attempt.c if column.name not in {"player_id", "held", "score"})
    theirs = select(*told).where(attempt.c.player_id == player_id)
    rows = connection.execute(theirs.order_by(attempt.c.day, attempt.c.game, attempt.c.number))
    return [dict(row) for row in rows.mappings()]


def races(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the races that the player entered, with a dict by column for each run in them."""
    entered = (
        select(
            racer.c.code, racer.c.name, racer.c.joined_at,
            run.c.number, run.c.session_id, run.c.outcome, run.c.home, run.c.steps, run.c.ms,
        )
        .outerjoin(run, and_(run.c.code == racer.c.code, run.c.player_id == racer.c.player_id))
        .where(racer.c.player_id == player_id)
        .order_by(racer.c.joined_at, racer.c.code, run.c.number)
    )  # fmt: skip
    return [dict(row) for row in connection.execute(entered).mappings()]


def tournaments(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the tournaments that the player joined, with a dict by column for each game in them."""
    game = tournament_try
    joined = (
        select(
            entrant.c.code, entrant.c.name, entrant.c.group_name, entrant.c.joined_at, entrant.c.points,
            game.c.number, game.c.attempt, game.c.session_id, game.c.outcome, game.c.steps, game.c.ms,
        )
        .outerjoin(game, and_(game.c.code == entrant.c.code, game.c.player_id == entrant.c.player_id))
        .where(entrant.c.player_id == player_id)
        .order_by(entrant.c.joined_at, entrant.c.code, game.c.session_id)
    )  # fmt: skip
    return [dict(row) for row in connection.execute(joined).mappings()]


def lessons(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the lessons that the player has done, each as a dict by column."""
    return [row for row in _rows(connection, player_id, lesson, lesson.c.done_at) if row["number"]]


def ratings(connection: Connection, player_id: str) -> list[dict[str, Any]]:
    """List the changes to the player's ratings, each as a dict by column."""
    return _rows(connection, player_id, rating_change, rating_change.c.rated_at)


def puzzles(connection: Connection, player_id: str) -> dict[str, list[dict[str, Any]]]:
    """Return the player's attempts, ratings, votes and runs at puzzles, each as a list of dicts by column."""
    return {name: _rows(connection, player_id, *kept) for name, kept in _OF_PUZZLES.items()}


def _rows(connection: Connection, player_id: str, kept: Table, order: Column[Any]) -> list[dict[str, Any]]:
    told = (column for column in kept.c if column.name != "player_id")
    theirs = select(*told).where(kept.c.player_id == player_id).order_by(order)
    return [dict(row) for row in connection.execute(theirs).mappings()]
