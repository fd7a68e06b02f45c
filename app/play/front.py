"""The front page: what features show there, in the three places that it has for them, and where it leads."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from sqlalchemy import Connection

from app.core.slots import Slot
from app.play.values.session import Session
from engine.rules import Game

if TYPE_CHECKING:
    from app.web.server import Server


class FrontLook(NamedTuple):
    """Somebody's look at the front page."""

    serving: "Server"
    """Where a part keeps what is the same for everybody."""
    player_id: str | None
    now: int
    continued: Session | None = None
    """The unfinished game with which the page begins, if there is one."""
    game: Game | None = None
    """The game that the visitor played last; None before the first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPart:
    """A part of the front page."""

    place: Literal["today", "now", "seen"]
    """On the first screen, or below it: first what is going on, then what is worth seeing. A place has its parts in the
    order of the features."""
    template: str
    """The fragment that draws it, as `found`."""
    read: Callable[[Connection, FrontLook], object]
    """Returns what to draw; None if there is nothing."""


class FilledFrontPart(NamedTuple):
    """A part with what it shows."""

    template: str
    found: object


class Lead(NamedTuple):
    """A page of a feature where people play with others, to which the front page and the page of races lead."""

    name: str
    address: str
    wish: str
    """What somebody wants who goes there, as in “to play with others”."""


FRONT = Slot[FrontPart]("parts of the front page")
LEADS = Slot[Lead]("pages to which others lead")


def read_front(connection: Connection, look: FrontLook) -> dict[str, list[FilledFrontPart]]:
    """Read what the parts of the front page show, by their places."""
    shown: dict[str, list[FilledFrontPart]] = {"today": [], "now": [], "seen": []}
    for part in FRONT:
        if (found := part.read(connection, look)) is not None:
            shown[part.place].append(FilledFrontPart(part.template, found))
    return shown
