"""The visitor's groups, and one of them."""

from dataclasses import dataclass

from app.services.groups import Gathering, Memberships
from app.views.words import numbered


@dataclass(frozen=True, slots=True)
class GroupLine:
    """A group in a list."""

    name: str
    link: str


@dataclass(frozen=True, slots=True)
class GroupsPage:
    """What groups.html shows."""

    groups: tuple[GroupLine, ...]
    has_account: bool
    refused: str
    """Why the form came back; empty at first."""
    typed: str


@dataclass(frozen=True, slots=True)
class GroupPage:
    """What group.html shows."""

    name: str
    address: str
    invitation: str
    """The whole link to pass on."""
    members: tuple[str, ...]
    """Their names; none for a visitor who is not a member."""
    size: str
    is_member: bool
    has_account: bool
    standings: str
    """The address of the group's standings."""


def groups_page(mine: Memberships, refused: str = "", typed: str = "") -> GroupsPage:
    """Show the visitor's groups, and the form for another."""
    lines = tuple(GroupLine(group.name, f"/groups/{group.code}") for group in mine.groups)
    return GroupsPage(lines, mine.visitor is not None, refused, typed)


def group_page(gathering: Gathering, origin: str) -> GroupPage:
    """Show a group to those in it, and an invitation to others."""
    address = f"/groups/{gathering.group.code}"
    return GroupPage(
        name=gathering.group.name,
        address=address,
        invitation=f"{origin}{address}",
        members=tuple(gathering.members.values()) if gathering.is_member else (),
        size=numbered(len(gathering.members), "1 player", "{count} players"),
        is_member=gathering.is_member,
        has_account=gathering.visitor is not None,
        standings=f"/standings/all?among={gathering.group.code}",
    )
