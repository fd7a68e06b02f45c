"""Statements that go through all that events have stored about their sessions, for the check of the whole database."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Integer, String, literal, select, type_coerce, union

from app.features.daily.rows import attempts
from app.features.daily.tables import attempt, bucket, daily
from app.features.daily.values.daily import Attempt
from app.features.races.tables import run
from app.features.tournaments.tables import tournament, tournament_try
from app.play.rows.whole import UNREADABLE, Unreadable
from engine.games import find
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class Claim:
    """What an event has stored about the end of one of its sessions."""

    event: str
    """`daily`, `race` or `tournament`."""
    day: date | None
    """The day of a daily."""
    steps: int
    home: int | None
    """Cards on the foundations; None if they are not stored."""
    won: bool
    undos: int | None
    """None if they are not stored."""


_A_STREAM = 1000
"""How many rows of a long answer are in memory at once."""


def claims(connection: Connection, session_ids: Sequence[str]) -> dict[str, list[Claim]]:
    """Return what events have stored about the ends of these sessions, by session."""
    of_daily = select(
        attempt.c.session_id, literal("daily"), _written(attempt.c.day),
        attempt.c.steps, attempt.c.home, attempt.c.solved, attempt.c.undos,
    ).where(attempt.c.session_id.in_(session_ids), attempt.c.ended_at.is_not(None))  # fmt: skip
    of_race = select(
        run.c.session_id, literal("race"), literal(None, String),
        run.c.steps, run.c.home, run.c.outcome == "won", literal(None, Integer),
    ).where(run.c.session_id.in_(session_ids), run.c.outcome.is_not(None))  # fmt: skip
    played = tournament_try
    of_tournament = select(
        played.c.session_id, literal("tournament"), literal(None, String),
        played.c.steps, literal(None, Integer), played.c.outcome == "won", literal(None, Integer),
    ).where(played.c.session_id.in_(session_ids), played.c.outcome.in_(("won", "given-up")))  # fmt: skip
    found = defaultdict[str, list[Claim]](list)
    for session_id, event, day, steps, home, won, undos in connection.execute(union(of_daily, of_race, of_tournament)):
        # The check of dailies reports a day that cannot be read.
        with suppress(*UNREADABLE):
            at = date.fromisoformat(day) if day is not None else None
            found[session_id].append(Claim(event, at, steps, home, bool(won), undos))
    return found


def tournaments(connection: Connection) -> list[str]:
    """List the codes of all tournaments."""
    return list(connection.execute(select(tournament.c.code).order_by(tournament.c.code)).scalars())


def challenges(connection: Connection) -> list[tuple[date, Game] | Unreadable]:
    """List the dailies that were chosen, have attempts or are counted on boards, as day and game."""
    every = union(*(select(_written(table.c.day), _written(table.c.game)) for table in (daily, attempt, bucket)))
    return [_challenge(day, slug) for day, slug in connection.execute(every.order_by("day", "game"))]


def settled_days(connection: Connection) -> list[date]:
    """List the days that had a daily with final results, except for those that cannot be read."""
    found = connection.execute(select(_written(daily.c.day), _written(daily.c.game)).where(daily.c.settled))
    read = [_challenge(day, slug) for day, slug in found]
    return sorted({one[0] for one in read if not isinstance(one, Unreadable)})


def ended_attempts(connection: Connection, day: date, game: Game) -> Iterator[Attempt | Unreadable]:
    """Yield every attempt at a daily that has ended, however many there are."""
    ended = select(attempt).where(attempts.of_daily(day, game), attempt.c.ended_at.is_not(None))
    for row in connection.execute(ended.execution_options(yield_per=_A_STREAM)):
        try:
            yield attempts.read(row)
        except UNREADABLE:
            yield Unreadable(row.session_id, f"The options of session {row.session_id} cannot be read.")


def buckets(connection: Connection, day: date, game: Game) -> dict[tuple[str, int], int]:
    """Return how many results of a daily are counted, by board and part of the score; empty parts are left out."""
    rows = connection.execute(select(bucket).where(bucket.c.day == day, bucket.c.game == game))
    return {(row.board, row.part): row.size for row in rows if row.size}


def _written(column: Column[Any]) -> ColumnElement[str]:
    """Return a column as the text that it holds, which may not be valid for its type."""
    return type_coerce(column, String).label(column.name)


def _challenge(day: str, slug: str) -> tuple[date, Game] | Unreadable:
    try:
        return date.fromisoformat(day), find(slug)
    except UNREADABLE:
        return Unreadable(f"{day} {slug}", "There is no such day or game.")
