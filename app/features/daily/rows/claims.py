"""Statements that go through all that dailies have stored about their sessions, for the check of the whole database."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import date
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, String, select, type_coerce, union

from app.features.daily.rows import attempts
from app.features.daily.tables import attempt, bucket, daily
from app.features.daily.values.daily import DailyAttempt
from app.features.daily.values.event import InDaily
from app.play.checking import Claim
from app.play.rows.whole import UNREADABLE, BrokenRow
from engine.games import find
from engine.rules import Game

_A_STREAM = 1000
"""How many rows of a long answer are in memory at once."""


def claims(connection: Connection, session_ids: Sequence[str]) -> list[Claim]:
    """Return what dailies have stored about the ends of these sessions."""
    columns = (attempt.c.session_id, _as_text(attempt.c.day), *(attempt.c[name] for name in ("steps", "home", "undos")))
    ended = attempt.c.session_id.in_(session_ids), attempt.c.ended_at.is_not(None)
    found = []
    for row in connection.execute(select(*columns, attempt.c.solved).where(*ended)):
        # The check of dailies reports a day that cannot be read.
        with suppress(*UNREADABLE):
            closes = InDaily(date.fromisoformat(row.day)).closes_at
            found.append(Claim(row.session_id, "daily", row.steps, bool(row.solved), row.home, row.undos, closes))
    return found


def list_dailies(connection: Connection) -> list[tuple[date, Game] | BrokenRow]:
    """List the dailies that were chosen, have attempts or are counted on boards, as day and game."""
    every = union(*(select(_as_text(table.c.day), _as_text(table.c.game)) for table in (daily, attempt, bucket)))
    return [_read(day, slug) for day, slug in connection.execute(every.order_by("day", "game"))]


def settled_days(connection: Connection) -> list[date]:
    """List the days that had a daily with final results, except for those that cannot be read."""
    found = connection.execute(select(_as_text(daily.c.day), _as_text(daily.c.game)).where(daily.c.settled))
    read = [_read(day, slug) for day, slug in found]
    return sorted({one[0] for one in read if not isinstance(one, BrokenRow)})


def ended_attempts(connection: Connection, day: date, game: Game) -> Iterator[DailyAttempt | BrokenRow]:
    """Yield every attempt at a daily that has ended, however many there are."""
    ended = select(attempt).where(attempts.of_daily(day, game), attempt.c.ended_at.is_not(None))
    for row in connection.execute(ended.execution_options(yield_per=_A_STREAM)):
        try:
            yield attempts.read(row)
        except UNREADABLE:
            yield BrokenRow(row.session_id, f"The options of session {row.session_id} cannot be read.")


def buckets(connection: Connection, day: date, game: Game) -> dict[tuple[str, int], int]:
    """Return how many results of a daily are counted, by board and part of the score; empty parts are left out."""
    rows = connection.execute(select(bucket).where(bucket.c.day == day, bucket.c.game == game))
    return {(row.board, row.part): row.size for row in rows if row.size}


def _as_text(column: Column[Any]) -> ColumnElement[str]:
    """Return a column as the text that it holds, which may not be valid for its type."""
    return type_coerce(column, String).label(column.name)


def _read(day: str, slug: str) -> tuple[date, Game] | BrokenRow:
    try:
        return date.fromisoformat(day), find(slug)
    except UNREADABLE:
        return BrokenRow(f"{day} {slug}", "There is no such day or game.")
