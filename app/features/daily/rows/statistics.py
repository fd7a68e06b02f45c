"""Statements about a player's games."""

from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, case, func, select

from app.core.store.unreadable import NOT_READ, each, unreadable
from app.features.daily.rows import attempts, boards
from app.features.daily.rows.boards import DailyBoard
from app.features.daily.rows.dailies import lines_of
from app.features.daily.tables import attempt, bucket, daily
from app.features.daily.values.daily import DailyAttempt
from engine.rules import Game

# The same as `boards.size` and `boards.rank`; with these, a player of many dailies would ask hundreds of questions.
_PART = attempt.c.score // (1 << boards.PART_BITS)
_BESIDE = (bucket.c.day == attempt.c.day) & (bucket.c.game == attempt.c.game) & (bucket.c.board == DailyBoard.FIRST_TRY)
_SUM = select(func.coalesce(func.sum(bucket.c.size), 0)).where(_BESIDE)
_FIELD = _SUM.scalar_subquery()
_AHEAD = _SUM.where(bucket.c.part < _PART).scalar_subquery()
_OTHER = attempt.alias()
_AHEAD_IN_PART = (
    select(func.count())
    .select_from(_OTHER)
    .where(
        _OTHER.c.day == attempt.c.day,
        _OTHER.c.game == attempt.c.game,
        _OTHER.c.held.is_(False),
        _OTHER.c.ranked.is_(True),
        _OTHER.c.score >= _PART * (1 << boards.PART_BITS),
        _OTHER.c.score < attempt.c.score,
    )
    .scalar_subquery()
)


def solved_by_day(connection: Connection, player_id: str) -> dict[date, int]:
    """Return how many of each day's dailies the player solved in time, without days that have none."""
    solved = (
        select(attempt.c.day, func.count(attempt.c.game.distinct()).label("solved"))
        .where(attempt.c.player_id == player_id, attempt.c.solved.is_(True))
        .group_by(attempt.c.day)
    )
    return {row.day: row.solved for row in connection.execute(solved) if isinstance(row.day, date)}


def days_solved(connection: Connection, player_id: str, first: date, last: date) -> set[date]:
    """Return the days from `first` to `last` of which the player solved a daily in time."""
    solved = (
        select(attempt.c.day)
        .where(attempt.c.player_id == player_id, attempt.c.solved.is_(True), attempt.c.day.between(first, last))
        .distinct()
    )
    return {day for (day,) in connection.execute(solved) if isinstance(day, date)}


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


class TryInField(NamedTuple):
    """A first attempt that has ended, among the day's other first attempts."""

    attempt: DailyAttempt
    par: int
    field: int
    """How many results are on the board of first tries."""
    ahead: int
    """How many of them have a lower score."""


def first_tries(connection: Connection, player_id: str, limit: int) -> list[TryInField]:
    """List the player's first attempts that have ended, the latest day first."""
    ended = (
        select(attempt, daily.c.lines, _FIELD.label("field"), (_AHEAD + _AHEAD_IN_PART).label("ahead"))
        .join(daily, (daily.c.day == attempt.c.day) & (daily.c.game == attempt.c.game))
        .where(attempt.c.player_id == player_id, attempt.c.number == 1, attempt.c.ended_at.is_not(None))
        .order_by(attempt.c.day.desc(), attempt.c.game)
        .limit(limit)
    )
    return each(_in_field, connection.execute(ended))


def _in_field(row: Row[Any]) -> TryInField:
    one = attempts.read(row[: attempts.WIDTH])
    try:
        return TryInField(one, len(lines_of(one.game, row.lines)[one.variant]), int(row.field), int(row.ahead))
    except NOT_READ:
        raise unreadable(daily, (one.day, one.game)) from None
