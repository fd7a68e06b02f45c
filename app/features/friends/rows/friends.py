"""Statements about friends: friendships, requests, and the links that make friends."""

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from app.people.tables import account, friend_link, friend_request, friendship


@dataclass(frozen=True, slots=True)
class Friend:
    """A friend of a player, or somebody who asks to be one."""

    player_id: str
    name: str
    since: int
    """When they became friends, or when this one asked."""


def of_player(connection: Connection, player_id: str) -> list[Friend]:
    """List a player's friends by their names."""
    return _read(
        connection, _select_named(friendship.c.friend_id, friendship.c.made_at, friendship.c.player_id == player_id)
    )


def ids_of(connection: Connection, player_id: str) -> list[str]:
    """List the ids of a player's friends."""
    theirs = select(friendship.c.friend_id).where(friendship.c.player_id == player_id)
    return list(connection.execute(theirs.order_by(friendship.c.friend_id)).scalars())


def has_any(connection: Connection, player_id: str) -> bool:
    """Return whether a player has a friend."""
    theirs = select(friendship).where(friendship.c.player_id == player_id).limit(1)
    return connection.execute(theirs).first() is not None


def count(connection: Connection, player_id: str) -> int:
    """Count a player's friends."""
    theirs = select(func.count()).select_from(friendship).where(friendship.c.player_id == player_id)
    return connection.execute(theirs).scalar_one()


def befriend(connection: Connection, player_id: str, other_id: str, now: int) -> None:
    """Make two players friends, unless they are already, and drop their requests to each other."""
    _forget_requests(connection, player_id, other_id)
    pairs = ((player_id, other_id), (other_id, player_id))
    rows = [{"player_id": one, "friend_id": other, "made_at": now} for one, other in pairs]
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(friendship), rows)


def end(connection: Connection, player_id: str, other_id: str) -> None:
    """End a friendship for both."""
    either_way = _between(friendship.c.player_id, friendship.c.friend_id, player_id, other_id)
    connection.execute(delete(friendship).where(either_way))


def asking(connection: Connection, player_id: str) -> list[Friend]:
    """List the people who ask to be a player's friends, in order of name, without those declined."""
    return _read(connection, _select_named(friend_request.c.asker_id, friend_request.c.asked_at, _asking(player_id)))


def count_asking(connection: Connection, player_id: str) -> int:
    """Count the people who ask to be a player's friends, without those declined."""
    return connection.execute(select(func.count()).select_from(friend_request).where(_asking(player_id))).scalar_one()


def _asking(player_id: str) -> ColumnElement[bool]:
    return and_(friend_request.c.player_id == player_id, friend_request.c.declined.is_(False))


def asked_by(connection: Connection, asker_id: str) -> set[str]:
    """Return the ids of the people whom a player has asked, whatever they answered."""
    asked = select(friend_request.c.player_id).where(friend_request.c.asker_id == asker_id)
    return set(connection.execute(asked).scalars())


def ask(connection: Connection, player_id: str, asker_id: str, now: int) -> None:
    """Note that somebody asks a player to be friends, unless they have asked before."""
    row = {"player_id": player_id, "asker_id": asker_id, "asked_at": now, "declined": False}
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(friend_request), row)


def decline(connection: Connection, player_id: str, asker_id: str) -> None:
    """Decline a request. It stays in the table, but nobody sees it any more."""
    theirs = friend_request.c.player_id == player_id, friend_request.c.asker_id == asker_id
    connection.execute(update(friend_request).where(*theirs).values(declined=True))


def withdraw(connection: Connection, asker_id: str, player_ids: Collection[str]) -> None:
    """Delete what somebody has asked these players, unless they have declined."""
    theirs = (friend_request.c.asker_id == asker_id, friend_request.c.player_id.in_(player_ids))
    connection.execute(delete(friend_request).where(*theirs, friend_request.c.declined.is_(False)))


def link_of(connection: Connection, player_id: str) -> str | None:
    """Return the token of a player's link, or None without one."""
    return connection.execute(select(friend_link.c.token).where(friend_link.c.player_id == player_id)).scalar()


def owner_of(connection: Connection, token: str) -> str | None:
    """Return the player whose link has a token, or None if there is none."""
    return connection.execute(select(friend_link.c.player_id).where(friend_link.c.token == token)).scalar()


def keep_link(connection: Connection, player_id: str, token: str, now: int) -> None:
    """Store a player's new link. The old one no longer works."""
    close_link(connection, player_id)
    connection.execute(insert(friend_link), {"player_id": player_id, "token": token, "made_at": now})


def close_link(connection: Connection, player_id: str) -> None:
    """Delete a player's link."""
    connection.execute(delete(friend_link).where(friend_link.c.player_id == player_id))


def forget(connection: Connection, player_id: str) -> None:
    """Delete a player's link, friendships and requests."""
    close_link(connection, player_id)
    for kept, one, other in _PAIRS:
        connection.execute(delete(kept).where(or_(one == player_id, other == player_id)))


_PAIRS: tuple[tuple[Table, Column[Any], Column[Any]], ...] = (
    (friendship, friendship.c.player_id, friendship.c.friend_id),
    (friend_request, friend_request.c.player_id, friend_request.c.asker_id),
)


def _forget_requests(connection: Connection, player_id: str, other_id: str) -> None:
    either_way = _between(friend_request.c.player_id, friend_request.c.asker_id, player_id, other_id)
    connection.execute(delete(friend_request).where(either_way))


def _between(one: Column[Any], other: Column[Any], player_id: str, other_id: str) -> Any:
    return or_(and_(one == player_id, other == other_id), and_(one == other_id, other == player_id))


def _select_named(whom: Column[Any], since: Column[Any], which: Any) -> Select[Any]:
    named = select(whom, account.c.name, since).join(account, account.c.player_id == whom)
    return named.where(which).order_by(account.c.folded)


def _read(connection: Connection, statement: Select[Any]) -> list[Friend]:
    return [Friend(*row) for row in connection.execute(statement)]
