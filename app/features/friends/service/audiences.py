"""The players among whom somebody is ranked: friends, a group, or everybody on this server."""

from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.refusals import NotFound
from app.features.friends.rows import friends, groups

EVERYBODY, FRIENDS = "everybody", "friends"
"""The keys that stand for all players and for one's friends, in place of a group's code."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Players among whom a visitor can be ranked, including the visitor."""

    key: str
    """A group's code, or `FRIENDS`."""
    name: str


class Chosen(NamedTuple):
    """A visitor's audiences, and the one whose board they asked for."""

    mine: list[Audience]
    shown: Audience | None
    """None for everybody."""
    members: list[str] | None
    """The ids of the players in it; None for everybody."""


def choose(connection: Connection, player_id: str | None, among: str) -> Chosen:
    """Return somebody's audiences, and the one whose board they ask for.

    `among` is a group's code, `FRIENDS`, `EVERYBODY`, or empty for the first that they have: friends, the group joined
    last, or everybody.

    Raises:
        NotFound: they are not in such a group, or have no friends.
    """
    if player_id is None:
        if among in {"", EVERYBODY}:
            return Chosen([], None, None)
        raise _absent(among)
    mine = [Audience(group.code, group.name) for group in groups.of_player(connection, player_id)]
    if friends.has_any(connection, player_id):
        mine.insert(0, Audience(FRIENDS, "Friends"))
    if among == EVERYBODY or not (among or mine):
        return Chosen(mine, None, None)
    shown = next((one for one in mine if one.key == among), None) if among else mine[0]
    if shown is None:
        raise _absent(among)
    return Chosen(mine, shown, _members(connection, player_id, shown))


def _members(connection: Connection, player_id: str, shown: Audience) -> list[str]:
    if shown.key == FRIENDS:
        return [player_id, *friends.ids_of(connection, player_id)]
    return list(groups.members(connection, shown.key))


def _absent(among: str) -> NotFound:
    return NotFound("You have no friends here yet." if among == FRIENDS else "You are not in any such group.")
