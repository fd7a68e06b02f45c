"""The public pages of players, when an account is deleted, and for players to download."""

from sqlalchemy import Connection

from app.features.profiles import rows
from app.people.service.keeping import Belonging, Forgetting, Keeps


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    rows.hide(connection, player_id)


def _shown(connection: Connection, player_id: str, _now: int) -> list[str]:
    return sorted(rows.shown_by(connection, player_id) or ())


KEPT = Keeps(forgetting=(Forgetting(20, _forget),), belongings=(Belonging(110, "public_page", _shown),))
