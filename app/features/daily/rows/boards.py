"""Statements about leaderboards: the best of a daily, somebody's neighbours, and exact ranks at any size."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    func,
    insert,
    select,
    tuple_,
    update,
)

from app.core.store.unreadable import each
from app.features.daily.rows import attempts
from app.features.daily.tables import attempt, bucket
from app.features.daily.values.daily import DailyAttempt
from app.people.tables import account
from engine.rules import Game

PART_BITS = 32
"""Shifting a score right by this many bits gives the `part` of its bucket."""


class DailyBoard(StrEnum):
    """The boards of a daily."""

    FIRST_TRY = "first-try"
    """The first attempts of those who had an account when the day began."""
    SOLVED = "solved"
    """The attempts with which players first solved it, whether at the first try or later."""
    FIRST_TRY_UNASSISTED = "first-try-unassisted"
    SOLVED_UNASSISTED = "solved-unassisted"
    """The same boards without results that needed help."""
    BOTS = "bots"
    """The first attempts of programs, which are on no other board."""

    @property
    def is_of_first_tries(self) -> bool:
        """Return whether first attempts are on it."""
        return self in {DailyBoard.FIRST_TRY, DailyBoard.FIRST_TRY_UNASSISTED, DailyBoard.BOTS}

    @property
    def is_unassisted(self) -> bool:
        """Return whether results that needed help are left out."""
        return self in {DailyBoard.FIRST_TRY_UNASSISTED, DailyBoard.SOLVED_UNASSISTED}


@dataclass(frozen=True, slots=True)
class NamedResult:
    """A result on a board."""

    attempt: DailyAttempt
    name: str | None
    """The player's name; None without an account, or after its deletion."""


_KEY = (attempt.c.score, attempt.c.ms, attempt.c.session_id)
_SIZE = func.coalesce(func.sum(bucket.c.size), 0)
# A closing runs this for every result, and building it costs more than running it.
_COUNT_IN = (
    update(bucket)
    .where(
        bucket.c.day == bindparam("at"),
        bucket.c.game == bindparam("of_game"),
        bucket.c.board == bindparam("on"),
        bucket.c.part == bindparam("upper"),
    )
    .values(size=bucket.c.size + bindparam("by"))
)
_UNASSISTED = attempt.c.assisted.is_(False)


def _on(board: DailyBoard) -> ColumnElement[bool]:
    if board is DailyBoard.BOTS:
        return and_(attempt.c.bot.is_(True), attempt.c.number == 1)
    kind = attempt.c.ranked.is_(True) if board.is_of_first_tries else attempt.c.first_solve.is_(True)
    return and_(kind, _UNASSISTED) if board.is_unassisted else kind


_ON = {board: _on(board) for board in DailyBoard}


def top(connection: Connection, day: date, game: Game, board: DailyBoard, limit: int) -> list[NamedResult]:
    """List the best results on a board."""
    return _read(connection, _rows(day, game).where(_ON[board]).order_by(*_KEY).limit(limit))


def among(
    connection: Connection, day: date, game: Game, board: DailyBoard, members: Sequence[str], limit: int
) -> list[NamedResult]:
    """List the best results of these players, even those that do not count on the public board.

    What somebody began as a guest is no first try: with several guests, they could choose the best.
    """
    theirs = _rows(day, game).where(attempt.c.player_id.in_(members))
    first_tries = and_(attempt.c.number == 1, attempt.c.guest.is_(False))
    theirs = theirs.where(first_tries if board.is_of_first_tries else attempt.c.first_solve.is_(True))
    theirs = theirs.where(attempt.c.bot.is_(board is DailyBoard.BOTS))
    theirs = theirs.where(_UNASSISTED) if board.is_unassisted else theirs
    return _read(connection, theirs.order_by(*_KEY).limit(limit))


def around(connection: Connection, centre: DailyAttempt, board: DailyBoard, each_way: int) -> list[NamedResult]:
    """List the results just before and after a result on its board, without the result itself."""
    rows = _rows(centre.day, centre.game).where(_ON[board]).limit(each_way)
    key = (centre.score, centre.ms, centre.session_id)
    # In each, the first condition follows from the second; without it, PostgreSQL expects a third of the table to
    # match.
    before = rows.where(attempt.c.score <= centre.score, tuple_(*_KEY) < key)
    after = rows.where(attempt.c.score >= centre.score, tuple_(*_KEY) > key)
    nearest_first = _read(connection, before.order_by(*(column.desc() for column in _KEY)))
    return [*reversed(nearest_first), *_read(connection, after.order_by(*_KEY))]


def rank(connection: Connection, day: date, game: Game, board: DailyBoard, score: int) -> int:
    """Return the rank of a score on a board: one more than the number of results with a lower score."""
    part = score >> PART_BITS
    lower = select(_SIZE).where(_counts(day, game, board), bucket.c.part < part)
    # An unfinished attempt has the score 0, and no other score falls into the first bucket. So we need not ask whether
    # an attempt has ended, and the index alone can answer.
    here = select(func.count()).where(
        _on_boards(day, game), _ON[board], attempt.c.score >= part << PART_BITS, attempt.c.score < score
    )
    return int(connection.execute(lower).scalar_one()) + connection.execute(here).scalar_one() + 1


def size(connection: Connection, day: date, game: Game, board: DailyBoard) -> int:
    """Count the results on a board."""
    return int(connection.execute(select(_SIZE).where(_counts(day, game, board))).scalar_one())


def parts(connection: Connection, day: date, game: Game, board: DailyBoard) -> list[tuple[int, int]]:
    """List the upper parts of the scores on a board, each with the number of results that share it."""
    rows = connection.execute(select(bucket.c.part, bucket.c.size).where(_counts(day, game, board)))
    return [(row.part, row.size) for row in rows]


def boards_of(counted: DailyAttempt) -> list[DailyBoard]:
    """List the boards that a result counts on."""
    return [board for board in DailyBoard if belongs(counted, board) and not counted.held]


def belongs(counted: DailyAttempt, board: DailyBoard) -> bool:
    """Return whether a result belongs on a board, leaving aside whether it is held."""
    if board is DailyBoard.BOTS:
        return counted.bot and counted.number == 1
    kind = counted.ranked if board.is_of_first_tries else counted.first_solve
    return kind and not (board.is_unassisted and counted.assisted)


def count_in(connection: Connection, counted: DailyAttempt, by: int = 1) -> None:
    """Add `by` to the counts for a result on its boards; -1 takes the result out."""
    day, game, part = counted.day, counted.game, counted.score >> PART_BITS
    for board in boards_of(counted):
        grown = {"at": day, "of_game": game, "on": board, "upper": part, "by": by}
        if not connection.execute(_COUNT_IN, grown).rowcount:
            connection.execute(insert(bucket), {"day": day, "game": game, "board": board, "part": part, "size": by})


def _counts(day: date, game: Game, board: DailyBoard) -> ColumnElement[bool]:
    return and_(bucket.c.day == day, bucket.c.game == game, bucket.c.board == board)


def _on_boards(day: date, game: Game) -> ColumnElement[bool]:
    return and_(attempts.of_daily(day, game), attempt.c.held.is_(False))


def _rows(day: date, game: Game) -> Select[Any]:
    return (
        select(attempt, account.c.name)
        .outerjoin(account, account.c.player_id == attempt.c.player_id)
        .where(_on_boards(day, game), attempt.c.ended_at.is_not(None))
    )


def _read(connection: Connection, statement: Select[Any]) -> list[NamedResult]:
    return each(
        lambda row: NamedResult(attempts.read(row[: attempts.WIDTH]), row[attempts.WIDTH]),
        connection.execute(statement),
    )
