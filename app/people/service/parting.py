"""Parting: a player leaves everything, before the account is deleted or when a guest has signed in to another.

Each step is a transaction of its own, and does what the player could do as well: stop waiting, leave a room or a
tournament, give a game up. So if the process dies in between, the others are told nothing wrong, and whoever asks again
goes on where it stopped.
"""

from contextlib import suppress

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotYours
from app.features.account.rows import parting
from app.features.races.rows import waiting
from app.features.races.service import races
from app.features.races.values.race import Race
from app.features.tournaments.service import tournaments
from app.people.rows import players as rows
from app.people.rows.accounts import Account
from app.people.service import accounts
from app.play.service import play
from app.play.values.session import Stale
from app.play.values.turn import Turn

MOST_STEPS = 500
"""How many steps somebody takes at once; limits on requests keep nearly everybody far below."""
STILL_IN = "You are in a race, a tournament or a daily again; please try once more."

Left = Race | Turn | str
"""What somebody has left: a race, a game given up, or the tournament of that code."""


def leave_next(connection: Connection, player_id: str, now: int) -> Left | None:
    """Make a player leave the next thing that they are in, and return it; return None if there is nothing left."""
    # First, because whoever is found in the queue gets a room.
    waiting.forget(connection, player_id)
    if room := parting.room_of(connection, player_id):
        # Somebody may have removed the player from the room meanwhile.
        with suppress(NotYours):
            return races.leave(connection, room, player_id, now)
        return races.look(connection, room)
    if joined := parting.tournament_of(connection, player_id, now):
        # The player may have begun to play there meanwhile, and gives that game up with the next step.
        with suppress(Impossible):
            tournaments.leave(connection, joined, player_id, now)
        return joined
    if game := parting.game_of(connection, player_id, now):
        # The player may have made a move meanwhile.
        with suppress(Stale):
            return play.end(connection, game, now)
        return play.standing(game)
    return None


def remove_account(connection: Connection, account: Account, now: int) -> None:
    """Delete the account of somebody who has left everything, as `accounts.remove` does.

    Raises:
        Impossible: they are in something again.
    """
    # With the hold, nobody can join anything for the player between the look and the deletion.
    rows.hold(connection, account.player_id)
    found = (
        waiting.find(connection, account.player_id),
        parting.room_of(connection, account.player_id),
        parting.tournament_of(connection, account.player_id, now),
        parting.game_of(connection, account.player_id, now),
    )
    if any(found):
        raise Impossible(STILL_IN)
    accounts.remove(connection, account, now)
