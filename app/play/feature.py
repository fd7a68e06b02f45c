"""What a feature is to the house: its name, and everything that the rooms below ask of it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.core.live.calm import Calm
from app.core.store.database import Database
from app.people.groups import Groups
from app.people.service.audiences import Audiences
from app.people.service.keeping import Keeps
from app.people.service.naming import UsesNames
from app.people.showing import Section as Shown
from app.people.titles import ShowsGroups, Titled
from app.play.companions import Companion
from app.play.involving import Involves
from app.play.judged import Judged
from app.play.making import Making
from app.play.occasion import Occasion
from app.play.service.secrecy import Withholds
from app.play.solving.jobs import Jobs
from app.play.solving.seeking import Process, Seeks
from app.web.doors import Doors
from app.web.sections import Section

if TYPE_CHECKING:
    # Commands import this with the list of features, and need none of the web.
    from app.web.server import Server


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """What a feature has in a process that serves."""

    parts: tuple[object, ...] = ()
    """What its pages find there by type, with `Server.part`."""
    contexts: tuple[AbstractAsyncContextManager[None], ...] = ()
    """What is open for as long as the process serves; opened in this order, and closed in the opposite order."""


def nothing(_serving: "Server") -> Running:
    """Return that a feature has nothing in a process that serves."""
    return Running()


@dataclass(frozen=True, slots=True, kw_only=True)
class Feature:
    """A folder of `app/features`. `app.site.features` lists them all, and fills the slots of the rooms below."""

    name: str
    """The name of its folder, of the folder of its templates, and of its word in `RAMPART_FEATURES`."""
    occasions: tuple[Occasion[Any], ...] = ()
    """What sessions of it are played for."""
    companions: Callable[[], tuple[Companion, ...]] = tuple
    """Returns what it does at tables; imported with its pages only."""
    doors: Callable[[], Doors]
    """Returns its doors, and imports its pages only then: commands and workers need none."""
    running: Callable[["Server"], Running] = nothing
    """Returns what it has in a process that serves, and imports it only then."""
    withholds: tuple[Withholds, ...] = ()
    """What is played on deals that must stay secret until it is over."""
    jobs: tuple[Callable[[Database, Calm | None], Jobs], ...] = ()
    """What it has solvers do."""
    keeps: tuple[Keeps, ...] = ()
    """What it keeps about players."""
    names: tuple[UsesNames, ...] = ()
    """Where in it players use names."""
    groups: tuple[Groups, ...] = ()
    """Where in it players are in groups."""
    audiences: tuple[Audiences, ...] = ()
    """Among whom it lets players be ranked."""
    sections: tuple[Shown, ...] = ()
    """What it has for the public pages of players."""
    involves: tuple[Involves, ...] = ()
    """What in it players are in while others wait for them."""
    seeks: tuple[Callable[[Process], Seeks], ...] = ()
    """What needs deals that are proved winnable."""
    makings: tuple[Making, ...] = ()
    """What it makes of positions that somebody studies."""
    titled: tuple[Titled, ...] = ()
    """Its venues with titles that moderators may replace."""
    shows_groups: tuple[ShowsGroups, ...] = ()
    """Where it shows for which groups players play."""
    judged: tuple[Judged, ...] = ()
    """Its results about which moderators decide."""
    moderation: tuple[Section[int], ...] = ()
    """Sections of the moderators' page."""
    account: tuple[Section[str], ...] = ()
    """Sections of the page of an account."""
