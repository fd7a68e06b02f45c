"""An account as its owner sees it."""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.people.rows import accounts
from app.people.rows import players as rows
from app.people.rows.accounts import Account
from app.people.rows.players import Player
from app.people.service import players
from app.people.visitors import Visit


@dataclass(frozen=True, slots=True)
class OwnAccount:
    """A player's account as its own page shows it."""

    account: Account
    codes: int
    """How many recovery codes are left."""
    bot: bool
    """Whether the account belongs to a program."""


def find(connection: Connection, visit: Visit) -> OwnAccount | None:
    """Return the visitor's account, or None for a guest; raise `SignedOut`."""
    players.check(connection, visit)
    player = rows.find(connection, visit.player_id)
    return of_player(connection, player) if player else None


def of_player(connection: Connection, player: Player) -> OwnAccount | None:
    """Return a player's account, or None for a guest."""
    account = accounts.find(connection, player.id)
    return OwnAccount(account, accounts.count_codes(connection, player.id), player.bot) if account else None
