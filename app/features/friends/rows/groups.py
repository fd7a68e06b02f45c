"""Statements about groups of players and who is in them."""

from dataclasses import asdict

from sqlalchemy import Connection, delete, func, insert, select, update

from app.people.tables import account, member, player_group
from app.people.titles import Group


def add(connection: Connection, added: Group) -> None:
    """Add a group with nobody in it."""
    connection.execute(insert(player_group), asdict(added))


def find(connection: Connection, code: str) -> Group | None:
    """Return the group with that code, or None if there is none."""
    row = connection.execute(select(player_group).where(player_group.c.code == code)).first()
    return Group(*row) if row else None


def find_to_change(connection: Connection, code: str) -> Group | None:
    """Return a group as `find` does. No other process changes who is in it until the transaction ends."""
    row = connection.execute(select(player_group).where(player_group.c.code == code).with_for_update()).first()
    return Group(*row) if row else None


def move(connection: Connection, before: Group, after: Group) -> None:
    """Move a group with its members to another code; the caller must hold it by `find_to_change`."""
    add(connection, after)
    connection.execute(update(member).where(member.c.code == before.code).values(code=after.code))
    connection.execute(delete(player_group).where(player_group.c.code == before.code))


def name_of(connection: Connection, code: str) -> str | None:
    """Return the name of a group, or None if there is none."""
    return connection.execute(select(player_group.c.name).where(player_group.c.code == code)).scalar()


def first_member(connection: Connection, code: str) -> str | None:
    """Return who has been in a group for longest, or None if there is no such group."""
    there = select(member.c.player_id).where(member.c.code == code)
    return connection.execute(there.order_by(member.c.joined_at, member.c.player_id).limit(1)).scalar()


def retitle(connection: Connection, code: str, before: str, after: str) -> bool:
    """Change the name of a group from `before` to `after`; return False if it has another name."""
    here = update(player_group).where(player_group.c.code == code, player_group.c.name == before)
    return connection.execute(here.values(name=after)).rowcount == 1


def of_player(connection: Connection, player_id: str) -> list[Group]:
    """List the groups that a player is in, the most recently joined first."""
    theirs = (
        select(player_group)
        .join(member, member.c.code == player_group.c.code)
        .where(member.c.player_id == player_id)
        .order_by(member.c.joined_at.desc(), player_group.c.code)
    )
    return [Group(*row) for row in connection.execute(theirs)]


def members(connection: Connection, code: str) -> dict[str, str]:
    """Return the names of a group's members by id, in the order in which they joined."""
    there = (
        select(member.c.player_id, account.c.name)
        .join(account, account.c.player_id == member.c.player_id)
        .where(member.c.code == code)
        .order_by(member.c.joined_at, member.c.player_id)
    )
    return {row.player_id: row.name for row in connection.execute(there)}


def join(connection: Connection, code: str, player_id: str, now: int) -> None:
    """Add somebody to a group; the database refuses somebody who is a member already."""
    connection.execute(insert(member), {"code": code, "player_id": player_id, "joined_at": now})


def leave(connection: Connection, code: str, player_id: str) -> None:
    """Remove somebody from a group, and delete the group if nobody is left."""
    connection.execute(delete(member).where(member.c.code == code, member.c.player_id == player_id))
    if not connection.execute(select(func.count()).where(member.c.code == code)).scalar_one():
        connection.execute(delete(player_group).where(player_group.c.code == code))
