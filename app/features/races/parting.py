"""Leaving races: whoever goes stops waiting for one, and leaves the rooms."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from app.core.refusals import NotYours
from app.features.races.news import tell_of_race
from app.features.races.rows import races as rows
from app.features.races.rows import waiting
from app.features.races.service import races
from app.features.races.values.race import Race
from app.play.between import Telling

if TYPE_CHECKING:
    from app.web.server import Server

noun, left, given_up = "race", "every race", ""


def involves(connection: Connection, player_id: str, _now: int) -> bool:
    """Return whether a player waits for a race or is in a room."""
    return waiting.find(connection, player_id) is not None or rows.room_of(connection, player_id) is not None


def leave_next(connection: Connection, player_id: str, now: int) -> Telling | None:
    """Make a player stop waiting, and leave a room; return None without a room."""
    # First, because whoever is found in the queue gets a room.
    waiting.forget(connection, player_id)
    room = rows.room_of(connection, player_id)
    if room is None:
        return None
    # Somebody may have removed the player from the room meanwhile.
    with suppress(NotYours):
        return partial(_tell, races.leave(connection, room, player_id, now))
    return partial(_tell, races.look(connection, room))


async def _tell(race: Race, serving: "Server") -> None:
    await tell_of_race(serving.live, race)
