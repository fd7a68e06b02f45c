"""Statements about a player's games."""

from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, case, func, select

from app.core.store.unreadable import NOT_READ, each, unreadable
from app.features.daily.rows import attempts
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.tables import attempt, bucket, daily
from app.features.daily.values.daily import DailyAttempt
from app.play.rows.texts import lines_of
from engine.rules import Game


def solved_by_day(connection: Connection, player_id: str) -> dict[date, int]:
    """Return how many of each day's dailies the player solved in time, without days that have none."""
    solved = (
        select(attempt.c.day, func.count(attempt.c.game.distinct()).label("solved"))
        .where(attempt.c.player_id == player_id, attempt.c.solved.is_(True))
        .group_by(attempt.c.day)
    )
    return {row.day: row.solved for row in connection.execute(solved) if isinstance(row.day, date)}


def days_solved(connection: Connection, player_id: str, first: date, last: date) -> int:
    """Count the days from `first` to `last` of which the player solved a daily in time."""
    solved = select(func.count(attempt.c.day.distinct())).where(
        attempt.c.player_id == player_id, attempt.c.solved.is_(True), attempt.c.day.between(first, last)
    )
    return connection.execute(solved).scalar_one()


def solved_first_tries(connection: Connection, player_id: str) -> dict[Game, tuple[int, int]]:
    """Return by game how many of the player's first tries at dailies solved them, and how many have ended."""
    solved = func.sum(case((attempt.c.solved, 1), else_=0)).label("solved")
    ended = (
        select(attempt.c.game, solved, func.count().label("tries"))
        .where(attempt.c.player_id == player_id, attempt.c.number == 1, attempt.c.ended_at.is_not(None))
        .group_by(attempt.c.game)
    )
    rows = connection.execute(ended)
    return {row.game: (row.solved, row.tries) for row in rows if isinstance(row.game, Game)}


def field_of(connection: Connection, player_id: str) -> list[tuple[Game, int, int]]:
    """List game, upper part of the score, and number of first tries with it, over dailies that a player has tried."""
    field = (
        select(bucket.c.game, bucket.c.part, func.sum(bucket.c.size).label("size"))
        .join(attempt, (attempt.c.day == bucket.c.day) & (attempt.c.game == bucket.c.game))
        .where(
            attempt.c.player_id == player_id,
            attempt.c.number == 1,
            attempt.c.ended_at.is_not(None),
            bucket.c.board == DailyBoard.FIRST_TRY,
        )
        .group_by(bucket.c.game, bucket.c.part)
    )
    rows = connection.execute(field)
    return [(row.game, row.part, int(row.size)) for row in rows if isinstance(row.game, Game)]


def first_tries(connection: Connection, player_id: str, limit: int) -> list[tuple[DailyAttempt, int]]:
    """List the player's first attempts that have ended, each with its par, the latest day first."""
    ended = (
        select(attempt, daily.c.lines)
        .join(daily, (daily.c.day == attempt.c.day) & (daily.c.game == attempt.c.game))
        .where(attempt.c.player_id == player_id, attempt.c.number == 1, attempt.c.ended_at.is_not(None))
        .order_by(attempt.c.day.desc(), attempt.c.game)
        .limit(limit)
    )
    return each(_with_par, connection.execute(ended))


def _with_par(row: Row[Any]) -> tuple[DailyAttempt, int]:
    one = attempts.read(row[: attempts.WIDTH])
    try:
        return one, len(lines_of(one.game, row.lines)[one.variant])
    except NOT_READ:
        raise unreadable(daily, (one.day, one.game)) from None
