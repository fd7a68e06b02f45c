"""Statements about standings: points over a week, a month or all time, in one game or in all."""

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
    Table,
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
    type_coerce,
    update,
)

from app.core.store.types import PatienceOrAll
from app.features.daily.tables import attempt, daily, standing
from app.features.daily.values.daily import ClosingStage, Daily
from app.features.ratings.values.strength import PlayerKind
from app.people.tables import account
from engine.rules import Game

FOR_TIERS = (5, 4, 3, 2)
"""Points for a first try that solved a daily, by its tier."""
FOR_LATER = 1
"""Points for solving a daily in any other way."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Somebody's points in a period."""

    player_id: str
    points: int
    solved: int
    """Dailies solved."""
    kind: PlayerKind
    name: str | None
    """None for somebody who has deleted the account."""


_FIRST_OF_BOT = and_(attempt.c.bot.is_(True), attempt.c.number == 1)
# For programs, only first attempts count, as on the board of a daily.
_FIRST = or_(attempt.c.ranked, _FIRST_OF_BOT)
_POINTS = case(
    *((and_(_FIRST, attempt.c.solved, attempt.c.tier == tier), of) for tier, of in enumerate(FOR_TIERS)),
    (attempt.c.first_solve, FOR_LATER),
    else_=0,
)
_SOLVED = case((or_(attempt.c.first_solve, and_(_FIRST_OF_BOT, attempt.c.solved)), 1), else_=0)
_COUNTS = and_(attempt.c.ended_at.is_not(None), attempt.c.held.is_(False), or_(_FIRST, attempt.c.first_solve))


_COLUMNS = [column.name for column in standing.columns]
_KEY = (standing.c.points, standing.c.player_id)
_BEST_FIRST = tuple(column.desc() for column in _KEY)


def _any(where: ColumnElement[bool], of: Table) -> ColumnElement[bool]:
    return select(literal_column("1")).select_from(of).where(where).exists()


def _sums(period: ColumnElement[str], of_game: ColumnElement[Any], *where: ColumnElement[bool]) -> Select[Any]:
    return (
        select(
            period.label("period"),
            of_game.label("game"),
            attempt.c.player_id,
            func.sum(_POINTS).label("points"),
            func.sum(_SOLVED).label("solved"),
            attempt.c.bot,
        )
        .where(_COUNTS, *where)
        .group_by(attempt.c.player_id, attempt.c.bot, of_game)
    )


# Built once, since each page of a closing runs these for several periods.
_OVER, _AMONG = bindparam("over", type_=String), bindparam("among", type_=PatienceOrAll)
_RESULTS = and_(
    _COUNTS,
    attempt.c.day == bindparam("of_day"),
    attempt.c.game == bindparam("of_game"),
    attempt.c.session_id > bindparam("after"),
    attempt.c.session_id <= bindparam("to"),
)
_THEIRS = and_(standing.c.period == _OVER, standing.c.game == _AMONG)
_IS_MINE = standing.c.player_id == attempt.c.player_id
_ADD_TO = (
    update(standing)
    .where(_THEIRS, standing.c.player_id.in_(select(attempt.c.player_id).where(_RESULTS)))
    .values(
        points=standing.c.points + select(func.sum(_POINTS)).where(_RESULTS, _IS_MINE).scalar_subquery(),
        solved=standing.c.solved + select(func.sum(_SOLVED)).where(_RESULTS, _IS_MINE).scalar_subquery(),
    )
)
_BEGIN = insert(standing).from_select(
    _COLUMNS, _sums(_OVER, _AMONG, _RESULTS, ~_any(and_(_THEIRS, _IS_MINE), standing))
)


def add_results(connection: Connection, period: str, counted: Daily, to: str) -> None:
    """Add the points of a daily's next results to the standings of a period, in its game and in all games.

    The next results are those after the daily's `walked_to`, up to the session `to`.
    """
    where = {"of_day": counted.day, "of_game": counted.game, "after": counted.walked_to, "to": to, "over": period}
    for among in (counted.game, None):
        connection.execute(_ADD_TO, where | {"among": among})
        connection.execute(_BEGIN, where | {"among": among})


def recount(connection: Connection, player_id: str, period: str, first: date, last: date) -> None:
    """Recount somebody's points of a period, over the dailies from the first day to the last.

    Only results count that are settled, or that a closing has added already.
    """
    theirs = (standing.c.period == period, standing.c.player_id == player_id)
    connection.execute(delete(standing).where(*theirs))
    for of_game in (literal(None, PatienceOrAll), attempt.c.game):
        counted = _sums(literal(period, String), of_game, attempt.c.player_id == player_id, _in_a_period(first, last))
        connection.execute(insert(standing).from_select(_COLUMNS, counted))


def top(connection: Connection, period: str, game: Game | None, kind: PlayerKind, limit: int) -> list[Standing]:
    """List the players of a kind with the most points."""
    return _read(connection, _rows(period, game).where(_of(kind)).order_by(*_BEST_FIRST).limit(limit))


def among(connection: Connection, period: str, game: Game | None, members: Sequence[str], limit: int) -> list[Standing]:
    """List the people with the most points among these members."""
    theirs = _rows(period, game).where(_of(PlayerKind.PEOPLE), standing.c.player_id.in_(members))
    return _read(connection, theirs.order_by(*_BEST_FIRST).limit(limit))


def of_player(connection: Connection, period: str, game: Game | None, player_id: str) -> Standing | None:
    """Return somebody's standing, or None without a result that counts."""
    found = _read(connection, _rows(period, game).where(standing.c.player_id == player_id))
    return found[0] if found else None


def around(connection: Connection, period: str, game: Game | None, centre: Standing, each_way: int) -> list[Standing]:
    """List the standings just before and after somebody's, among players of the same kind."""
    rows, key = _rows(period, game).where(_of(centre.kind)).limit(each_way), (centre.points, centre.player_id)
    # The first condition of each follows from the second; PostgreSQL guesses badly without it.
    above = rows.where(standing.c.points >= centre.points, tuple_(*_KEY) > key).order_by(*_KEY)
    below = rows.where(standing.c.points <= centre.points, tuple_(*_KEY) < key).order_by(*_BEST_FIRST)
    return [*reversed(_read(connection, above)), *_read(connection, below)]


def rank(connection: Connection, period: str, game: Game | None, kind: PlayerKind, points: int) -> int:
    """Return the rank of that many points: one more than the number of players of that kind with more."""
    better = select(func.count() + 1).where(_is(period, game), _of(kind), standing.c.points > points)
    return connection.execute(better).scalar_one()


def size(connection: Connection, period: str, game: Game | None, kind: PlayerKind) -> int:
    """Count the players of a kind who have a standing."""
    return connection.execute(select(func.count()).where(_is(period, game), _of(kind))).scalar_one()


def gather(connection: Connection, first: date, last: date) -> dict[tuple[str, str], tuple[int, int]]:
    """Return the points and solved dailies from the results of some days, by the game's slug and the player.

    The slug is empty for all games.
    """
    counted = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    rows = connection.execute(
        _sums(literal("", String), type_coerce(attempt.c.game, String), _in_a_period(first, last))
    )
    for _, slug, player_id, points_of_it, solved_of_it, _ in rows:
        for among in (slug, ""):
            for counter, gain in zip(counted, (points_of_it, solved_of_it), strict=True):
                counter[among, player_id] += gain
    points, solved = counted
    return {key: (points[key], solved[key]) for key in points}


def stored_standings(connection: Connection, period: str) -> dict[tuple[str, str], tuple[int, int]]:
    """Return the stored standings of a period, in the form of `gather`."""
    slug = type_coerce(standing.c.game, String).label("slug")
    stored = select(slug, standing.c.player_id, standing.c.points, standing.c.solved)
    rows = connection.execute(stored.where(standing.c.period == period))
    return {(row.slug, row.player_id): (row.points, row.solved) for row in rows}


def periods(connection: Connection) -> set[str]:
    """Return the periods with stored standings."""
    return set(connection.execute(select(standing.c.period).distinct()).scalars())


def _is(period: str, game: Game | None) -> ColumnElement[bool]:
    return and_(standing.c.period == period, standing.c.game == literal(game, PatienceOrAll))


def _of(kind: PlayerKind) -> ColumnElement[bool]:
    return standing.c.bot.is_(kind is PlayerKind.BOTS)


def _in_a_period(first: date, last: date) -> ColumnElement[bool]:
    settled = and_(
        daily.c.day == attempt.c.day,
        daily.c.game == attempt.c.game,
        or_(daily.c.settled, and_(daily.c.stage == ClosingStage.COUNTING, attempt.c.session_id <= daily.c.walked_to)),
    )
    return and_(attempt.c.day.between(first, last), _any(settled, daily))


def _rows(period: str, game: Game | None) -> Select[Any]:
    return (
        select(standing.c.player_id, standing.c.points, standing.c.solved, standing.c.bot, account.c.name)
        .outerjoin(account, account.c.player_id == standing.c.player_id)
        .where(_is(period, game))
    )


def _read(connection: Connection, statement: Select[Any]) -> list[Standing]:
    return [
        Standing(row.player_id, row.points, row.solved, PlayerKind.BOTS if row.bot else PlayerKind.PEOPLE, row.name)
        for row in connection.execute(statement)
    ]
