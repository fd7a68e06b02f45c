"""Groups, such as a class, an office or a family. They have boards of their own, and a link lets others in."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound, NotYours
from app.features.friends.rows import friends, groups
from app.features.moderation.rows import titles
from app.people.codes import secret_code
from app.people.rows import accounts, barred
from app.people.rows.accounts import Account
from app.people.service import players
from app.people.service.accounts import own as own_account
from app.people.service.naming import check_title
from app.people.titles import SHOWS_GROUPS, Group
from app.people.venues import Venue
from app.people.visitors import Visit

KIND = "group"
"""The word for groups in `Venue`."""

MOST_MEMBERS, MOST_GROUPS = 100, 20


@dataclass(frozen=True, slots=True)
class Gathering:
    """A group with its members, as one visitor sees it."""

    group: Group
    members: dict[str, str]
    """Names by player id, in the order in which the members joined. Only members see names; others see the count."""
    visitor: Account | None
    """The visitor's account; guests are in no group."""

    @property
    def leads(self) -> bool:
        """Return whether the visitor looks after it, as whoever has been in it for longest does."""
        return self.visitor is not None and self.visitor.player_id == next(iter(self.members), None)

    @property
    def is_member(self) -> bool:
        """Return whether the visitor is in it."""
        return self.visitor is not None and self.visitor.player_id in self.members


@dataclass(frozen=True, slots=True)
class Memberships:
    """The groups of a visitor."""

    visitor: Account | None
    groups: list[Group]
    """The one joined last first."""


def make(connection: Connection, visit: Visit | None, name: str, now: int) -> Group:
    """Make a group, with its maker as the first member.

    Raises:
        SignedOut, NotFound, Impossible: the visitor has no account, or is in too many groups.
    """
    player_id = _holding(connection, visit, now)
    check_title(connection, name)
    group = Group(secret_code(), name, now)
    groups.add(connection, group)
    _enter(connection, group.code, player_id, now)
    return group


def join(connection: Connection, visit: Visit | None, code: str, now: int) -> Group:
    """Join a group by its invitation link; for a member, nothing changes.

    Raises:
        SignedOut, NotFound, Impossible: also if the group is full.
    """
    player_id = _holding(connection, visit, now)
    group = _there(groups.find_to_change(connection, code.upper()))
    members = groups.members(connection, group.code)
    if player_id not in members:
        if barred.is_barred(connection, Venue(KIND, group.code), player_id):
            raise Impossible("You have been removed from this group; make one of your own.")
        if len(members) >= MOST_MEMBERS:
            raise Impossible(f"This group is full: it has {MOST_MEMBERS} members.")
        _enter(connection, group.code, player_id, now)
    return group


def leave(connection: Connection, visit: Visit | None, code: str) -> None:
    """Leave a group; the last one to leave ends it.

    Raises:
        SignedOut, NotFound: the visitor has no account, or is not in such a group.
    """
    player_id = own_account(connection, visit).player_id
    groups.find_to_change(connection, code.upper())
    groups.leave(connection, own(connection, player_id, code).group.code, player_id)


def remove(connection: Connection, visit: Visit | None, code: str, name: str) -> None:
    """Remove the member of that name, who can't come back, with what they have asked the others.

    Raises:
        SignedOut, NotFound, NotYours, Impossible: there is no such group or member, the visitor does not look after the
            group, or wants to remove themselves.
    """
    group, members = _group_to_lead(connection, visit, code)
    gone = next((player_id for player_id, called in members.items() if called == name), None)
    if gone is None:
        raise NotFound("Nobody by that name is in this group.")
    if gone == next(iter(members)):
        raise Impossible("You can leave the group; nobody can remove themselves.")
    groups.leave(connection, group.code, gone)
    friends.withdraw(connection, gone, members.keys())
    barred.bar(connection, Venue(KIND, group.code), gone)


def renew(connection: Connection, visit: Visit | None, code: str) -> Group:
    """Replace the link of a group, and return the group; the old link no longer works.

    Raises:
        SignedOut, NotFound, NotYours: there is no such group, or the visitor does not look after it.
    """
    group, members = _group_to_lead(connection, visit, code)
    renewed = replace(group, code=secret_code())
    groups.move(connection, group, renewed)
    for each in SHOWS_GROUPS:
        each.move_group(connection, members.keys(), group.code, renewed.code)
    before, after = (Venue(KIND, one.code) for one in (group, renewed))
    barred.move(connection, before, after)
    titles.move(connection, before, after)
    return renewed


def look(connection: Connection, player_id: str | None, code: str) -> Gathering:
    """Return the group that a link names; raise `NotFound`."""
    group = _there(groups.find(connection, code.upper()))
    members = groups.members(connection, group.code)
    return Gathering(group, members, _account(connection, player_id))


def own(connection: Connection, player_id: str | None, code: str) -> Gathering:
    """Return a group to one of its members; raise `NotFound`."""
    gathering = look(connection, player_id, code)
    if not gathering.is_member:
        raise NotFound("You are not in any such group.")
    return gathering


def of_player(connection: Connection, player_id: str | None) -> list[Group]:
    """List the groups that somebody is in, the one joined last first."""
    return groups.of_player(connection, player_id) if player_id else []


def memberships(connection: Connection, player_id: str | None) -> Memberships:
    """Return the groups of a visitor, who may be a guest and in none."""
    return Memberships(_account(connection, player_id), of_player(connection, player_id))


def _group_to_lead(connection: Connection, visit: Visit | None, code: str) -> tuple[Group, dict[str, str]]:
    """Return the visitor's group and its members to whoever looks after it; nobody else changes it meanwhile."""
    player_id = own_account(connection, visit).player_id
    groups.find_to_change(connection, code.upper())
    gathering = own(connection, player_id, code)
    if not gathering.leads:
        raise NotYours("Only the member who has been in the group for longest can do that.")
    return gathering.group, gathering.members


def _holding(connection: Connection, visit: Visit | None, now: int) -> str:
    """Return the visitor, whose account nobody deletes until this transaction ends; raise what `own_account` raises."""
    return players.hold(connection, own_account(connection, visit).player_id, now).id


def _account(connection: Connection, player_id: str | None) -> Account | None:
    return accounts.find(connection, player_id) if player_id else None


def _enter(connection: Connection, code: str, player_id: str, now: int) -> None:
    if len(groups.of_player(connection, player_id)) >= MOST_GROUPS:
        raise Impossible(f"You are already in {MOST_GROUPS} groups; leave one first.")
    groups.join(connection, code, player_id, now)


def _there(found: Group | None) -> Group:
    if found is None:
        raise NotFound("There is no such group; perhaps everybody has left it.")
    return found
