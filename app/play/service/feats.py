"""What is special about a game that its player has just won: the fewest steps, the shortest time, wins in a row."""

from dataclasses import dataclass
from itertools import takewhile

from sqlalchemy import Connection

from app.play.occasion import occasion_of
from app.play.rows import played
from app.play.rows.played import Bests
from app.play.service.play import look
from app.play.values.session import Session
from engine.record import Status

LATEST = 200
"""How many of a player's latest games are searched for wins in a row."""


@dataclass(frozen=True, slots=True)
class Feats:
    """A win compared with the player's other games of its kind."""

    session: Session
    before: Bests | None
    """The player's bests in the other won games of the kind; None if this is the first win."""
    in_a_row: int
    """How many games of the kind the player has won in a row, including this one."""
    boast: str
    """What the win means for the event it was played for, as a sentence; often empty."""


def of_session(connection: Connection, session_id: str, player_id: str | None, now: int) -> Feats | None:
    """Return what is special about a session's win; None if it is not won, or for anybody but its player.

    Raises:
        NotFound, NotYours: there is no such session, or it is another player's.
    """
    return of_win(connection, look(connection, session_id, player_id).session, player_id, now)


def of_win(connection: Connection, session: Session, player_id: str | None, now: int) -> Feats | None:
    """Return what is special about a win, as `of_session` does."""
    if session.status is not Status.WON or session.has_task or session.player_id != player_id:
        return None
    latest = played.playings(connection, player_id, LATEST)
    until = [one for one in latest if one.variant == session.variant and one.changed_at <= session.changed_at]
    ended = [one.status is Status.WON for one in until if one.status.finished]
    return Feats(
        session,
        played.bests(connection, session),
        len(list(takewhile(bool, ended))),
        occasion_of(session).boast(connection, session, now),
    )
