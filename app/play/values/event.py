"""What a session may be played for besides itself: an event is a value that says so, such as a race.

Each feature has classes of its own; a session without an event is ordinary play.
"""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Self

from app.core.slots import Slot


@dataclass(frozen=True, slots=True)
class Event:
    """What a session is played for."""

    kind: ClassVar[str]
    """The first word of its text in the database, and its word on pages."""
    words: ClassVar[str] = "an event"
    """What it is in a sentence, as in “after a race”."""
    timed_from_deal: ClassVar[bool] = False
    """Whether its results count the time from the deal on, played or not."""
    whole_game: ClassVar[bool] = True
    """Whether a whole game is played for it. If not, it is a try at a task, which lists and statistics leave out."""

    over_once_unsealed: ClassVar[bool] = False
    """Whether a game no longer counts for it once its deal is no longer secret, so nobody is asked to go on with it."""

    @property
    def rest(self) -> str:
        """The rest of its text in the database, after the kind."""
        raise NotImplementedError

    @classmethod
    def read(cls, rest: str) -> Self:
        """Read what `rest` wrote; raise `ValueError` or `LookupError`."""
        raise NotImplementedError

    @property
    def hidden_until(self) -> int:
        """The time until which its deal is secret, whatever the database says; 0 if only the database knows."""
        return 0

    @property
    def of_day(self) -> date | None:
        """The day that its results belong to, whenever they are counted; None if it is the day of the count."""
        return None


@dataclass(frozen=True, slots=True)
class LeftOut(Event):
    """An event of a feature that this server does without."""

    of_kind: str
    text: str
    kind: ClassVar[str] = ""
    whole_game: ClassVar[bool] = False

    @property
    def rest(self) -> str:
        return self.text


EVENTS = Slot[type[Event]]("the kinds of events")
