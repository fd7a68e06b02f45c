"""When a table offers a gentler deal: once in each run of lost games."""

from sqlalchemy import Connection

from app.play.rows import sessions
from app.play.service.strength import strength_of
from app.play.values.session import Session
from app.play.values.strength import Strength, strengths_of
from engine.record import Status

RUN = 3
"""How many lost games in a row make a table offer a gentler deal."""
_LOOKED_AT = 20
"""How many of a player's latest games are read: those of a run, and tables left untouched among them."""
_LOST = {Status.GIVEN_UP, Status.STUCK}


def find_offer(connection: Connection, session: Session) -> Strength | None:
    """Return the gentler strength that a table offers; None if it offers none.

    The table of the game begun next after exactly three lost ones offers it, before the first move. A run that goes on
    is not asked again, and neither is somebody who begins yet another game instead.
    """
    if session.event or session.seq:
        return None
    game = session.variant.game
    softer = _gentler(strength_of(connection, session.player_id, game), strengths_of(game))
    if softer is None:
        return None
    latest, *before = sessions.latest_of_game(connection, session.player_id, game, _LOOKED_AT)
    if latest.id != session.id or not before or not before[0].seq:
        return None
    lost = [one.status in _LOST for one in before if one.seq][: RUN + 1]
    return softer if lost in ([True] * RUN, [True] * RUN + [False]) else None


def _gentler(strength: Strength, choices: tuple[Strength, ...]) -> Strength | None:
    """Return the choice before this one; from any deals, the gentlest proved winnable."""
    if strength is Strength.ANY:
        return choices[0]
    at = choices.index(strength)
    return choices[at - 1] if at else None
