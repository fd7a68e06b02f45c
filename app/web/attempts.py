"""How often somebody may try a password: rarely enough that guessing leads nowhere."""

from limits import RateLimitItemPerHour, RateLimitItemPerMinute

from app.core.refusals import TooMany
from app.people.addresses import network
from app.people.names import Folded
from app.web.limits import Counters

_NAME_AT_ADDRESS = RateLimitItemPerMinute(10, 15)
"""Ten in a quarter of an hour: nobody who once knew the password needs more."""
_NAME = RateLimitItemPerHour(100)
"""From all addresses together. Whoever uses this up keeps the player from signing in too, but ends no visit."""
_ADDRESS = RateLimitItemPerHour(100)
"""For all names together: a whole school behind one address may sign in at nine o'clock."""

_LONGEST_NAME = 100
"""Nobody has a longer name, so longer ones need no counter of their own."""


class SignInAttempts:
    """Counts attempts to sign in or to confirm a password."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    async def count(self, named: Folded, address: str) -> None:
        """Count an attempt at a name from an address, whether it will succeed or not.

        Raises:
            TooMany: there were too many lately. A limit that is used up does not count this one.
        """
        name, address = named[:_LONGEST_NAME], network(address) or address
        for limit, whose in (
            (_NAME_AT_ADDRESS, (name, address)),
            (_NAME, ("name", name)),
            (_ADDRESS, ("address", address)),
        ):
            if wait := await self._counters.hit(limit, "password", *whose):
                raise TooMany("Too many attempts; please wait a quarter of an hour before you try again.", wait)
