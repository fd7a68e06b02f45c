"""How often somebody may try a password: few enough that guessing leads nowhere."""

from limits import RateLimitItemPerHour, RateLimitItemPerMinute

from app.model.refusals import TooMany
from app.people.addresses import network
from app.web.limits import Counters

_NAME_AT_ADDRESS = RateLimitItemPerMinute(10, 15)
"""Ten in a quarter of an hour: more than anybody needs who once knew the password."""
_NAME = RateLimitItemPerHour(100)
"""From all addresses together. Somebody who uses this up keeps the player out too, but only from signing in again."""
_ADDRESS = RateLimitItemPerHour(100)
"""For all names together: a school behind one address signs in at nine o'clock."""

_LONGEST_NAME = 100
"""Longer ones are nobody's, and need no memory of their own."""


class Attempts:
    """Counts attempts."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters

    async def count(self, name: str, address: str) -> None:
        """Count an attempt at a name from an address, whether it will succeed or not.

        Raises:
            TooMany: there were too many of late; this one does not count.
        """
        name, address = name[:_LONGEST_NAME], network(address) or address
        for limit, whose in (
            (_NAME_AT_ADDRESS, (name, address)),
            (_NAME, ("name", name)),
            (_ADDRESS, ("address", address)),
        ):
            if wait := await self._counters.hit(limit, "password", *whose):
                raise TooMany("Too many attempts; please wait a quarter of an hour before you try again.", wait)
