"""Statements about standings: points gathered over a week, a month or all time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    Connection,
    Select,
    String,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)

from app.store.schema import account, attempt, daily, standing

FOR_TIERS = (5, 4, 3, 2)
"""Points for a first try that solved a daily, by its tier."""
FOR_LATER = 1
"""Points for having solved one otherwise."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody has gathered in a period."""

    player_id: str
    points: int
    solved: int
    """Dailies solved."""
    name: str | None
    """None of somebody who has left."""


_POINTS = case(
    *((and_(attempt.c.ranked, attempt.c.solved, attempt.c.tier == tier), of) for tier, of in enumerate(FOR_TIERS)),
    (attempt.c.first_solve, FOR_LATER),
    else_=0,
)
_SOLVED = case((attempt.c.first_solve, 1), else_=0)
_COUNTS = and_(attempt.c.ended_at.is_not(None), attempt.c.held.is_(False), or_(attempt.c.ranked, attempt.c.first_solve))


def _gathered(*where: Any) -> Select[Any]:
    return (
        select(
            bindparam("over", type_=String).label("period"),
            attempt.c.player_id,
            func.sum(_POINTS).label("points"),
            func.sum(_SOLVED).label("solved"),
        )
        .where(_COUNTS, *where)
        .group_by(attempt.c.player_id)
    )


_COLUMNS = [column.name for column in standing.columns]
_ON_A_DAY = (attempt.c.day == bindparam("of_day"), attempt.c.game == bindparam("slug"))
_MINE_ON_A_DAY = (*_ON_A_DAY, attempt.c.player_id == standing.c.player_id, _COUNTS)
_ADD_TO = (
    update(standing)
    .where(
        standing.c.period == bindparam("over"),
        standing.c.player_id.in_(select(attempt.c.player_id).where(_COUNTS, *_ON_A_DAY)),
    )
    .values(
        points=standing.c.points + select(func.sum(_POINTS)).where(*_MINE_ON_A_DAY).scalar_subquery(),
        solved=standing.c.solved + select(func.sum(_SOLVED)).where(*_MINE_ON_A_DAY).scalar_subquery(),
    )
)
_BEGIN = insert(standing).from_select(
    _COLUMNS,
    _gathered(
        *_ON_A_DAY,
        ~select(literal_column("1"))
        .select_from(standing)
        .where(standing.c.period == bindparam("over"), standing.c.player_id == attempt.c.player_id)
        .exists(),
    ),
)
_FORGET = delete(standing).where(standing.c.period == bindparam("over"), standing.c.player_id == bindparam("whose"))
_COUNT_ANEW = insert(standing).from_select(
    _COLUMNS,
    _gathered(
        attempt.c.player_id == bindparam("whose"),
        attempt.c.day.between(bindparam("first"), bindparam("last")),
        select(literal_column("1"))
        .select_from(daily)
        .where(daily.c.day == attempt.c.day, daily.c.game == attempt.c.game, daily.c.settled)
        .exists(),
    ),
)
_KEY = (standing.c.points, standing.c.player_id)
_ROWS = (
    select(standing.c.player_id, standing.c.points, standing.c.solved, account.c.name)
    .outerjoin(account, account.c.player_id == standing.c.player_id)
    .where(standing.c.period == bindparam("over"))
    .limit(bindparam("at_most"))
)
_BEST_FIRST = tuple(column.desc() for column in _KEY)
_TOP = _ROWS.order_by(*_BEST_FIRST)
_AMONG = _TOP.where(standing.c.player_id.in_(bindparam("members", expanding=True)))
_OF = _ROWS.where(standing.c.player_id == bindparam("whose"))
# The first condition of each follows from the second; PostgreSQL guesses badly without it.
_ABOVE = _ROWS.where(
    standing.c.points >= bindparam("points"), tuple_(*_KEY) > tuple_(bindparam("points"), bindparam("whose"))
).order_by(*_KEY)
_BELOW = _TOP.where(
    standing.c.points <= bindparam("points"), tuple_(*_KEY) < tuple_(bindparam("points"), bindparam("whose"))
)
_RANK = (
    select(func.count() + 1)
    .select_from(standing)
    .where(standing.c.period == bindparam("over"), standing.c.points > bindparam("points"))
)
_SIZE = select(func.count()).select_from(standing).where(standing.c.period == bindparam("over"))


def add_daily(connection: Connection, period: str, day: str, game: str) -> None:
    """Add what a daily has brought to everybody's points of a period."""
    where = {"over": period, "of_day": day, "slug": game}
    connection.execute(_ADD_TO, where)
    connection.execute(_BEGIN, where)


def count_anew(connection: Connection, player_id: str, period: str, first: str, last: str) -> None:
    """Count somebody's points of a period once more, over the settled dailies from the first day to the last."""
    where = {"over": period, "whose": player_id}
    connection.execute(_FORGET, where)
    connection.execute(_COUNT_ANEW, where | {"first": first, "last": last})


def top(connection: Connection, period: str, limit: int) -> list[Standing]:
    """List those with the most points of a period."""
    return _read(connection, _TOP, {"over": period, "at_most": limit})


def among(connection: Connection, period: str, members: Sequence[str], limit: int) -> list[Standing]:
    """List those of these players with the most points of a period."""
    return _read(connection, _AMONG, {"over": period, "members": list(members), "at_most": limit})


def of_player(connection: Connection, period: str, player_id: str) -> Standing | None:
    """Give somebody's standing, None without a result that counts."""
    found = _read(connection, _OF, {"over": period, "whose": player_id, "at_most": 1})
    return found[0] if found else None


def around(connection: Connection, period: str, centre: Standing, each_way: int) -> list[Standing]:
    """List those who come before and after somebody, without them."""
    where = {"over": period, "points": centre.points, "whose": centre.player_id, "at_most": each_way}
    return [*reversed(_read(connection, _ABOVE, where)), *_read(connection, _BELOW, where)]


def rank(connection: Connection, period: str, points: int) -> int:
    """Give the rank of so many points: one more than there are players with more."""
    return int(connection.execute(_RANK, {"over": period, "points": points}).scalar_one())


def size(connection: Connection, period: str) -> int:
    """Count those who have a standing in a period."""
    return int(connection.execute(_SIZE, {"over": period}).scalar_one())


def _read(connection: Connection, statement: Select[Any], where: dict[str, object]) -> list[Standing]:
    return [Standing(*row) for row in connection.execute(statement, where)]
