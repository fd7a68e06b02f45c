"""Places where players meet, each with somebody who looks after it: races, tournaments and groups."""

from dataclasses import dataclass
from enum import StrEnum


class VenueKind(StrEnum):
    """The kinds of venue."""

    RACE = "race"
    TOURNAMENT = "tournament"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Venue:
    """One of them."""

    kind: VenueKind
    code: str

    def __str__(self) -> str:
        """Write the venue as the database contains it."""
        return f"{self.kind} {self.code}"
