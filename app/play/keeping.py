"""The games and seats of players, when a guest signs in or an account is deleted."""

from sqlalchemy import Connection, false, or_

from app.people.rows.belongings import by, handing, handing_but_for
from app.people.service.keeping import KEEPS, Forgetting, HandingOver, Keeps
from app.play.rows import company
from app.play.tables.games import seat, session


def _hand_over_sessions(connection: Connection, giver_id: str, receiver_id: str) -> None:
    staying = (each.staying for each in KEEPS if each.staying is not None)
    by(handing(session.c.player_id, or_(false(), *staying)))(connection, giver_id, receiver_id)


KEPT = Keeps(
    # The sessions come after everything that says which of them stay.
    handing_over=(HandingOver(80, by(handing_but_for(seat, "session_id"))), HandingOver(180, _hand_over_sessions)),
    forgetting=(Forgetting(60, company.rename),),
)
