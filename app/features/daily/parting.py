"""Leaving dailies: giving up the attempts under way."""

from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.features.daily.rows import attempts
from app.play.between import Telling, give_up
from app.play.occasion import after_turn
from app.play.values.session import Turn

if TYPE_CHECKING:
    from app.web.server import Server

noun, left, given_up = "daily", "", "today’s dailies"


def involves(connection: Connection, player_id: str, _now: int) -> bool:
    """Return whether a player has an unfinished attempt at a daily."""
    return attempts.unfinished_game(connection, player_id) is not None


def leave_next(connection: Connection, player_id: str, now: int) -> Telling | None:
    """Make a player give up an attempt; return None if none is under way."""
    game = attempts.unfinished_game(connection, player_id)
    return partial(_tell, give_up(connection, game, now)) if game else None


async def _tell(turn: Turn, serving: "Server") -> None:
    await after_turn(serving, turn)
