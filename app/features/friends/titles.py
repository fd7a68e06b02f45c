"""The names of groups as titles that moderators may replace."""

from collections.abc import Iterator

from sqlalchemy import Connection

from app.features.friends.rows import groups as rows
from app.features.friends.service import groups
from app.people.names import neutral_name
from app.people.titles import SHOWS_GROUPS

kind, kinds = groups.KIND, "groups"


def address(_code: str) -> str:
    """Return an empty address: others see no page of a group."""
    return ""


def title_of(connection: Connection, code: str) -> str | None:
    """Return the name of a group, or None if there is none.

    A group that everybody has left has its name as long as somebody is shown as playing for it.
    """
    if name := rows.name_of(connection, code):
        return name
    return next((name for name, _ in _played_for(connection, code)), None)


def owner_of(connection: Connection, code: str) -> str | None:
    """Return who has been in a group for longest, or has played for one that everybody has left; None if nobody has."""
    if first := rows.first_member(connection, code):
        return first
    return next((player_id for _, player_id in _played_for(connection, code)), None)


def title_to(connection: Connection, player_id: str, code: str) -> str:
    """Return the name of a group to one of its members; raise `NotFound`."""
    return groups.own(connection, player_id, code).group.name


def neutral(_code: str) -> str:
    """Return a name for a group that says nothing."""
    # The code of a group lets people in, so the name has another number.
    return neutral_name("Group")


def retitle(connection: Connection, code: str, before: str, after: str) -> bool:
    """Change the name of a group from `before` to `after`; return False if it has another name."""
    changed = [rows.retitle(connection, code, before, after)]
    changed += [each.retitle_group(connection, code, before, after) for each in SHOWS_GROUPS]
    return any(changed)


def _played_for(connection: Connection, code: str) -> Iterator[tuple[str, str]]:
    return (found for each in SHOWS_GROUPS if (found := each.played_for(connection, code)))
