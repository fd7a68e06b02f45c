"""What the lobby shows: the visitor's unfinished games, and the parts that features bring."""

from dataclasses import dataclass
from datetime import date

from sqlalchemy import Connection

from app.core.clock import today
from app.play.front import FRONT, FilledFrontPart, FrontLook, read_front
from app.play.rows import sessions
from app.play.values.session import Session
from engine.games import GAMES

MOST_UNFINISHED = 6
"""How many unfinished games the lobby shows; the history has them all."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The lobby as one visitor sees it."""

    day: date
    newcomer: bool
    """Whether the visitor has never done anything here."""
    unfinished: list[Session]
    """The last changed first. If there is one more than the lobby shows, the history has more."""
    parts: dict[str, list[FilledFrontPart]]
    """What features show, by place."""


def look_at(connection: Connection, look: FrontLook) -> Lobby:
    """Return the lobby as a visitor sees it."""
    return Lobby(today(look.now), look.player_id is None, _unfinished(connection, look), read_front(connection, look))


def _unfinished(connection: Connection, look: FrontLook) -> list[Session]:
    """List a player's unfinished games except those that a part shows."""
    if look.player_id is None:
        return []
    # A part may take one of each game.
    found = sessions.list_unfinished(connection, look.player_id, MOST_UNFINISHED + 1 + len(GAMES))
    left = [one for one in found if not any(part.takes(one, look.now) for part in FRONT)]
    return left[: MOST_UNFINISHED + 1]
