"""Decisions about players, and their appeals, when a guest signs in or an account is deleted."""

from sqlalchemy import Connection, false

from app.features.moderation.rows import moderation
from app.features.moderation.tables import appeal, decision
from app.people.rows.handing import by, handing
from app.people.service.keeping import Forgetting, HandingOver, Keeps


def _forget(connection: Connection, player_id: str, _nameless: str) -> None:
    moderation.forget(connection, player_id)


KEPT = Keeps(
    handing_over=(
        HandingOver(160, by(handing(decision.c.player_id, false()))),
        HandingOver(170, by(handing(appeal.c.player_id, false()))),
    ),
    forgetting=(Forgetting(30, _forget),),
)
