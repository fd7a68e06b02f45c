"""The friends and groups of players, when an account is deleted, and for players to download."""

from collections.abc import Sequence

from sqlalchemy import Connection

from app.features.friends.rows import friends, groups
from app.features.friends.rows.friends import Friend
from app.people.service.keeping import Belonging, Forgetting, Keeps
from app.play.values.export import instant, instant_text


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    for group in groups.of_player(connection, player_id):
        # Whoever joins it at the same time finds it there, or not at all.
        groups.find_to_change(connection, group.code)
        groups.leave(connection, group.code, player_id)
    friends.forget(connection, player_id)


def _groups(connection: Connection, player_id: str, _now: int) -> list[dict[str, str]]:
    return [{"code": group.code, "name": group.name} for group in groups.of_player(connection, player_id)]


def _friends(connection: Connection, player_id: str, _now: int) -> list[dict[str, str]]:
    return _write_names(friends.of_player(connection, player_id))


def _requests(connection: Connection, player_id: str, _now: int) -> list[dict[str, str]]:
    return _write_names(friends.asking(connection, player_id))


def _link(connection: Connection, player_id: str, _now: int) -> str | None:
    return friends.link_of(connection, player_id)


def _write_names(people: Sequence[Friend]) -> list[dict[str, str]]:
    return [{"name": one.name, "since": instant_text(instant(one.since))} for one in people]


KEPT = Keeps(
    forgetting=(Forgetting(10, _forget),),
    belongings=(
        Belonging(70, "groups", _groups),
        Belonging(80, "friends", _friends),
        Belonging(90, "friend_requests", _requests),
        Belonging(100, "friend_link", _link),
    ),
)
