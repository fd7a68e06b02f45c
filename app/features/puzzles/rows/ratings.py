"""Statements about the ratings of players and puzzles."""

from contextlib import suppress
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.core.store.unreadable import each, reads
from app.features.puzzles.tables import player_rating, puzzle_rating
from app.features.ratings.values.rating import Rating
from engine.games import find
from engine.rules import Game

_RATED = ("rating", "deviation", "volatility", "attempts", "changed_at")


def of_player(connection: Connection, player_id: str, game: Game) -> Rating | None:
    """Return a player's rating in a game, or None before the first attempt."""
    return _find(connection, player_rating, _theirs(player_id, game))


def of_puzzle(connection: Connection, puzzle_id: str) -> Rating | None:
    """Return a puzzle's rating, or None before the first attempt."""
    return _find(connection, puzzle_rating, (puzzle_rating.c.puzzle_id == puzzle_id,))


def of_puzzles(connection: Connection) -> dict[str, float]:
    """Return the ratings of all puzzles that somebody has attempted, by id."""
    rated = select(puzzle_rating.c.puzzle_id, puzzle_rating.c.rating)
    return {row.puzzle_id: row.rating for row in connection.execute(rated)}


def all_of_player(connection: Connection, player_id: str) -> dict[Game, Rating]:
    """Return a player's ratings by game."""
    theirs = select(player_rating).where(player_rating.c.player_id == player_id).order_by(player_rating.c.game)
    return dict(each(_with_game, connection.execute(theirs)))


def lock_player(connection: Connection, player_id: str, game: Game, first: Rating) -> Rating:
    """Return a player's rating in a game, locked until this transaction ends; store `first` if there is none."""
    keys = {"player_id": player_id, "game": game.slug}
    return _lock(connection, player_rating, _theirs(player_id, game), keys, first)


def lock_puzzle(connection: Connection, puzzle_id: str, first: Rating) -> Rating:
    """Return a puzzle's rating, as `lock_player` does."""
    return _lock(connection, puzzle_rating, (puzzle_rating.c.puzzle_id == puzzle_id,), {"puzzle_id": puzzle_id}, first)


def keep_player(connection: Connection, player_id: str, game: Game, rating: Rating) -> None:
    """Store a player's rating in a game."""
    connection.execute(update(player_rating).where(*_theirs(player_id, game)).values(_values(rating)))


def keep_puzzle(connection: Connection, puzzle_id: str, rating: Rating) -> None:
    """Store a puzzle's rating."""
    connection.execute(update(puzzle_rating).where(puzzle_rating.c.puzzle_id == puzzle_id).values(_values(rating)))


@reads(player_rating)
def _with_game(row: Row[Any]) -> tuple[Game, Rating]:
    return find(row.game), Rating(*row[2:])


def _theirs(player_id: str, game: Game) -> tuple[ColumnElement[bool], ...]:
    return (player_rating.c.player_id == player_id, player_rating.c.game == game.slug)


def _find(connection: Connection, table: Table, where: tuple[ColumnElement[bool], ...]) -> Rating | None:
    row = connection.execute(select(*(table.c[name] for name in _RATED)).where(*where)).first()
    return Rating(*row) if row else None


def _lock(
    connection: Connection,
    table: Table,
    where: tuple[ColumnElement[bool], ...],
    keys: dict[str, str],
    first: Rating,
) -> Rating:
    locked = select(*(table.c[name] for name in _RATED)).where(*where).with_for_update()
    row = connection.execute(locked).first()
    if row is None:
        with suppress(IntegrityError), connection.begin_nested():
            connection.execute(insert(table), keys | _values(first))
        row = connection.execute(locked).one()
    return Rating(*row)


def _values(rating: Rating) -> dict[str, Any]:
    return {name: getattr(rating, name) for name in _RATED}
