"""The events that a session may belong to, such as a race."""

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from engine.rules import Game

DAY_MS = 24 * 3_600_000
GRACE_MS = 2 * 3_600_000
"""How long after the day an attempt that began in time may still go on."""
_FIRST = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class InDaily:
    """The daily challenge of a day, which is a UTC day."""

    day: date

    @property
    def closes_at(self) -> int:
        """The time from which nothing about the day is secret."""
        return (self.day.toordinal() - _FIRST + 1) * DAY_MS + GRACE_MS


@dataclass(frozen=True, slots=True)
class InRace:
    """A race, by its code."""

    code: str


@dataclass(frozen=True, slots=True)
class InTournament:
    """A deal of a tournament, by the tournament's code and the deal's number, counted from 1."""

    code: str
    number: int


@dataclass(frozen=True, slots=True)
class InPuzzle:
    """A try at a puzzle, by the puzzle's id."""

    id: str


@dataclass(frozen=True, slots=True)
class InLesson:
    """A lesson of a game, by its number, counted from 1."""

    game: Game
    number: int


Event: TypeAlias = InDaily | InRace | InTournament | InPuzzle | InLesson
