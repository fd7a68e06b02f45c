"""What a session may belong to beyond its player."""

from dataclasses import dataclass
from datetime import date
from typing import TypeAlias

from engine.rules import Game


@dataclass(frozen=True, slots=True)
class InDaily:
    """The daily challenge of a day."""

    day: date


@dataclass(frozen=True, slots=True)
class InRace:
    """The race of a code."""

    code: str


@dataclass(frozen=True, slots=True)
class InTournament:
    """A deal of the tournament of a code, counted from 1."""

    code: str
    number: int


@dataclass(frozen=True, slots=True)
class InPuzzle:
    """A try at the puzzle of an id."""

    id: str


@dataclass(frozen=True, slots=True)
class InLesson:
    """A lesson of a game, counted from 1."""

    game: Game
    number: int


Event: TypeAlias = InDaily | InRace | InTournament | InPuzzle | InLesson
