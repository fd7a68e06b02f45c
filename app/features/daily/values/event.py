"""The daily challenge as what a session is played for."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Self

from app.play.values.event import Event

DAY_MS = 24 * 3_600_000
GRACE_MS = 2 * 3_600_000
"""How long after the day an attempt that began in time may still go on."""
_FIRST = date(1970, 1, 1).toordinal()


@dataclass(frozen=True, slots=True)
class InDaily(Event):
    """The daily challenge of a day, which is a UTC day."""

    day: date
    kind: ClassVar[str] = "daily"
    words: ClassVar[str] = "the daily"
    timed_from_deal: ClassVar[bool] = True

    @property
    def rest(self) -> str:
        return self.day.isoformat()

    @classmethod
    def read(cls, rest: str) -> Self:
        return cls(date.fromisoformat(rest))

    @property
    def hidden_until(self) -> int:
        # If the clock was set back since the day closed, what is open again is hidden again.
        return self.closes_at

    @property
    def of_day(self) -> date:
        return self.day

    @property
    def closes_at(self) -> int:
        """The time from which nothing about the day is secret."""
        return (self.day.toordinal() - _FIRST + 1) * DAY_MS + GRACE_MS
