"""What there is to say about a game that its player has just finished: bests, wins in a row, what it meant."""

from dataclasses import dataclass
from itertools import takewhile

from sqlalchemy import Connection

from app.play.occasion import Meaning, occasion_of
from app.play.rows import played
from app.play.rows.played import Wins
from app.play.service.replays import Ending, ending_of
from app.play.values.session import Session
from engine.record import Status

LATEST = 200
"""How many of a player's latest games are searched for wins in a row."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A finished game, compared with the player's other games of its kind."""

    session: Session
    result: Ending
    """The same as others may see it."""
    others: Wins
    """The player's other wins of the kind."""
    in_a_row: int
    """How many games of the kind the player has won in a row, up to this one."""
    meant: Meaning


def of_end(connection: Connection, session: Session, player_id: str | None, now: int) -> Ended | None:
    """Return what there is to say about the end of a session; None if it goes on, or for anybody but its player."""
    if not session.status.finished or session.has_task or session.player_id != player_id:
        return None
    latest = played.playings(connection, player_id, LATEST)
    until = [one for one in latest if one.variant == session.variant and one.changed_at <= session.changed_at]
    ended = [one.status is Status.WON for one in until if one.status.finished]
    return Ended(
        session=session,
        result=ending_of(connection, session, now),
        others=played.other_wins(connection, session),
        in_a_row=len(list(takewhile(bool, ended))),
        meant=occasion_of(session).meaning(connection, session, now),
    )
