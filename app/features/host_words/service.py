"""What the people who run a server say on its front page. A log keeps every line, and each can be taken back."""

from dataclasses import dataclass
from itertools import chain

from sqlalchemy import Connection

from app.features.host_words import rows
from app.features.host_words.values import HostWord, HostWordKind, Saying
from app.play.front import FrontLook

LOGGED = 20
"""How many lines of each kind the operator sees."""


@dataclass(frozen=True, slots=True)
class SaidAtHead:
    """What stands at the head of the front page."""

    greeting: str
    message: str


@dataclass(frozen=True, slots=True)
class HostDesk:
    """What the operator sees of the words."""

    standing: dict[HostWordKind, HostWord]
    log: list[HostWord]
    """The latest first."""


def say(connection: Connection, saying: Saying, seen: int, now: int) -> bool:
    """Put something in place of what stands, or nothing any more if the text is empty.

    `seen` is the number of the line that stood on the page. Return False, and change nothing, if another one stands
    now, or just the same is said already.
    """
    standing = rows.standing(connection, saying.kind)
    number = standing.number if standing else 0
    said = (standing.text, standing.ends_at) if standing else ("", None)
    if number != seen or said == (saying.text, saying.ends_at):
        return False
    return rows.add(connection, HostWord(saying.kind, number + 1, saying.text, now, saying.ends_at))


def take_back(connection: Connection, kind: HostWordKind, seen: int, now: int) -> bool:
    """Put back what was said before the line numbered `seen`; return False if that line is no longer in force."""
    earlier = rows.before(connection, kind, seen)
    saying = Saying(kind, earlier.text, earlier.ends_at) if earlier else Saying(kind, "")
    return say(connection, saying, seen, now)


def desk(connection: Connection) -> HostDesk:
    """Return what stands, and the log."""
    lines = {kind: rows.latest(connection, kind, LOGGED) for kind in HostWordKind}
    log = sorted(chain.from_iterable(lines.values()), key=lambda line: line.at, reverse=True)
    return HostDesk({kind: those[0] for kind, those in lines.items() if those}, log)


def name(connection: Connection, look: FrontLook) -> str | None:
    """Return what the site is called; None if it has no name of its own."""
    return _shown(connection, HostWordKind.NAME, look.now) or None


def at_head(connection: Connection, look: FrontLook) -> SaidAtHead | None:
    """Return the greeting and the message of the day; None if there is neither."""
    said = SaidAtHead(*(_shown(connection, kind, look.now) for kind in (HostWordKind.GREETING, HostWordKind.MESSAGE)))
    return said if said.greeting or said.message else None


def _shown(connection: Connection, kind: HostWordKind, now: int) -> str:
    standing = rows.standing(connection, kind)
    return standing.text if standing and standing.is_shown(now) else ""
