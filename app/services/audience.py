"""Among whom a board or standings rank: everybody, or a group of the visitor's."""

from sqlalchemy import Connection

from app.model.refusals import NotFound
from app.store import groups
from app.store.groups import Group

EVERYBODY = "everybody"
"""What stands for everybody where a group's code could."""


def choose(connection: Connection, player_id: str | None, among: str) -> tuple[list[Group], Group | None]:
    """Return somebody's groups, and the one whose board they ask for; None for everybody.

    `among` is a group's code, `EVERYBODY`, or empty for the group joined last.

    Raises:
        NotFound: they are not in such a group.
    """
    mine = groups.of_player(connection, player_id) if player_id else []
    if among in {"", EVERYBODY}:
        return mine, mine[0] if mine and not among else None
    chosen = next((group for group in mine if group.code == among), None)
    if chosen is None:
        raise NotFound("You are not in any such group.")
    return mine, chosen
