"""Titles of venues, which moderators may replace, and the groups for which players can play."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from app.core.refusals import Malformed
from app.core.slots import Slot
from app.core.words import listed
from app.people.venues import Venue


class Titled(Protocol):
    """The venues of one kind, each with a title that somebody chose."""

    kind: str
    """The word for one of them in `Venue`."""
    kinds: str
    """What several of them are called."""

    def address(self, code: str) -> str:
        """Return the address of the page that everybody may see of a venue; empty without one."""

    def title_of(self, connection: Connection, code: str) -> str | None:
        """Return the title of a venue, or None if there is no such venue."""

    def owner_of(self, connection: Connection, code: str) -> str | None:
        """Return the player who answers for a title, or None if no player does."""

    def title_to(self, connection: Connection, player_id: str, code: str) -> str:
        """Return a title that a player may report; raise `NotFound`."""

    def neutral(self, code: str) -> str:
        """Return a title that a venue can get in place of its own."""

    def retitle(self, connection: Connection, code: str, before: str, after: str) -> bool:
        """Change a title from `before` to `after`; return False if it is a different one."""


class ShowsGroups(Protocol):
    """A room that shows for which groups players play there."""

    def move_group(self, connection: Connection, player_ids: Collection[str], before: str, after: str) -> None:
        """Note that the group for which these players played has another code now."""

    def retitle_group(self, connection: Connection, code: str, before: str, after: str) -> bool:
        """Show the title `after` for a group where `before` stands; return whether it stood anywhere."""

    def played_for(self, connection: Connection, code: str) -> tuple[str, str] | None:
        """Return the title shown for a group, and who has played for it for longest; None if nobody has."""


TITLED = Slot[Titled]("titles of venues")
SHOWS_GROUPS = Slot[ShowsGroups]("for which groups players play")


def titled(venue: Venue) -> Titled | None:
    """Return the venues of the same kind, or None if no feature has such venues."""
    return next((each for each in TITLED if each.kind == venue.kind), None)


def read_titled(text: str) -> Venue:
    """Return the venue with a title that a form or an address names; raise `Malformed`."""
    try:
        venue = Venue.read(text)
    except ValueError:
        venue = None
    if venue is None or titled(venue) is None:
        kinds = listed([each.kind for each in TITLED], "or")
        raise Malformed(f"The server can’t read which {kinds or 'name'} you mean.")
    return venue


@dataclass(frozen=True, slots=True)
class Group:
    """A row of `player_group`; the fields stand in the order of the columns."""

    code: str
    """The end of its invitation link."""
    name: str
    made_at: int


class Groups(Protocol):
    """A room in which players are in groups."""

    def of_player(self, connection: Connection, player_id: str) -> Sequence[Group]:
        """List the groups that a player is in, the most recently joined first."""


GROUPS = Slot[Groups]("the groups that players are in")


def groups_of(connection: Connection, player_id: str) -> list[Group]:
    """List the groups for which a player can play."""
    return [group for groups in GROUPS for group in groups.of_player(connection, player_id)]
