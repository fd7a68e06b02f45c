"""Statements about leaderboards: the best of a daily, somebody's neighbours, and exact ranks at any size."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, literal_column, select, tuple_, update

from app.model.daily import Attempt
from app.store import attempts
from app.store.schema import account, attempt, bucket
from engine.rules import Game

PART_BITS = 32
"""By how many bits a score is shifted to give its bucket."""


class Board(StrEnum):
    """The boards of a daily."""

    FIRST_TRY = "first-try"
    """The first attempts of those who had an account when the day began."""
    SOLVED = "solved"
    """The attempts by which players solved it first, whichever they were."""


@dataclass(frozen=True, slots=True)
class Row:
    """A result on a board."""

    attempt: Attempt
    name: str | None
    """The player's name; None if there is none, or none any more."""


_KEY = (attempt.c.score, attempt.c.ms, attempt.c.session_id)
_BEGUN = (attempt.c.day == bindparam("of_day"), attempt.c.game == bindparam("slug"), attempt.c.held.is_(False))
_HERE = (*_BEGUN, attempt.c.ended_at.is_not(None))
_OF = {Board.FIRST_TRY: attempt.c.ranked.is_(True), Board.SOLVED: attempt.c.first_solve.is_(True)}
_ROWS = (
    select(attempt, account.c.name)
    .outerjoin(account, account.c.player_id == attempt.c.player_id)
    .where(*_HERE)
    .limit(bindparam("at_most"))
)


def _best_first(rows: Select[Any]) -> Select[Any]:
    return rows.order_by(*_KEY)


_TOP = {board: _best_first(_ROWS.where(of)) for board, of in _OF.items()}
# The first condition of each follows from the second; without it PostgreSQL takes a third of the table.
_AFTER = {
    board: _best_first(
        _ROWS.where(
            of,
            attempt.c.score >= bindparam("score"),
            tuple_(*_KEY) > tuple_(bindparam("score"), bindparam("time"), bindparam("which")),
        )
    )
    for board, of in _OF.items()
}
_BEFORE = {
    board: _ROWS.where(
        of,
        attempt.c.score <= bindparam("score"),
        tuple_(*_KEY) < tuple_(bindparam("score"), bindparam("time"), bindparam("which")),
    ).order_by(*(column.desc() for column in _KEY))
    for board, of in _OF.items()
}
_AMONG = _best_first(_ROWS.where(attempt.c.player_id.in_(bindparam("members", expanding=True)), attempt.c.number == 1))
_SOLVED_AMONG = _best_first(
    _ROWS.where(attempt.c.player_id.in_(bindparam("members", expanding=True)), attempt.c.first_solve.is_(True))
)
# An attempt that goes on has the score 0, and the first bucket holds no other score, so none is met here. Not to ask
# whether one has ended leaves the count to the index alone.
_BETTER_HERE = {
    board: select(func.count())
    .select_from(attempt)
    .where(*_BEGUN, of, attempt.c.score >= bindparam("floor"), attempt.c.score < bindparam("score"))
    for board, of in _OF.items()
}
_NAME = select(account.c.name).where(account.c.player_id == bindparam("whose"))
_BUCKET = (
    bucket.c.day == bindparam("of_day"),
    bucket.c.game == bindparam("slug"),
    bucket.c.board == bindparam("on"),
)
_LOWER = select(func.coalesce(func.sum(bucket.c.size), 0)).where(*_BUCKET, bucket.c.part < bindparam("upper"))
_SIZE = select(func.coalesce(func.sum(bucket.c.size), 0)).where(*_BUCKET)
_PARTS = select(bucket.c.part, bucket.c.size).where(*_BUCKET)
_GROW = update(bucket).where(*_BUCKET, bucket.c.part == bindparam("upper")).values(size=bucket.c.size + bindparam("by"))
_ADD_BUCKET = insert(bucket).values({column.name: bindparam(column.name) for column in bucket.columns})
_PART = attempt.c.score.op(">>")(literal_column(str(PART_BITS)))
_COUNT_ANEW = {
    board: insert(bucket).from_select(
        [column.name for column in bucket.columns],
        select(attempt.c.day, attempt.c.game, literal_column(f"'{board}'"), _PART, func.count())
        .where(*_HERE, of)
        .group_by(attempt.c.day, attempt.c.game, _PART),
    )
    for board, of in _OF.items()
}
_EMPTY = delete(bucket).where(bucket.c.day == bindparam("of_day"), bucket.c.game == bindparam("slug"))


def top(connection: Connection, day: date, game: Game, board: Board, limit: int) -> list[Row]:
    """List the best of a board."""
    return _read(connection, _TOP[board], {"of_day": day, "slug": game, "at_most": limit})


def among(connection: Connection, day: date, game: Game, board: Board, members: Sequence[str], limit: int) -> list[Row]:
    """List the best of these players, whether or not they count for everybody."""
    statement = _AMONG if board is Board.FIRST_TRY else _SOLVED_AMONG
    return _read(connection, statement, {"of_day": day, "slug": game, "members": list(members), "at_most": limit})


def around(connection: Connection, centre: Attempt, board: Board, each_way: int) -> list[Row]:
    """List those who come before and after a result on its board, without itself."""
    key = {"score": centre.score, "time": centre.ms, "which": centre.session_id}
    where = {"of_day": centre.day, "slug": centre.game, "at_most": each_way} | key
    before, after = _read(connection, _BEFORE[board], where), _read(connection, _AFTER[board], where)
    return [*reversed(before), *after]


def name_of(connection: Connection, player_id: str) -> str | None:
    """Return a player's name, None if there is none."""
    return connection.execute(_NAME, {"whose": player_id}).scalar_one_or_none()


def rank(connection: Connection, day: date, game: Game, board: Board, score: int) -> int:
    """Return the rank of a score on a board: one more than the results with a lower one."""
    part = score >> PART_BITS
    where = {"of_day": day, "slug": game}
    lower = connection.execute(_LOWER, where | {"on": board, "upper": part}).scalar_one()
    here = connection.execute(_BETTER_HERE[board], where | {"floor": part << PART_BITS, "score": score}).scalar_one()
    return int(lower) + int(here) + 1


def size(connection: Connection, day: date, game: Game, board: Board) -> int:
    """Count the results on a board."""
    return int(connection.execute(_SIZE, {"of_day": day, "slug": game, "on": board}).scalar_one())


def parts(connection: Connection, day: date, game: Game, board: Board) -> list[tuple[int, int]]:
    """List the upper parts of the scores on a board, each with how many results share it."""
    rows = connection.execute(_PARTS, {"of_day": day, "slug": game, "on": board})
    return [(row.part, row.size) for row in rows]


def boards_of(counted: Attempt) -> list[Board]:
    """List the boards that a result counts on."""
    belongs = {Board.FIRST_TRY: counted.ranked, Board.SOLVED: counted.first_solve}
    return [board for board in Board if belongs[board] and not counted.held]


def count_in(connection: Connection, counted: Attempt, by: int = 1) -> None:
    """Count a result in, or out by -1, on the boards that it belongs to."""
    for board in boards_of(counted):
        _grow(connection, (counted.day, counted.game, board, counted.score >> PART_BITS), by)


def count_anew(connection: Connection, day: date, game: Game) -> None:
    """Count every result of a daily once more."""
    where = {"of_day": day, "slug": game}
    connection.execute(_EMPTY, where)
    for board in Board:
        connection.execute(_COUNT_ANEW[board], where)


def _grow(connection: Connection, where: tuple[date, Game, Board, int], by: int) -> None:
    day, game, board, part = where
    grown = connection.execute(_GROW, {"of_day": day, "slug": game, "on": board, "upper": part, "by": by})
    if not grown.rowcount:
        connection.execute(_ADD_BUCKET, {"day": day, "game": game, "board": board, "part": part, "size": by})


def _read(connection: Connection, statement: Select[Any], where: dict[str, object]) -> list[Row]:
    return [
        Row(attempts.read(row[: attempts.WIDTH]), row[attempts.WIDTH]) for row in connection.execute(statement, where)
    ]
