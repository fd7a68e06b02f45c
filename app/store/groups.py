"""Statements about groups of players and who is in them."""

from dataclasses import dataclass, fields

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from app.store.schema import account, member, player_group


@dataclass(frozen=True, slots=True)
class Group:
    """A row of `player_group`; the fields stand in the order of the columns."""

    code: str
    """What its invitation link ends with."""
    name: str
    made_at: int


_FIELDS = tuple(field.name for field in fields(Group))
_IN = member.c.code == bindparam("of_group")
_ADD = insert(player_group).values({name: bindparam(name) for name in _FIELDS})
_FIND = select(player_group).where(player_group.c.code == bindparam("of_group"))
_REMOVE = delete(player_group).where(player_group.c.code == bindparam("of_group"))
_OF_PLAYER = (
    select(player_group)
    .join(member, member.c.code == player_group.c.code)
    .where(member.c.player_id == bindparam("whose"))
    .order_by(member.c.joined_at.desc(), player_group.c.code)
)
_MEMBERS = (
    select(member.c.player_id, account.c.name)
    .join(account, account.c.player_id == member.c.player_id)
    .where(_IN)
    .order_by(member.c.joined_at, member.c.player_id)
)
_SIZE = select(func.count()).select_from(member).where(_IN)
_JOIN = insert(member).values({column.name: bindparam(column.name) for column in member.columns})
_LEAVE = delete(member).where(_IN, member.c.player_id == bindparam("whose"))


def add(connection: Connection, added: Group) -> None:
    """Add a group with nobody in it."""
    connection.execute(_ADD, {name: getattr(added, name) for name in _FIELDS})


def find(connection: Connection, code: str) -> Group | None:
    """Return the group of that code, None if there is none."""
    row = connection.execute(_FIND, {"of_group": code}).first()
    return Group(*row) if row else None


def of_player(connection: Connection, player_id: str) -> list[Group]:
    """List the groups that a player is in, the one joined last first."""
    return [Group(*row) for row in connection.execute(_OF_PLAYER, {"whose": player_id})]


def members(connection: Connection, code: str) -> dict[str, str]:
    """Return the names of those in a group by their ids, in the order in which they came."""
    return {row.player_id: row.name for row in connection.execute(_MEMBERS, {"of_group": code})}


def join(connection: Connection, code: str, player_id: str, now: int) -> None:
    """Add somebody to a group; the database refuses a member."""
    connection.execute(_JOIN, {"code": code, "player_id": player_id, "joined_at": now})


def leave(connection: Connection, code: str, player_id: str) -> None:
    """Take somebody out of a group; nobody keeps one that is empty."""
    connection.execute(_LEAVE, {"of_group": code, "whose": player_id})
    if not connection.execute(_SIZE, {"of_group": code}).scalar_one():
        connection.execute(_REMOVE, {"of_group": code})
