"""The ratings of players, when an account is deleted."""

from sqlalchemy import Connection

from app.features.ratings import rows
from app.people.service.keeping import Forgetting, Keeps


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    rows.forget(connection, player_id)


# Last, because a heat that ends at the same time holds the account until it has stored the rating.
KEPT = Keeps(forgetting=(Forgetting(100, _forget),))
