"""Parting: a player leaves everything, before the account is deleted or when a guest has signed in to another.

Each step is a transaction of its own, and does what the player could do as well: stop waiting, leave a room, give a
game up. So if the process dies in between, the others are told nothing wrong, and whoever asks again
goes on where it stopped.
"""

from sqlalchemy import Connection

from app.core.refusals import Impossible
from app.core.words import listed
from app.people.rows import players
from app.people.rows.accounts import Account
from app.people.service import accounts
from app.people.visitors import Visit
from app.play.between import INVOLVES, Telling

MOST_STEPS = 500
"""How many steps somebody takes at once; limits on requests keep nearly everybody far below."""


def leave_next(connection: Connection, player_id: str, now: int) -> Telling | None:
    """Make a player leave the next thing that they are in; return None if there is nothing left."""
    left = (each.leave_next(connection, player_id, now) for each in INVOLVES)
    return next((telling for telling in left if telling), None)


def remove_account(connection: Connection, account: Account, now: int) -> None:
    """Delete the account of somebody who has left everything, as `accounts.remove` does.

    Raises:
        Impossible: they are in something again.
    """
    _require_apart(connection, account.player_id, now)
    accounts.remove(connection, account, now)


def remove_guest(connection: Connection, visit: Visit, now: int) -> None:
    """Delete a guest who has left everything, as `accounts.remove_guest` does, and raise what that raises.

    Raises:
        Impossible: they are in something again.
    """
    _require_apart(connection, visit.player_id, now)
    accounts.remove_guest(connection, visit, now)


def _require_apart(connection: Connection, player_id: str, now: int) -> None:
    # With the hold, nobody can join anything for the player between the look and the deletion.
    players.hold(connection, player_id)
    if any(each.involves(connection, player_id, now) for each in INVOLVES):
        nouns = listed([f"a {each.noun}" for each in INVOLVES], "or")
        raise Impossible(f"You are in {nouns} again; please try once more.")
