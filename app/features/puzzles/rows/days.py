"""Statements about the days on which players solved the puzzle of the day."""

from datetime import date

from sqlalchemy import Connection, exists, func, insert, literal, select

from app.core.store.types import IsoDay
from app.features.puzzles.tables import puzzle_day


def note(connection: Connection, player_id: str, day: date) -> None:
    """Store that a player solved the puzzle of a day on it, unless that is stored already."""
    known = exists().where(puzzle_day.c.player_id == player_id, puzzle_day.c.day == day)
    added = select(literal(player_id), literal(day, IsoDay)).where(~known)
    connection.execute(insert(puzzle_day).from_select(["player_id", "day"], added))


def latest(connection: Connection, player_id: str, at_most: int) -> list[date]:
    """List the days on which a player solved it, the latest first."""
    theirs = select(puzzle_day.c.day).where(puzzle_day.c.player_id == player_id)
    found = connection.execute(theirs.order_by(puzzle_day.c.day.desc()).limit(at_most)).scalars()
    return [day for day in found if isinstance(day, date)]


def count_between(connection: Connection, player_id: str, first: date, last: date) -> int:
    """Count the days from one to another, including both, on which a player solved it."""
    theirs = (puzzle_day.c.player_id == player_id, puzzle_day.c.day.between(first, last))
    return connection.execute(select(func.count()).where(*theirs)).scalar_one()
