"""The friends and groups of players, when an account is deleted."""

from sqlalchemy import Connection

from app.features.friends.rows import friends, groups
from app.people.service.keeping import Forgetting, Keeps


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    for group in groups.of_player(connection, player_id):
        # Whoever joins it at the same time finds it there, or not at all.
        groups.find_to_change(connection, group.code)
        groups.leave(connection, group.code, player_id)
    friends.forget(connection, player_id)


KEPT = Keeps(forgetting=(Forgetting(10, _forget),))
