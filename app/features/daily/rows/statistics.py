"""Statements about a player's games."""

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, case, func, select

from app.core.store.unreadable import NOT_READ, UnreadableRow, each, reads, unreadable
from app.features.daily.rows import attempts
from app.features.daily.rows.boards import Board
from app.features.daily.tables import attempt, bucket, daily
from app.features.daily.values.daily import Attempt
from app.play.rows.sessions import WHOLE_GAME
from app.play.rows.texts import STATUS, deck_of, lines_of
from app.play.tables.games import session
from app.play.values.session import Session
from engine.deals import Deck
from engine.games import variant_of
from engine.position import cards_home, restore
from engine.record import Status
from engine.rules import Game, Variant

MOST_GIVEN_UP = 500
"""For how many games we read the final board: the last ones that the player gave up."""


@dataclass(frozen=True, slots=True)
class Playing:
    """What statistics need to know about a session."""

    variant: Variant
    deck: Deck
    status: Status
    steps: int
    played_ms: int
    changed_at: int
    sealed: bool
    """Whether it belongs to an open event."""
    home: int | None
    """Cards on the foundations, for the games given up last; None for all others."""


@dataclass(frozen=True, slots=True)
class Bests:
    """The best figures of some won games."""

    steps: int
    ms: int
    """Time played."""


def solved_by_day(connection: Connection, player_id: str) -> dict[date, int]:
    """Return how many of each day's dailies the player solved in time, without days that have none."""
    solved = (
        select(attempt.c.day, func.count(attempt.c.game.distinct()).label("solved"))
        .where(attempt.c.player_id == player_id, attempt.c.solved.is_(True))
        .group_by(attempt.c.day)
    )
    return {row.day: row.solved for row in connection.execute(solved) if isinstance(row.day, date)}


def playings(connection: Connection, player_id: str, limit: int) -> list[Playing]:
    """List the player's sessions with at least one move, the most recently played first."""
    columns = ("id", "game", "options", "deck", "status", "steps", "played_ms", "changed_at", "snapshot", "sealed")
    played = (
        select(*(session.c[name] for name in columns))
        .where(session.c.player_id == player_id, session.c.steps > 0, WHOLE_GAME)
        .order_by(session.c.changed_at.desc(), session.c.id.desc())
        .limit(limit)
    )
    found, given_up = list[Playing](), 0
    for row in connection.execute(played):
        given_up += row.status == Status.GIVEN_UP.value
        told = row.status == Status.GIVEN_UP.value and given_up <= MOST_GIVEN_UP
        with suppress(UnreadableRow):
            found.append((_playing_to_its_end if told else _playing)(row))
    return found


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
            bucket.c.board == Board.FIRST_TRY,
        )
        .group_by(bucket.c.game, bucket.c.part)
    )
    rows = connection.execute(field)
    return [(row.game, row.part, int(row.size)) for row in rows if isinstance(row.game, Game)]


def first_tries(connection: Connection, player_id: str, limit: int) -> list[tuple[Attempt, int]]:
    """List the player's first attempts that have ended, each with its par, the latest day first."""
    ended = (
        select(attempt, daily.c.lines)
        .join(daily, (daily.c.day == attempt.c.day) & (daily.c.game == attempt.c.game))
        .where(attempt.c.player_id == player_id, attempt.c.number == 1, attempt.c.ended_at.is_not(None))
        .order_by(attempt.c.day.desc(), attempt.c.game)
        .limit(limit)
    )
    return each(_with_par, connection.execute(ended))


def bests(connection: Connection, won: Session) -> Bests | None:
    """Return the best figures of a session's player in other won games of the same variant; None if there are none."""
    others = select(func.min(session.c.steps), func.min(session.c.played_ms)).where(
        session.c.player_id == won.player_id,
        session.c.game == won.variant.game.slug,
        session.c.options == won.variant.text,
        session.c.status == Status.WON.value,
        session.c.id != won.id,
        WHOLE_GAME,
    )
    steps, ms = connection.execute(others).one()
    return None if steps is None else Bests(steps, ms)


@reads(session)
def _playing(row: Row[Any]) -> Playing:
    variant, deck, status = variant_of(row.game, row.options), deck_of(row.deck), STATUS[row.status]
    return Playing(variant, deck, status, row.steps, row.played_ms, row.changed_at, row.sealed, None)


@reads(session)
def _playing_to_its_end(row: Row[Any]) -> Playing:
    played = _playing(row)
    rules = played.variant.rules
    return replace(played, home=cards_home(rules, restore(rules, row.snapshot)))


def _with_par(row: Row[Any]) -> tuple[Attempt, int]:
    one = attempts.read(row[: attempts.WIDTH])
    try:
        return one, len(lines_of(one.game, row.lines)[one.variant])
    except NOT_READ:
        raise unreadable(daily, (one.day, one.game)) from None
