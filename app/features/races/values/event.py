"""A race as what a session is played for."""

from dataclasses import dataclass
from typing import ClassVar, Self

from app.play.values.event import Event


@dataclass(frozen=True, slots=True)
class InRace(Event):
    """A race, by its code."""

    code: str
    kind: ClassVar[str] = "race"
    words: ClassVar[str] = "a race"

    @property
    def rest(self) -> str:
        return self.code

    @classmethod
    def read(cls, rest: str) -> Self:
        return cls(rest)
