"""Places where players meet, each with somebody who looks after it, such as races and groups."""

import re
from dataclasses import dataclass
from typing import Self

_VENUE = re.compile(r"([a-z]+) ([A-Za-z]{6,10})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Venue:
    """A place where players meet."""

    kind: str
    """What the feature that has such places calls one of them."""
    code: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Read what `str` wrote; raise `ValueError` for anything else."""
        found = _VENUE.fullmatch(text)
        if found is None:
            raise ValueError(f"{text!r} is no venue.")
        return cls(found[1], found[2].upper())

    def __str__(self) -> str:
        """Write the venue as the database contains it."""
        return f"{self.kind} {self.code}"
