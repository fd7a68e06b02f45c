"""Statements about standings: points gathered over a week, a month or all time, in one game or in all."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    String,
    and_,
    bindparam,
    case,
    delete,
    func,
    insert,
    literal,
    literal_column,
    or_,
    select,
    tuple_,
    update,
)

from app.model.daily import Daily, Stage
from app.store.schema import account, attempt, daily, standing
from app.store.schema.types import PatienceOrAll
from engine.rules import Game

FOR_TIERS = (5, 4, 3, 2)
"""Points for a first try that solved a daily, by its tier."""
FOR_LATER = 1
"""Points for having solved one otherwise."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's points in a period."""

    player_id: str
    points: int
    solved: int
    """Dailies solved."""
    name: str | None
    """None for somebody who has left."""


_POINTS = case(
    *((and_(attempt.c.ranked, attempt.c.solved, attempt.c.tier == tier), of) for tier, of in enumerate(FOR_TIERS)),
    (attempt.c.first_solve, FOR_LATER),
    else_=0,
)
_SOLVED = case((attempt.c.first_solve, 1), else_=0)
_COUNTS = and_(attempt.c.ended_at.is_not(None), attempt.c.held.is_(False), or_(attempt.c.ranked, attempt.c.first_solve))


def _gathered(of_game: ColumnElement[Any], *where: ColumnElement[bool]) -> Select[Any]:
    return (
        select(
            bindparam("over", type_=String).label("period"),
            of_game.label("game"),
            attempt.c.player_id,
            func.sum(_POINTS).label("points"),
            func.sum(_SOLVED).label("solved"),
        )
        .where(_COUNTS, *where)
        .group_by(attempt.c.player_id, of_game)
    )


_COLUMNS = [column.name for column in standing.columns]
_ON_A_DAY = (
    attempt.c.day == bindparam("of_day"),
    attempt.c.game == bindparam("slug"),
    attempt.c.session_id > bindparam("after"),
    attempt.c.session_id <= bindparam("to"),
)
_MINE_ON_A_DAY = (*_ON_A_DAY, attempt.c.player_id == standing.c.player_id, _COUNTS)
_HERE = (standing.c.period == bindparam("over"), standing.c.game == bindparam("among"))
_ADD_TO = (
    update(standing)
    .where(*_HERE, standing.c.player_id.in_(select(attempt.c.player_id).where(_COUNTS, *_ON_A_DAY)))
    .values(
        points=standing.c.points + select(func.sum(_POINTS)).where(*_MINE_ON_A_DAY).scalar_subquery(),
        solved=standing.c.solved + select(func.sum(_SOLVED)).where(*_MINE_ON_A_DAY).scalar_subquery(),
    )
)
_BEGIN = insert(standing).from_select(
    _COLUMNS,
    _gathered(
        bindparam("among", type_=PatienceOrAll),
        *_ON_A_DAY,
        ~select(literal_column("1"))
        .select_from(standing)
        .where(*_HERE, standing.c.player_id == attempt.c.player_id)
        .exists(),
    ),
)
_FORGET = delete(standing).where(standing.c.period == bindparam("over"), standing.c.player_id == bindparam("whose"))
_IN_A_PERIOD = (
    attempt.c.day.between(bindparam("first"), bindparam("last")),
    select(literal_column("1"))
    .select_from(daily)
    .where(
        daily.c.day == attempt.c.day,
        daily.c.game == attempt.c.game,
        or_(daily.c.settled, and_(daily.c.stage == Stage.COUNTING, attempt.c.session_id <= daily.c.walked_to)),
    )
    .exists(),
)
_MINE = attempt.c.player_id == bindparam("whose")
_COUNT_ANEW = [
    insert(standing).from_select(_COLUMNS, _gathered(of_game, _MINE, *_IN_A_PERIOD))
    for of_game in (literal(None, PatienceOrAll), attempt.c.game)
]
_GATHERED = _gathered(attempt.c.game, *_IN_A_PERIOD)
_KEPT = select(standing).where(standing.c.period == bindparam("over"))
_PERIODS = select(standing.c.period).distinct()
_KEY = (standing.c.points, standing.c.player_id)
_ROWS = (
    select(standing.c.player_id, standing.c.points, standing.c.solved, account.c.name)
    .outerjoin(account, account.c.player_id == standing.c.player_id)
    .where(*_HERE)
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
_RANK = select(func.count() + 1).select_from(standing).where(*_HERE, standing.c.points > bindparam("points"))
_SIZE = select(func.count()).select_from(standing).where(*_HERE)


@dataclass(frozen=True, slots=True)
class Over:
    """Which standings to read."""

    period: str
    game: Game | None
    """None for all games."""

    @property
    def parameters(self) -> dict[str, object]:
        """What statements about them are asked with."""
        return {"over": self.period, "among": self.game}


def add_results(connection: Connection, period: str, counted: Daily, to: str) -> None:
    """Add to the points of a period, those in its game and those in all, what a daily's next results have brought.

    These are the ones from behind where it has been walked to up to that session.
    """
    for among in (counted.game, None):
        where = Over(period, among).parameters | {"of_day": counted.day, "slug": counted.game}
        where |= {"after": counted.walked_to, "to": to}
        connection.execute(_ADD_TO, where)
        connection.execute(_BEGIN, where)


def count_anew(connection: Connection, player_id: str, period: str, first: date, last: date) -> None:
    """Count somebody's points of a period once more, over the dailies from the first day to the last.

    What counts is settled, or has been added while it is being settled.
    """
    where = {"over": period, "whose": player_id}
    connection.execute(_FORGET, where)
    for statement in _COUNT_ANEW:
        connection.execute(statement, where | {"first": first, "last": last})


def top(connection: Connection, over: Over, limit: int) -> list[Standing]:
    """List those with the most points."""
    return _read(connection, _TOP, over.parameters | {"at_most": limit})


def among(connection: Connection, over: Over, members: Sequence[str], limit: int) -> list[Standing]:
    """List those of these players with the most points."""
    return _read(connection, _AMONG, over.parameters | {"members": list(members), "at_most": limit})


def of_player(connection: Connection, over: Over, player_id: str) -> Standing | None:
    """Return somebody's standing, None without a result that counts."""
    found = _read(connection, _OF, over.parameters | {"whose": player_id, "at_most": 1})
    return found[0] if found else None


def around(connection: Connection, over: Over, centre: Standing, each_way: int) -> list[Standing]:
    """List those who come before and after somebody, without them."""
    where = over.parameters | {"points": centre.points, "whose": centre.player_id, "at_most": each_way}
    return [*reversed(_read(connection, _ABOVE, where)), *_read(connection, _BELOW, where)]


def rank(connection: Connection, over: Over, points: int) -> int:
    """Return the rank of so many points: one more than the number of players with more."""
    return int(connection.execute(_RANK, over.parameters | {"points": points}).scalar_one())


def size(connection: Connection, over: Over) -> int:
    """Count those who have a standing."""
    return int(connection.execute(_SIZE, over.parameters).scalar_one())


def gathered(connection: Connection, first: date, last: date) -> dict[tuple[Game | None, str], tuple[int, int]]:
    """Return the points and solved dailies from the results of some days, by game and player."""
    counted = Counter[tuple[Game | None, str]](), Counter[tuple[Game | None, str]]()
    for _, game, player_id, *gained in connection.execute(_GATHERED, {"over": "", "first": first, "last": last}):
        for among in (game, None):
            for counter, gain in zip(counted, gained, strict=True):
                counter[among, player_id] += gain
    points, solved = counted
    return {key: (points[key], solved[key]) for key in points}


def kept(connection: Connection, period: str) -> dict[tuple[Game | None, str], tuple[int, int]]:
    """Return the stored standings of a period, in the same form."""
    rows = connection.execute(_KEPT, {"over": period})
    return {(row.game, row.player_id): (row.points, row.solved) for row in rows}


def periods(connection: Connection) -> set[str]:
    """Return the periods with stored standings."""
    return set(connection.execute(_PERIODS).scalars())


def _read(connection: Connection, statement: Select[Any], where: dict[str, object]) -> list[Standing]:
    return [Standing(*row) for row in connection.execute(statement, where)]
