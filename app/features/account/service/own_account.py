"""An account as its owner sees it."""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.people.rows import accounts
from app.people.rows import players as rows
from app.people.rows.accounts import Account
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
    account = accounts.find(connection, visit.player_id)
    if account is None:
        return None
    codes = accounts.count_codes(connection, visit.player_id)
    return OwnAccount(account, codes, rows.is_bot(connection, visit.player_id))
