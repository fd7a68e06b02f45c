"""Friends and groups as those among whom somebody is ranked."""

from sqlalchemy import Connection

from app.features.friends.rows import friends, groups
from app.people.service.audiences import Audience

FRIENDS = "friends"
"""The key that stands for one's friends, in place of a group's code."""


def of_player(connection: Connection, player_id: str) -> list[Audience]:
    """List somebody's audiences: friends, if there are any, and groups, the one joined last first."""
    mine = [Audience(group.code, group.name) for group in groups.of_player(connection, player_id)]
    if friends.has_any(connection, player_id):
        mine.insert(0, Audience(FRIENDS, "Friends"))
    return mine


def members(connection: Connection, player_id: str, shown: Audience) -> list[str]:
    """Return the ids of somebody's friends with their own, or those of a group's members."""
    if shown.key == FRIENDS:
        return [player_id, *friends.ids_of(connection, player_id)]
    return list(groups.members(connection, shown.key))


def absent(key: str) -> str:
    """Return a sentence for somebody without friends, or who is not in such a group."""
    return "You have no friends here yet." if key == FRIENDS else "You are not in any such group."
