"""Everything that asks for a password: count attempts, run Argon2 beside the event loop, then a work of `accounts`."""

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Connection

from app.model.refusals import Impossible, WrongPassword
from app.people.names import folded, read_name
from app.people.passwords import Passwords, code_digest, draw_codes, read_password
from app.people.visitors import Visit
from app.services import accounts
from app.settings import Registration
from app.store.accounts import Account
from app.store.database import Database
from app.web.attempts import Attempts
from app.web.limits import Counters

Change = Callable[[Connection, Account, str], Visit]
"""Stores the hash of an account's new password, and returns the visit that goes on."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """An account just made."""

    visit: Visit
    name: str
    codes: tuple[str, ...]
    """Its recovery codes: nobody will ever be able to tell them again."""


class Entrance:
    """Claims, signs in, recovers, and lets an account's owner do what must not be done from a table left unattended."""

    def __init__(self, database: Database, counters: Counters, registration: Registration = Registration.OPEN) -> None:
        self.registration = registration
        self._database = database
        self._passwords = Passwords()
        self._attempts = Attempts(counters)

    def close(self) -> None:
        """End the threads."""
        self._passwords.close()

    async def claim(self, visit: Visit, name: str, password: str, address: str, now: int) -> Claimed:
        """Make an account of a guest.

        Raises:
            Malformed, TooMany, SignedOut, Impossible: in this order of checks; the last at once where registration is
                closed.
        """
        if self.registration is Registration.CLOSED:
            raise Impossible("You can’t make an account on this server at the moment.")
        name, password = read_name(name), read_password(password)
        await self._attempts.count(folded(name), address)
        kept, codes = await self._passwords.hash(password), draw_codes()
        digests = tuple(map(code_digest, codes))
        claimed = await self._database.write(
            lambda connection: accounts.claim(connection, visit, name, kept, digests, now)
        )
        return Claimed(claimed, name, codes)

    async def sign_in(self, name: str, password: str, address: str, guest: Visit | None) -> Visit:
        """Sign in by name and password, and bring the guest's games along.

        Raises:
            TooMany, WrongPassword: in this order of checks.
        """
        await self._attempts.count(folded(name), address)
        account = await self._database.read(lambda connection: accounts.called(connection, name))
        matching = await self._passwords.matches(account.password if account else None, password)
        if account is None or not matching:
            raise WrongPassword(accounts.NO_MATCH)
        return await self._database.write(lambda connection: accounts.enter(connection, account, guest))

    async def recover(self, name: str, code: str, password: str, address: str, guest: Visit | None) -> Visit:
        """Sign in by name and recovery code, with a new password.

        Raises:
            Malformed, TooMany, WrongPassword: in this order of checks.
        """
        password, digest = read_password(password), code_digest(code)
        await self._attempts.count(folded(name), address)
        kept = await self._passwords.hash(password)
        return await self._database.write(lambda connection: accounts.recover(connection, name, digest, kept, guest))

    async def change_password(
        self, visit: Visit | None, old: str, new: str, address: str, change: Change = accounts.change_password
    ) -> Visit:
        """Change the password of an account, and end every other visit; return the new one.

        `change` stores the new password, and does what else is to happen with it.

        Raises:
            Malformed, SignedOut, NotFound, TooMany, WrongPassword: in this order of checks.
        """
        new = read_password(new)
        account = await self.owner(visit, old, address)
        kept = await self._passwords.hash(new)
        return await self._database.write(lambda connection: change(connection, account, kept))

    async def renew_codes(self, visit: Visit | None, password: str, address: str) -> tuple[str, ...]:
        """Draw new recovery codes for an account, in place of the old.

        Raises:
            SignedOut, NotFound, TooMany, WrongPassword: in this order of checks.
        """
        account = await self.owner(visit, password, address)
        codes = draw_codes()
        digests = tuple(map(code_digest, codes))
        await self._database.write(lambda connection: accounts.renew_codes(connection, account, digests))
        return codes

    async def remove(self, visit: Visit | None, password: str, address: str, now: int) -> None:
        """Remove an account; raises as `renew_codes` does."""
        account = await self.owner(visit, password, address)
        await self._database.write(lambda connection: accounts.remove(connection, account, now))

    async def become_bot(self, visit: Visit | None, password: str, address: str) -> str:
        """Make a program of an account, for good; return its name from then on.

        Raises:
            SignedOut, NotFound, TooMany, WrongPassword, Impossible: in this order of checks.
        """
        account = await self.owner(visit, password, address)
        return await self._database.write(lambda connection: accounts.become_bot(connection, account))

    async def owner(self, visit: Visit | None, password: str, address: str) -> Account:
        """Return the visitor's account to whoever knows its password.

        Raises:
            SignedOut, NotFound, TooMany, WrongPassword: in this order of checks.
        """
        account = await self._database.read(lambda connection: accounts.own(connection, visit))
        await self._attempts.count(account.folded, address)
        if not await self._passwords.matches(account.password, password):
            raise WrongPassword("That is not the password of your account.")
        return account
