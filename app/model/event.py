"""What a session may belong to beyond its player."""

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class InDaily:
    """The daily challenge of a day."""

    day: date


@dataclass(frozen=True, slots=True)
class InRace:
    """The race of a code."""

    code: str


@dataclass(frozen=True, slots=True)
class InPuzzle:
    """A try at the puzzle of an id."""

    id: str


Event: TypeAlias = InDaily | InRace | InPuzzle
