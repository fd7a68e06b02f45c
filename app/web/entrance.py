"""Everything that asks for a password: count the attempt, run Argon2 in a thread, then call `accounts`."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from sqlalchemy import Connection

from app.core.refusals import Impossible, WrongPassword
from app.core.settings import Registration
from app.core.store.database import Database, P, Transaction
from app.people.names import fold, read_name
from app.people.passwords import Passwords, code_digest, draw_codes, read_password
from app.people.rows.accounts import Account
from app.people.service import accounts
from app.people.visitors import Visit
from app.web.attempts import SignInAttempts
from app.web.limits import Counters

Change = Callable[[Connection, Account, str], Visit]
"""Stores the hash of an account's new password, and returns the visit that goes on."""
Claiming = Callable[[Connection, Visit, str, str, Iterable[str], int], Visit]
"""Makes an account of a visit, a name, the hash of a password and the digests of recovery codes, at a time."""
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Claimed:
    """An account just made."""

    visit: Visit
    name: str
    codes: tuple[str, ...]
    """Its recovery codes. The server keeps only their digests, so nobody can ever show them again."""


class Entrance:
    """Makes accounts, lets players in, and does what an account's owner must confirm with the password."""

    def __init__(self, database: Database, counters: Counters, registration: Registration = Registration.OPEN) -> None:
        self.registration = registration
        self._database = database
        self._passwords = Passwords()
        self._attempts = SignInAttempts(counters)

    def close(self) -> None:
        """End the threads that hash passwords."""
        self._passwords.close()

    async def claim(self, visit: Visit, name: str, password: str, address: str, now: int) -> Claimed:
        """Turn a guest into an account.

        Raises:
            Malformed, TooMany, SignedOut, Impossible: checked in this order, but `Impossible` first if registration is
                closed.
        """
        if self.registration is Registration.CLOSED:
            raise Impossible("You can’t make an account on this server at the moment.")
        return await self.claim_by(accounts.claim, visit, name, password, address, now)

    async def claim_by(
        self, claiming: Claiming, visit: Visit, name: str, password: str, address: str, now: int
    ) -> Claimed:
        """Turn a guest into an account by a transaction that says who may, even while registration is closed.

        Raises:
            Malformed, TooMany, SignedOut, Impossible: checked in this order; and what else `claiming` raises.
        """
        name, password = read_name(name), read_password(password)
        await self._attempts.count(fold(name), address)
        kept, codes = await self._passwords.hash(password), draw_codes()
        digests = tuple(map(code_digest, codes))
        claimed = await self._database.write(claiming, visit, name, kept, digests, now)
        return Claimed(claimed, name, codes)

    async def sign_in(self, name: str, password: str, address: str, guest: Visit | None) -> Visit:
        """Sign in by name and password, and bring the guest's games along.

        Raises:
            TooMany, WrongPassword: checked in this order.
        """
        await self._attempts.count(fold(name), address)
        account = await self._database.read(accounts.find_by_name, name)
        matching = await self._passwords.matches(account.password if account else None, password)
        if account is None or not matching:
            raise WrongPassword(accounts.NO_MATCH)
        return await self._database.write(accounts.enter, account, guest)

    async def recover(self, name: str, code: str, password: str, address: str, guest: Visit | None, now: int) -> Visit:
        """Sign in by name and recovery code, with a new password; end every other visit and every token.

        Raises:
            Malformed, TooMany, WrongPassword: checked in this order.
        """
        password, digest = read_password(password), code_digest(code)
        await self._attempts.count(fold(name), address)
        kept = await self._passwords.hash(password)
        return await self._database.write(accounts.recover, name, digest, kept, guest, now)

    async def change_password(
        self, visit: Visit | None, old: str, new: str, address: str, change: Change = accounts.change_password
    ) -> Visit:
        """Change an account's password and end all its visits; return the new one.

        `change` stores the new password, and does whatever else the change brings with it.

        Raises:
            Malformed, SignedOut, NotFound, TooMany, WrongPassword: checked in this order.
        """
        new = read_password(new)
        account = await self.owner(visit, old, address)
        kept = await self._passwords.hash(new)
        return await self.confirmed(account, change, account, kept)

    async def renew_codes(self, visit: Visit | None, password: str, address: str) -> tuple[str, ...]:
        """Draw new recovery codes for an account, in place of the old.

        Raises:
            SignedOut, NotFound, TooMany, WrongPassword: checked in this order.
        """
        account = await self.owner(visit, password, address)
        codes = draw_codes()
        digests = tuple(map(code_digest, codes))
        await self.confirmed(account, accounts.renew_codes, account, digests)
        return codes

    async def become_bot(self, visit: Visit | None, password: str, address: str) -> str:
        """Make an account a bot, for good; return its new name.

        Raises:
            SignedOut, NotFound, TooMany, WrongPassword, Impossible: checked in this order.
        """
        account = await self.owner(visit, password, address)
        return await self.confirmed(account, accounts.become_bot, account)

    async def owner(self, visit: Visit | None, password: str, address: str) -> Account:
        """Return the visitor's account, if this is its password.

        Raises:
            SignedOut, NotFound, TooMany, WrongPassword: checked in this order.
        """
        account = await self._database.read(accounts.own, visit)
        await self._attempts.count(fold(account.name), address)
        if not await self._passwords.matches(account.password, password):
            raise WrongPassword(accounts.NOT_THE_PASSWORD)
        return account

    async def confirmed(
        self, account: Account, transaction: Transaction[P, _T], /, *args: P.args, **kwargs: P.kwargs
    ) -> _T:
        """Do what the owner has confirmed with the password, unless that has been changed while Argon2 ran."""

        def work_if_so(connection: Connection) -> _T:
            accounts.confirm(connection, account)
            return transaction(connection, *args, **kwargs)

        return await self._database.write(work_if_so)
