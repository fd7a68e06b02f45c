"""The front page: what features show there, in the three places that it has for them, and where it leads."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from sqlalchemy import Connection

from app.core.slots import Slot
from app.play.values.session import Session

if TYPE_CHECKING:
    from app.web.server import Server


class FrontLook(NamedTuple):
    """Somebody's look at the front page."""

    serving: "Server"
    """Where a part keeps what is the same for everybody."""
    player_id: str | None
    now: int


def _leaves(_session: Session, _now: int) -> bool:
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPart:
    """A part of the front page."""

    place: Literal["now", "today", "seen"]
    """Before the deals of the day, beside them, or after them. A place has its parts in the order of the features."""
    template: str
    """The fragment that draws it, as `found`."""
    read: Callable[[Connection, FrontLook], object]
    """Returns what to draw; None if there is nothing."""
    takes: Callable[[Session, int], bool] = _leaves
    """Returns whether it shows this unfinished game itself, which then is not among those to continue."""


class FilledFrontPart(NamedTuple):
    """A part with what it shows."""

    template: str
    found: object


class Lead(NamedTuple):
    """A page of a feature to which the front page and the page of races lead."""

    name: str
    address: str
    wish: str
    """What somebody wants who goes there, as in “to play with others”."""


FRONT = Slot[FrontPart]("parts of the front page")
LEADS = Slot[Lead]("pages to which others lead")


def read_front(connection: Connection, look: FrontLook) -> dict[str, list[FilledFrontPart]]:
    """Read what the parts of the front page show, by their places."""
    shown: dict[str, list[FilledFrontPart]] = {"now": [], "today": [], "seen": []}
    for part in FRONT:
        if (found := part.read(connection, look)) is not None:
            shown[part.place].append(FilledFrontPart(part.template, found))
    return shown
