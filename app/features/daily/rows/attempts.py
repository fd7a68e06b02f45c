"""Statements about attempts at dailies."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, and_, bindparam, func, insert, select, update

from app.core.store.unreadable import each, reads
from app.features.daily.tables import attempt
from app.features.daily.values.daily import DailyAttempt
from app.play.rows import sessions
from app.play.values.session import Session
from engine.games import variant_of
from engine.rules import Game

WIDTH = len(attempt.columns)
_BEGUN = {"session_id", "day", "game", "player_id", "number", "options", "ranked", "started_at", "bot", "guest"}
"""The columns that have a value from the beginning; all others are the result."""
_RESULT = [column.name for column in attempt.columns if column.name not in _BEGUN]

# Closing a day runs these for every attempt, and building such a statement costs more than running it.
_DAILY = and_(attempt.c.day == bindparam("at"), attempt.c.game == bindparam("of"))
_OF_PLAYER = select(attempt).where(attempt.c.player_id == bindparam("whose"), _DAILY).order_by(attempt.c.number)
_PAGE = (
    select(attempt)
    .where(_DAILY, attempt.c.session_id > bindparam("after"))
    .order_by(attempt.c.session_id)
    .limit(bindparam("most"))
)
_CHANGE = (
    update(attempt)
    .where(attempt.c.session_id == bindparam("which"))
    .values({name: bindparam(name) for name in _RESULT})
)
_END = _CHANGE.where(attempt.c.ended_at.is_(None))


def of_daily(day: date, game: Game) -> ColumnElement[bool]:
    """Return the condition that an attempt is one at a daily."""
    return and_(attempt.c.day == day, attempt.c.game == game)


def add(connection: Connection, added: DailyAttempt) -> None:
    """Add an attempt; the database refuses a number that the player has used."""
    connection.execute(insert(attempt), _row(added))


@reads(attempt)
def read(row: Sequence[Any]) -> DailyAttempt:
    """Return the attempt in a row of the table."""
    session_id, day, game, player_id, number, options, *rest = row
    return DailyAttempt(session_id, day, variant_of(game.slug, options), player_id, number, *rest)


def find(connection: Connection, session_id: str) -> DailyAttempt | None:
    """Return the attempt that a session is, or None if it is not one."""
    row = connection.execute(select(attempt).where(attempt.c.session_id == session_id)).first()
    return read(row) if row else None


def of_player(connection: Connection, player_id: str, day: date, game: Game) -> list[DailyAttempt]:
    """List a player's attempts at a daily, the earliest first."""
    rows = connection.execute(_OF_PLAYER, {"whose": player_id, "at": day, "of": game})
    return each(read, rows)


def of_player_on(connection: Connection, player_id: str, day: date) -> list[DailyAttempt]:
    """List a player's attempts at the dailies of a day, in order of game and number."""
    theirs = select(attempt).where(attempt.c.player_id == player_id, attempt.c.day == day)
    return _all(connection, theirs.order_by(attempt.c.game, attempt.c.number))


def unfinished_game(connection: Connection, player_id: str) -> Session | None:
    """Return the session of an unfinished attempt of a player, or None if there is none."""
    theirs = select(attempt.c.session_id).where(attempt.c.player_id == player_id, attempt.c.ended_at.is_(None))
    return sessions.find_unfinished(connection, theirs)


def end(connection: Connection, ended: DailyAttempt) -> bool:
    """Store the result of an attempt that has none yet. Return whether it had none."""
    return connection.execute(_END, _result(ended)).rowcount == 1


def change(connection: Connection, changed: DailyAttempt) -> None:
    """Replace the result of an attempt that has ended."""
    connection.execute(_CHANGE, _result(changed))


def page(connection: Connection, day: date, game: Game, after: str, limit: int) -> list[DailyAttempt]:
    """List at most `limit` attempts at a daily whose session ids come after `after`, in order of these ids.

    The list is empty only if no attempt that can be read comes after `after`.
    """
    found = list[DailyAttempt]()
    where = {"at": day, "of": game, "most": limit}
    while not found and (rows := connection.execute(_PAGE, where | {"after": after}).all()):
        found, after = each(read, rows), rows[-1].session_id
    return found


def find_solved(connection: Connection, day: date, game: Game) -> DailyAttempt | None:
    """Return any attempt of a person that solved a daily, or None if there is none."""
    solved = select(attempt).where(of_daily(day, game), attempt.c.solved.is_(True), attempt.c.bot.is_(False))
    found = _all(connection, solved.limit(1))
    return found[0] if found else None


def field_steps(connection: Connection, day: date, game: Game) -> list[int]:
    """Return the steps of people's ranked attempts that solved a daily; without any, of all their attempts that did."""
    solved = select(attempt.c.steps).where(of_daily(day, game), attempt.c.solved.is_(True), attempt.c.bot.is_(False))
    counting = solved.where(attempt.c.ranked.is_(True), attempt.c.held.is_(False))
    return list(connection.execute(counting).scalars()) or list(connection.execute(solved).scalars())


def list_solved(connection: Connection, player_id: str) -> list[DailyAttempt]:
    """List the attempts with which a player solved dailies, in order of day and game."""
    solved = select(attempt).where(attempt.c.player_id == player_id, attempt.c.solved.is_(True))
    return _all(connection, solved.order_by(attempt.c.day, attempt.c.game, attempt.c.number))


def list_held(connection: Connection) -> list[DailyAttempt]:
    """List the results that are held, the latest day first."""
    held = select(attempt).where(attempt.c.held.is_(True))
    return _all(connection, held.order_by(attempt.c.day.desc(), attempt.c.ended_at.desc()))


def starters(connection: Connection, day: date, game: Game) -> int:
    """Count the people who began a daily."""
    people = select(func.count(attempt.c.player_id.distinct())).where(of_daily(day, game), attempt.c.bot.is_(False))
    return connection.execute(people).scalar_one()


def starters_on(connection: Connection, day: date) -> dict[Game, int]:
    """Count the people who began each daily of a day; a daily that nobody began is left out."""
    first = select(attempt.c.game, func.count()).where(
        attempt.c.day == day, attempt.c.number == 1, attempt.c.bot.is_(False)
    )
    rows = connection.execute(first.group_by(attempt.c.game))
    return {row[0]: row[1] for row in rows if isinstance(row[0], Game)}


def _all(connection: Connection, statement: Select[Any]) -> list[DailyAttempt]:
    return each(read, connection.execute(statement))


def _row(kept: DailyAttempt) -> dict[str, Any]:
    row = {column.name: getattr(kept, column.name) for column in attempt.columns if column.name != "options"}
    return row | {"options": kept.variant.text}


def _result(changed: DailyAttempt) -> dict[str, Any]:
    return {"which": changed.session_id} | {name: getattr(changed, name) for name in _RESULT}


def count_held(connection: Connection, since: date) -> int:
    """Count the results from that day on that a person has yet to judge."""
    waiting = attempt.c.day >= since, attempt.c.held.is_(True)
    return connection.execute(select(func.count()).select_from(attempt).where(*waiting)).scalar_one()
