"""Groups of players, such as a class, for which they can play."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sqlalchemy import Connection

from app.core.slots import Slot


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
