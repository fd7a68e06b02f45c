"""Leaving tournaments: those in which a player has yet to begin, and then the games under way in the others."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.core.refusals import Impossible
from app.features.tournaments.rows import entrants
from app.features.tournaments.service import tournaments
from app.play.between import Telling, give_up
from app.play.occasion import after_turn
from app.play.values.session import Turn

if TYPE_CHECKING:
    from app.web.server import Server

noun, left, given_up = "tournament", "", "tournaments"


def involves(connection: Connection, player_id: str, now: int) -> bool:
    """Return whether a player may begin a first game in a tournament, or plays one that goes on."""
    waits = entrants.not_begun(connection, player_id, now)
    return waits is not None or entrants.unfinished_game(connection, player_id, now) is not None


def leave_next(connection: Connection, player_id: str, now: int) -> Telling | None:
    """Make a player leave a tournament, or give up a game in one; return None if there is neither."""
    if code := entrants.not_begun(connection, player_id, now):
        # The player may have begun to play there meanwhile, and gives that game up with the next step.
        with suppress(Impossible):
            tournaments.leave(connection, code, player_id, now)
        return partial(_tell_of_leaving, code)
    if game := entrants.unfinished_game(connection, player_id, now):
        return partial(_tell_of_game, give_up(connection, game, now))
    return None


async def _tell_of_leaving(code: str, serving: "Server") -> None:
    from app.features.tournaments.scoreboard import Scoreboard

    serving.part(Scoreboard).changed(code)


async def _tell_of_game(turn: Turn, serving: "Server") -> None:
    await after_turn(serving, turn)
