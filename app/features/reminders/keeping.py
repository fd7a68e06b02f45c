"""The reminders of players, when a guest signs in, when an account is deleted, and for players to download."""

from typing import Any

from sqlalchemy import Connection, false

from app.features.reminders import rows
from app.features.reminders.tables import reminder
from app.people.rows.belongings import by, handing
from app.people.service.keeping import Belonging, Forgetting, HandingOver, Keeps


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    rows.remove_all_of(connection, player_id)


def _reminders(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    """List a player's reminders without what sends messages to them or ends them."""
    return [
        {"service": one.address.service, "hour": one.hour, "zone": one.zone, "made_at": one.made_at}
        for one in rows.of_player(connection, player_id)
    ]


KEPT = Keeps(
    handing_over=(HandingOver(155, by(handing(reminder.c.player_id, false()))),),
    forgetting=(Forgetting(45, _forget),),
    belongings=(Belonging(115, "reminders", _reminders),),
)
