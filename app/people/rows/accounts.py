"""Statements about accounts: the names, passwords and recovery codes of players."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, delete, func, insert, select, update

from app.people.tables import account, player, recovery_code

_LAST = "\U0010ffff"
"""The last character of all: no name has it."""


@dataclass(frozen=True, slots=True)
class Account:
    """A row of `account`; the fields stand in the order of the columns."""

    player_id: str
    name: str
    folded: str
    """The form of the name by which we find it, whatever its case."""
    skeleton: str
    """The same for all names that look alike."""
    password: str
    """Its Argon2 hash."""
    made_at: int
    closed_at: int | None = None
    """The time since which nobody gets in; None while the account is open."""


class ListedAccount(NamedTuple):
    """An account as a list of accounts has it."""

    player_id: str
    name: str
    folded: str
    made_at: int
    closed_at: int | None
    bot: bool


# Nearly every page looks up the visitor's account.
_FIND = select(account).where(account.c.player_id == bindparam("whose"))


def add(connection: Connection, added: Account) -> None:
    """Add an account; the database refuses a name that is taken, or that looks like one that is."""
    connection.execute(insert(account), asdict(added))


def find(connection: Connection, player_id: str) -> Account | None:
    """Return the player's account, or None for a guest."""
    row = connection.execute(_FIND, {"whose": player_id}).first()
    return Account(*row) if row else None


def name_of(connection: Connection, player_id: str) -> str | None:
    """Return a player's name, or None if there is none."""
    return connection.execute(select(account.c.name).where(account.c.player_id == player_id)).scalar_one_or_none()


def holders_among(connection: Connection, players: Iterable[str]) -> frozenset[str]:
    """Return those of some players who have an account."""
    held = select(account.c.player_id).where(account.c.player_id.in_(list(players)))
    return frozenset(connection.execute(held).scalars())


def find_by_name(connection: Connection, folded: str) -> Account | None:
    """Return the account with that folded name, or None if there is none."""
    row = connection.execute(select(account).where(account.c.folded == folded)).first()
    return Account(*row) if row else None


def page(connection: Connection, beginning: str, after: str, limit: int) -> list[ListedAccount]:
    """List at most `limit` accounts whose folded names begin with a text, in their order, after one of them."""
    return [ListedAccount(*row) for row in connection.execute(listed(beginning, after, limit))]


def listed(beginning: str, after: str, limit: int) -> Select[Any]:
    """Return the statement of `page`."""
    named = select(
        account.c.player_id, account.c.name, account.c.folded, account.c.made_at, account.c.closed_at, player.c.bot
    )
    return (
        named.join(player, player.c.id == account.c.player_id)
        .where(account.c.folded >= beginning, account.c.folded < beginning + _LAST, account.c.folded > after)
        .order_by(account.c.folded)
        .limit(limit)
    )


def holder(connection: Connection, skeleton: str) -> str | None:
    """Return the player whose account has a name with this skeleton, or None if nobody does."""
    return connection.execute(select(account.c.player_id).where(account.c.skeleton == skeleton)).scalar()


def rename(connection: Connection, player_id: str, name: str, folded: str, skeleton: str) -> None:
    """Change an account's name; the database refuses it as it would refuse a new account's."""
    renamed = update(account).values(name=name, folded=folded, skeleton=skeleton)
    connection.execute(renamed.where(account.c.player_id == player_id))


def keep_password(connection: Connection, player_id: str, password: str) -> None:
    """Store the hash of a new password."""
    connection.execute(update(account).where(account.c.player_id == player_id).values(password=password))


def keep_closed(connection: Connection, player_id: str, since: int | None) -> None:
    """Store the time since which an account is closed; None opens it."""
    connection.execute(update(account).where(account.c.player_id == player_id).values(closed_at=since))


def remove(connection: Connection, player_id: str) -> None:
    """Remove an account with its recovery codes."""
    for kept in (recovery_code, account):
        connection.execute(delete(kept).where(kept.c.player_id == player_id))


def replace_codes(connection: Connection, player_id: str, digests: Iterable[str]) -> None:
    """Store the digests of new recovery codes. The old ones no longer work."""
    connection.execute(delete(recovery_code).where(recovery_code.c.player_id == player_id))
    if codes := [{"player_id": player_id, "digest": digest} for digest in digests]:
        connection.execute(insert(recovery_code), codes)


def use_code(connection: Connection, player_id: str, digest: str) -> bool:
    """Remove a recovery code; return whether it was there."""
    used = delete(recovery_code).where(recovery_code.c.player_id == player_id, recovery_code.c.digest == digest)
    return connection.execute(used).rowcount == 1


def count_codes(connection: Connection, player_id: str) -> int:
    """Count the recovery codes that are left."""
    codes = select(func.count()).select_from(recovery_code).where(recovery_code.c.player_id == player_id)
    return connection.execute(codes).scalar_one()
