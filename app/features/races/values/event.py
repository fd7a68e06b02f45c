"""A race as what a session is played for, and the public name of that session in it."""

from dataclasses import dataclass
from hashlib import sha256
from typing import ClassVar, Self

from app.play.values.event import Event


@dataclass(frozen=True, slots=True)
class InRace(Event):
    """A race, by its code."""

    code: str
    kind: ClassVar[str] = "race"
    words: ClassVar[str] = "a race"
    timed_from_deal: ClassVar[bool] = True
    over_once_unsealed: ClassVar[bool] = True

    @property
    def rest(self) -> str:
        return self.code

    @classmethod
    def read(cls, rest: str) -> Self:
        return cls(rest)


def mark(session_id: str) -> str:
    """Return a public name for a run, from which nobody can work out the id of its session."""
    return sha256(session_id.encode()).hexdigest()[:12]
