"""What a feature is to the house: its name, and everything that the rooms below ask of it."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection

from app.core.live.calm import Calm
from app.core.metrics import Figure
from app.core.store.database import Database
from app.people.service.audiences import Audiences, ResultsOfDay
from app.people.service.keeping import Keeps
from app.people.service.naming import UsesNames
from app.people.showing import ProfileSection
from app.people.titles import Groups, ShowsGroups, Titled
from app.play.between import Involves, Judged, JudgedList, Making
from app.play.checking import Check, Claims, Texts
from app.play.companions import Companion
from app.play.front import FrontPart, Lead
from app.play.goals import Goal
from app.play.occasion import Occasion
from app.play.service.secrecy import Poses, Withholds
from app.play.solving.jobs import Jobs
from app.play.solving.seeking import Process, Seeks
from app.web.doors import Doors, Section

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


Walk = Callable[[Connection, str, int], str | None]
"""Handles the page that follows a place, at a time. Returns the place from which to continue, or None at the end; the
first page follows an empty text."""


def nothing(_serving: "Server") -> Running:
    """Return that a feature has nothing in a process that serves."""
    return Running()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Feature:
    """A folder of `app/features`. `app.site.features` lists them all, and fills the slots of the rooms below.

    A server without an optional feature has no page of it, and runs nothing for it. What the feature has stored it
    still keeps, hides, hands over and forgets, as long as its folder is there: the second part of this class.
    """

    name: str
    """The name of its folder, of the folder of its templates, and of its word in `RAMPART_FEATURES`."""
    optional: bool = False
    """Whether a host may do without it."""
    needs: tuple[str, ...] = ()
    """The optional features without which it does not work, by name."""
    occasions: tuple[Occasion[Any], ...] = ()
    """What sessions of it are played for."""
    companions: Callable[[], tuple[Companion, ...]] = tuple
    """Returns what it does at tables; imported with its pages only."""
    doors: Callable[[], Doors]
    """Returns its doors, and imports its pages only then: commands and workers need none."""
    running: Callable[["Server"], Running] = nothing
    """Returns what it has in a process that serves, and imports it only then."""
    jobs: tuple[Callable[[Database, Calm | None], Jobs], ...] = ()
    """What it has solvers do."""
    groups: tuple[Groups, ...] = ()
    """Where in it players are in groups."""
    audiences: tuple[Audiences, ...] = ()
    """Among whom it lets players be ranked."""
    results_of_day: tuple[ResultsOfDay, ...] = ()
    """What it tells friends of one another's day."""
    sections: tuple[ProfileSection, ...] = ()
    """What it has for the public pages of players."""
    involves: tuple[Involves, ...] = ()
    """What in it players are in while others wait for them."""
    walks: tuple[Walk, ...] = ()
    """What the server does for it once a day, page by page."""
    seeks: tuple[Callable[[Process], Seeks], ...] = ()
    """What needs deals that are proved winnable."""
    makings: tuple[Making, ...] = ()
    """What it makes of positions that somebody studies."""
    titled: tuple[Titled, ...] = ()
    """Its venues with titles that moderators may replace."""
    moderation: tuple[Section[int], ...] = ()
    """Sections of the moderators' page."""
    account: tuple[Section[str], ...] = ()
    """Sections of the page of an account."""
    front: tuple[FrontPart, ...] = ()
    """Parts of the front page."""
    leads: tuple[Lead, ...] = ()
    """Pages of it to which others lead."""
    goals: tuple[Goal, ...] = ()
    """What it has for the plan of a week."""
    operator: tuple[Section[int], ...] = ()
    """Sections of the operator's page."""
    figures: tuple[Figure, ...] = ()
    """Its figures for the metrics."""

    withholds: tuple[Withholds, ...] = ()
    """What is played on deals that must stay secret until it is over."""
    poses: tuple[Poses, ...] = ()
    """What poses positions from which players must find the way alone."""
    keeps: tuple[Keeps, ...] = ()
    """What it keeps about players."""
    names: tuple[UsesNames, ...] = ()
    """Where in it players use names."""
    shows_groups: tuple[ShowsGroups, ...] = ()
    """Where it shows for which groups players play."""
    judged: tuple[Judged, ...] = ()
    """Its results about which moderators decide."""
    results: tuple[JudgedList, ...] = ()
    """What `rampart results` lists and does."""
    claims: tuple[Claims, ...] = ()
    """What it has stored about the ends of sessions."""
    checks: tuple[Check, ...] = ()
    """What it checks of what it has stored."""
    texts: Texts = field(default_factory=dict)
    """How to read its stored texts that stand for values."""
    forgets: tuple[Callable[[Connection, int, int], bool], ...] = ()
    """What it forgets once a day: gets the time and the most rows at once, and returns whether there were any."""
