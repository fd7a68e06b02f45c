"""The front page and a player's own: what features show there, place by place, and where the site's places lead."""

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


FrontPlace = Literal["name", "head", "daily", "today", "now", "seen", "me", "friends"]
"""The site's name in place of Rampart's, and what its host says above all else; on the first screen, the daily and what
else one goes on with, and what else the day has, which stands on the page of today as well; below it, what is going on,
and what is worth seeing. The last two are not on the front page but on a player's own, and on that of their friends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontPart:
    """A part of the front page."""

    place: FrontPlace
    """A place has its parts in the order of the features."""
    template: str
    """The fragment that draws it, as `found`."""
    read: Callable[[Connection, FrontLook], object]
    """Returns what to draw; None if there is nothing."""


class FilledFrontPart(NamedTuple):
    """A part with what it shows."""

    template: str
    found: object


def _no_news(_connection: Connection, _player_id: str) -> str:
    return ""


class Lead(NamedTuple):
    """A page of a feature to which a place of the site leads."""

    name: str
    address: str
    wish: str
    """What somebody wants who goes there, as in “to play with others”."""
    place: Literal["play", "learn", "me"]
    """Whether people play there with others, learn there, or find what is their own."""
    news: Callable[[Connection, str], str] = _no_news
    """Returns what waits there for a player, in a sentence; empty for nothing."""


FRONT = Slot[FrontPart]("parts of the front page")
LEADS = Slot[Lead]("pages to which others lead")


def read_front(connection: Connection, look: FrontLook, place: FrontPlace) -> list[FilledFrontPart]:
    """Read what the parts of the front page show that stand in a place."""
    found = [(part.template, part.read(connection, look)) for part in FRONT if part.place == place]
    return [FilledFrontPart(template, shown) for template, shown in found if shown is not None]


def leads_of(place: Literal["play", "learn", "me"]) -> list[Lead]:
    """Return the pages to which a place of the site leads."""
    return [lead for lead in LEADS if lead.place == place]


def count_waiting(connection: Connection, player_id: str | None) -> int:
    """Count the pages to which a player's own leads and on which something waits."""
    return sum(bool(player_id and lead.news(connection, player_id)) for lead in leads_of("me"))


def leads_with_news(connection: Connection, place: Literal["play", "learn", "me"], player_id: str | None) -> list[Lead]:
    """Return the pages to which a place of the site leads; where something waits for the player, its wish says that."""
    leads = leads_of(place)
    return [lead._replace(wish=lead.news(connection, player_id) or lead.wish) for lead in leads] if player_id else leads
