"""Puzzles and lessons as what a session is played for: tries at a task, not whole games."""

from dataclasses import dataclass
from typing import ClassVar, Self

from app.play.values.event import Event
from engine.games import find
from engine.rules import Game


@dataclass(frozen=True, slots=True)
class InPuzzle(Event):
    """A try at a puzzle, by the puzzle's id."""

    id: str
    kind: ClassVar[str] = "puzzle"
    whole_game: ClassVar[bool] = False

    @property
    def rest(self) -> str:
        return self.id

    @classmethod
    def read(cls, rest: str) -> Self:
        return cls(rest)


@dataclass(frozen=True, slots=True)
class InLesson(Event):
    """A lesson of a game, by its number, counted from 1."""

    game: Game
    number: int
    kind: ClassVar[str] = "lesson"
    whole_game: ClassVar[bool] = False

    @property
    def rest(self) -> str:
        return f"{self.game.slug} {self.number}"

    @classmethod
    def read(cls, rest: str) -> Self:
        slug, number = rest.split()
        return cls(find(slug), int(number))
