"""Places where players meet, each with somebody who looks after it: races, tournaments and groups."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from app.core.refusals import Malformed

_CODE = re.compile(r"[A-Za-z]{6,10}", re.ASCII)


class VenueKind(StrEnum):
    """The kinds of venue."""

    RACE = "race"
    TOURNAMENT = "tournament"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Venue:
    """A race, a tournament or a group."""

    kind: VenueKind
    code: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `str` wrote; raise `ValueError` for anything else."""
        kind, _, code = text.partition(" ")
        if not _CODE.fullmatch(code):
            raise ValueError(f"{code!r} is no code.")
        return cls(VenueKind(kind), code.upper())

    def __str__(self) -> str:
        """Write the venue as the database contains it."""
        return f"{self.kind} {self.code}"


def read_titled(text: str) -> Venue:
    """Return the tournament or group that a form or an address names; raise `Malformed`."""
    try:
        venue = Venue.read(text)
    except ValueError:
        venue = None
    if venue is None or venue.kind is VenueKind.RACE:
        raise Malformed("The server can’t read which tournament or group you mean.")
    return venue
