"""Long lists: how much of one an answer has, and how to ask for what comes after it.

A list that is cut states its most, and `limit` asks for less. One that goes on names the key of its last row, to be
sent as `before` for what is older: rows that are added meanwhile move nothing.
"""

import re
from typing import Annotated, Any, NamedTuple

from fastapi import Depends, Query

from app.core.refusals import Malformed

_KEY = re.compile(r"([0-9]{1,15})-([0-9A-Za-z]{1,40})", re.ASCII)


class RowKey(NamedTuple):
    """Where a row stands in a list that begins with the latest."""

    at: int
    """Its time in milliseconds."""
    id: str

    def __str__(self) -> str:
        """Return the key as addresses have it."""
        return f"{self.at}-{self.id}"

    @classmethod
    def read(cls, text: str) -> "RowKey":
        """Read a key from an address.

        Raises:
            Malformed: no answer can have had this key.
        """
        key = _KEY.fullmatch(text)
        if key is None:
            raise Malformed("The server can’t read this link to older entries.")
        return cls(int(key[1]), key[2])


def at_most(most: int) -> Any:
    """Return the query parameter of how many rows an answer is to have, for a list that has at most so many."""
    return Query(ge=1, le=most, description=f"The most rows to send, from 1 to {most}.")


async def _before(
    before: Annotated[
        str | None, Query(description="What the answer before named as `older`, for the rows that come after it.")
    ] = None,
) -> RowKey | None:
    return RowKey.read(before) if before is not None else None


Before = Annotated[RowKey | None, Depends(_before)]
"""The row after which a list is to go on; None for its beginning."""
