"""Statements about whom hosts have asked into their rooms.

A request is open while its room gathers for its first round, its asker is the host there, and the two are friends. So
nothing has to close it: whatever ends one of these does.
"""

from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, delete, exists, insert, or_, select

from app.core.store.unreadable import each, reads
from app.features.races.tables import heat, race, race_request
from app.people.tables import account, friendship
from engine.games import variant_of
from engine.rules import Variant


class RaceRequest(NamedTuple):
    """What somebody is asked."""

    code: str
    name: str
    """The name of the account that asks."""
    variant: Variant


def ask(connection: Connection, player_id: str, asker_id: str, code: str, now: int) -> None:
    """Store that somebody asks a player into a room, in place of what they asked before."""
    connection.execute(delete(race_request).where(_is_between(player_id, asker_id)))
    row = {"player_id": player_id, "asker_id": asker_id, "code": code, "asked_at": now}
    connection.execute(insert(race_request), row)


def answer(connection: Connection, player_id: str, code: str) -> None:
    """Delete what a player was asked into a room in which they are now."""
    theirs = race_request.c.player_id == player_id, race_request.c.code == code
    connection.execute(delete(race_request).where(*theirs))


def open_to(connection: Connection, player_id: str, at_most: int) -> list[RaceRequest]:
    """List the latest open requests to a player."""
    named = account.c.player_id == race_request.c.asker_id
    asked = _open(race.c.code, account.c.name, race.c.game, race.c.options).join(account, named)
    mine = asked.where(race_request.c.player_id == player_id)
    latest = mine.order_by(race_request.c.asked_at.desc(), race_request.c.asker_id).limit(at_most)
    return each(_read, connection.execute(latest))


def asked_into(connection: Connection, code: str, asker_id: str) -> list[str]:
    """List the names of those whom somebody has asked into a room and who have not come yet."""
    asked = _open(account.c.name).join(account, account.c.player_id == race_request.c.player_id)
    here = asked.where(race_request.c.asker_id == asker_id, race_request.c.code == code)
    return list(connection.execute(here.order_by(account.c.folded)).scalars())


def of_player(connection: Connection, player_id: str) -> list[Row[Any]]:
    """List all requests from or to a player, with the code, the time, and the names of both."""
    asker = account.alias()
    either = or_(race_request.c.player_id == player_id, race_request.c.asker_id == player_id)
    rows = (
        select(race_request.c.code, race_request.c.asked_at, asker.c.name.label("asker"), account.c.name.label("asked"))
        .join(asker, asker.c.player_id == race_request.c.asker_id)
        .join(account, account.c.player_id == race_request.c.player_id)
    )
    return list(connection.execute(rows.where(either).order_by(race_request.c.asked_at, race_request.c.code)))


def forget(connection: Connection, player_id: str) -> None:
    """Delete all requests from or to a player."""
    either = or_(race_request.c.player_id == player_id, race_request.c.asker_id == player_id)
    connection.execute(delete(race_request).where(either))


def forget_old(connection: Connection, before: int, at_most: int) -> bool:
    """Delete some requests made before a time; return whether there were any."""
    keys = race_request.c.player_id, race_request.c.asker_id
    some = connection.execute(select(*keys).where(race_request.c.asked_at < before).limit(at_most)).all()
    for player_id, asker_id in some:
        old = _is_between(player_id, asker_id), race_request.c.asked_at < before
        connection.execute(delete(race_request).where(*old))
    return bool(some)


def _is_between(player_id: str, asker_id: str) -> Any:
    return and_(race_request.c.player_id == player_id, race_request.c.asker_id == asker_id)


def _open(*columns: Any) -> Select[Any]:
    friends = exists().where(
        friendship.c.player_id == race_request.c.player_id, friendship.c.friend_id == race_request.c.asker_id
    )
    gathers = (
        race.c.host_id == race_request.c.asker_id,
        race.c.due_at.is_not(None),
        race.c.set_aside_at.is_(None),
        ~exists().where(heat.c.code == race.c.code),
    )
    asked = select(*columns).select_from(race_request).join(race, race.c.code == race_request.c.code)
    return asked.where(*gathers, friends)


@reads(race)
def _read(row: Row[Any]) -> RaceRequest:
    return RaceRequest(row.code, row.name, variant_of(row.game, row.options))
