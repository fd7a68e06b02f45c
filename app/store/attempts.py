"""Statements about attempts at dailies."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from app.model.daily import Attempt
from app.store.schema import attempt
from engine.games import variant_of
from engine.rules import Game

WIDTH = len(attempt.columns)
_RESULT = (
    *("ended_at", "solved", "first_solve", "tier", "steps", "home", "ms", "undos", "hints", "assisted", "held"),
    "score",
)
_ADD = insert(attempt).values({column.name: bindparam(column.name) for column in attempt.columns})
_FIND = select(attempt).where(attempt.c.session_id == bindparam("which"))
_OF_PLAYER = (
    select(attempt)
    .where(
        attempt.c.player_id == bindparam("whose"),
        attempt.c.day == bindparam("of_day"),
        attempt.c.game == bindparam("slug"),
    )
    .order_by(attempt.c.number)
)
_CHANGE = (
    update(attempt)
    .where(attempt.c.session_id == bindparam("which"))
    .values({name: bindparam(name) for name in _RESULT})
)
_END = _CHANGE.where(attempt.c.ended_at.is_(None))
_OF_DAILY = (attempt.c.day == bindparam("of_day"), attempt.c.game == bindparam("slug"))
_PAGE = (
    select(attempt)
    .where(*_OF_DAILY, attempt.c.session_id > bindparam("after"))
    .order_by(attempt.c.session_id)
    .limit(bindparam("at_most"))
)
_ANY_SOLVED = select(attempt).where(*_OF_DAILY, attempt.c.solved.is_(True)).limit(bindparam("at_most"))
_SOLVED_STEPS = select(attempt.c.steps).where(*_OF_DAILY, attempt.c.solved.is_(True))
_FIELD_STEPS = _SOLVED_STEPS.where(attempt.c.ranked.is_(True), attempt.c.held.is_(False))
_SOLVED_BY = (
    select(attempt)
    .where(attempt.c.player_id == bindparam("whose"), attempt.c.solved.is_(True))
    .order_by(attempt.c.day, attempt.c.game, attempt.c.number)
)
_HELD = select(attempt).where(attempt.c.held.is_(True)).order_by(attempt.c.day.desc(), attempt.c.ended_at.desc())
_STARTERS = select(func.count(attempt.c.player_id.distinct())).where(
    attempt.c.day == bindparam("of_day"), attempt.c.game == bindparam("slug")
)


def add(connection: Connection, added: Attempt) -> None:
    """Add an attempt; the database refuses a number that the player has used."""
    row = {field.name: getattr(added, field.name) for field in fields(added) if field.name != "variant"}
    connection.execute(_ADD, row | {"game": added.game, "options": added.variant.text})


def read(row: Sequence[Any]) -> Attempt:
    """Return the attempt that a row of the table keeps."""
    session_id, day, game, player_id, number, options, *rest = row
    return Attempt(session_id, day, variant_of(game.slug, options), player_id, number, *rest)


def find(connection: Connection, session_id: str) -> Attempt | None:
    """Return the attempt that a session is, None if it is none."""
    row = connection.execute(_FIND, {"which": session_id}).first()
    return read(row) if row else None


def of_player(connection: Connection, player_id: str, day: date, game: Game) -> list[Attempt]:
    """List a player's attempts at a daily, the first one first."""
    rows = connection.execute(_OF_PLAYER, {"whose": player_id, "of_day": day, "slug": game})
    return [read(row) for row in rows]


def end(connection: Connection, ended: Attempt) -> bool:
    """Store the result of an attempt that has none yet. Return whether it had none."""
    return connection.execute(_END, _result(ended)).rowcount == 1


def change(connection: Connection, changed: Attempt) -> None:
    """Replace the result of an attempt that has ended."""
    connection.execute(_CHANGE, _result(changed))


def page(connection: Connection, day: date, game: Game, after: str, limit: int) -> list[Attempt]:
    """List so many attempts at a daily by their sessions' ids, from behind that one on."""
    where = {"of_day": day, "slug": game, "after": after, "at_most": limit}
    return [read(row) for row in connection.execute(_PAGE, where)]


def any_solved(connection: Connection, day: date, game: Game) -> Attempt | None:
    """Return some attempt that solved a daily, None if none did."""
    row = connection.execute(_ANY_SOLVED, {"of_day": day, "slug": game, "at_most": 1}).first()
    return read(row) if row else None


def field_steps(connection: Connection, day: date, game: Game) -> list[int]:
    """Return the steps of the first tries that solved a daily and count; if there are none, of all that solved it."""
    where = {"of_day": day, "slug": game}
    found = list(connection.execute(_FIELD_STEPS, where).scalars())
    return found or list(connection.execute(_SOLVED_STEPS, where).scalars())


def solved_by(connection: Connection, player_id: str) -> list[Attempt]:
    """List the attempts with which a player solved dailies, by day and game, in order."""
    return [read(row) for row in connection.execute(_SOLVED_BY, {"whose": player_id})]


def held(connection: Connection) -> list[Attempt]:
    """List the results that are held, the latest day first."""
    return [read(row) for row in connection.execute(_HELD)]


def starters(connection: Connection, day: date, game: Game) -> int:
    """Count the players who began a daily."""
    return int(connection.execute(_STARTERS, {"of_day": day, "slug": game}).scalar_one())


def _result(ended: Attempt) -> dict[str, object]:
    return {"which": ended.session_id} | {name: getattr(ended, name) for name in _RESULT}
