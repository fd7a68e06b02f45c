"""The ratings of players, when an account is deleted, and for players to download."""

from typing import Any

from sqlalchemy import Connection

from app.features.ratings import rows
from app.features.ratings.tables import rating_change
from app.people.rows.belongings import rows_of
from app.people.service.keeping import Belonging, Forgetting, Keeps


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    rows.forget(connection, player_id)


def _changes(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    return rows_of(connection, player_id, rating_change, rating_change.c.rated_at)


KEPT = Keeps(
    # Last, because a heat that ends at the same time holds the account until it has stored the rating.
    forgetting=(Forgetting(100, _forget),),
    belongings=(Belonging(50, "ratings", _changes),),
)
