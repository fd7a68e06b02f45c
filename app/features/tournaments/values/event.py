"""A tournament as what a session is played for."""

from dataclasses import dataclass
from typing import ClassVar, Self

from app.play.values.event import Event


@dataclass(frozen=True, slots=True)
class InTournament(Event):
    """A deal of a tournament, by the tournament's code and the deal's number, counted from 1."""

    code: str
    number: int
    kind: ClassVar[str] = "tournament"
    timed_from_deal: ClassVar[bool] = True

    @property
    def rest(self) -> str:
        return f"{self.code} {self.number}"

    @classmethod
    def read(cls, rest: str) -> Self:
        code, number = rest.split()
        return cls(code, int(number))
