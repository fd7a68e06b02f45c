"""The dailies of players, when a guest signs in or makes an account, and for players to download."""

from typing import Any

from sqlalchemy import Connection, bindparam, select

from app.features.daily.rows import dailies
from app.features.daily.service import results
from app.features.daily.tables import attempt
from app.people.rows.belongings import by, handing_but_for
from app.people.service.keeping import Belonging, HandingOver, Keeps, Ranking
from app.play.tables.games import session


def _hold_closings(connection: Connection, _giver_id: str, _receiver_id: str) -> None:
    dailies.hold_closings(connection)


def _list_solved(connection: Connection, _giver_id: str, receiver_id: str) -> None:
    results.list_solved(connection, receiver_id)


def _list_account(connection: Connection, player_id: str) -> None:
    dailies.hold_closings(connection)
    results.list_solved(connection, player_id)


def attempts(connection: Connection, player_id: str, _now: int) -> list[dict[str, Any]]:
    """List the player's attempts at dailies, each as a dict by column."""
    told = (column for column in attempt.c if column.name not in {"player_id", "held", "score"})
    theirs = select(*told).where(attempt.c.player_id == player_id)
    rows = connection.execute(theirs.order_by(attempt.c.day, attempt.c.game, attempt.c.number))
    return [dict(row) for row in rows.mappings()]


KEPT = Keeps(
    handing_over=(
        HandingOver(10, _hold_closings),
        HandingOver(70, by(handing_but_for(attempt, "day", "game"))),
        HandingOver(200, _list_solved),
    ),
    staying=session.c.id.in_(select(attempt.c.session_id).where(attempt.c.player_id == bindparam("giver"))),
    results="dailies",
    listing=(_list_account,),
    belongings=(Belonging(10, "dailies", attempts),),
    ranking=(Ranking(10, "daily", select(attempt.c.session_id).where(attempt.c.player_id == bindparam("player"))),),
)
