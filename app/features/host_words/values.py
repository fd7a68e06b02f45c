"""What the people who run a server can say on its front page."""

from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from app.core.refusals import Malformed
from app.core.typed import read_line

MOST_AHEAD_MS = 366 * 24 * 3_600_000
"""How far ahead a message of the day may end."""


class HostWordKind(StrEnum):
    """The kinds of words."""

    NAME = "name"
    """What the site is called, in place of Rampart."""
    GREETING = "greeting"
    MESSAGE = "message"
    """The message of the day, which goes away by itself."""


LONGEST = {HostWordKind.NAME: 24, HostWordKind.GREETING: 120, HostWordKind.MESSAGE: 300}
"""In characters."""
_CALLED = {
    HostWordKind.NAME: "A site’s name",
    HostWordKind.GREETING: "A greeting",
    HostWordKind.MESSAGE: "A message of the day",
}


@dataclass(frozen=True, slots=True)
class HostWord:
    """A line of the log of what was said, to which we only ever add; the fields stand in the order of the columns."""

    kind: HostWordKind
    number: int
    """Counts the lines of a kind from 1. The last one stands."""
    text: str
    """Empty if the line takes away what was said."""
    at: int
    ends_at: int | None
    """The time from which a message is gone."""

    @property
    def until(self) -> str:
        """The time from which a message is gone, as a form has it; empty without one."""
        return f"{datetime.fromtimestamp(self.ends_at / 1000, UTC):%Y-%m-%dT%H:%M}" if self.ends_at else ""

    def is_shown(self, now: int) -> bool:
        """Return whether visitors see it while it is the last line of its kind."""
        return bool(self.text) and (self.ends_at is None or now < self.ends_at)


@dataclass(frozen=True, slots=True)
class Saying:
    """What somebody wants to say."""

    kind: HostWordKind
    text: str
    ends_at: int | None = None


def read_kind(text: str) -> HostWordKind:
    """Read a kind of words; raise `Malformed`."""
    try:
        return HostWordKind(text)
    except ValueError:
        raise Malformed("Choose what you want to say: a name, a greeting or a message.") from None


def read_saying(kind: HostWordKind, text: str, until: str, now: int) -> Saying:
    """Read what somebody wants to say, and until when if it is a message; raise `Malformed`."""
    line = read_line(text, LONGEST[kind], _CALLED[kind])
    if kind is not HostWordKind.MESSAGE or not line:
        return Saying(kind, line)
    try:
        ends_at = int(datetime.fromisoformat(until).replace(tzinfo=UTC).timestamp()) * 1000
    except (ValueError, OverflowError):
        raise Malformed("Say when the message goes away, like 2027-01-31T18:00.") from None
    if not now < ends_at <= now + MOST_AHEAD_MS:
        raise Malformed("The message must go away later than now, and in a year at the latest.")
    return Saying(kind, line, ends_at)
