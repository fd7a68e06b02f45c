"""The public pages of players, when an account is deleted."""

from sqlalchemy import Connection

from app.features.profiles import rows
from app.people.service.keeping import Forgetting, Keeps


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    rows.forget(connection, player_id)


KEPT = Keeps(forgetting=(Forgetting(20, _forget),))
