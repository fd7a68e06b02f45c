"""What the lobby shows: what the visitor can go on with, and the parts that features bring."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.core.store.unreadable import UnreadableRow
from app.play.front import FilledFrontPart, FrontLook, FrontPlace, count_waiting, read_front
from app.play.occasion import EventStanding, occasion_of
from app.play.rows import sessions
from app.play.service.strength import strength_of
from app.play.values.session import Session
from app.play.values.strength import Strength
from engine.measured import starting_game
from engine.record import Status
from engine.rules import Variant

MOST_OTHERS = 6
"""How many unfinished games the lobby shows besides the one to continue; the history has them all."""

_PLACES: tuple[FrontPlace, ...] = "name", "head", "daily", "today", "now", "seen"


class UnfinishedGame(NamedTuple):
    """A game that can be gone on with."""

    session: Session
    standing: EventStanding
    """How the event stands that it is played for."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """The lobby as one visitor sees it."""

    day: date
    newcomer: bool
    """Whether the visitor has never done anything here."""
    unfinished: list[UnfinishedGame]
    """The last changed first, but those whose events are over last. If there is one more than the lobby shows, the
    history has more."""
    played: bool
    """Whether the visitor has ever played a game."""
    last: Variant | None
    """What the visitor played last or, if that was given up, won last; None if there is no such game."""
    strength: Strength
    """How hard the deals of that game are to be, or of the one to start with."""
    waiting: int
    """On how many of the pages to which the visitor's own leads something waits."""
    parts: dict[FrontPlace, list[FilledFrontPart]]
    """What features show, by place."""


def look_at(connection: Connection, look: FrontLook) -> Lobby:
    """Return the lobby as a visitor sees it."""
    player_id = look.player_id
    unfinished = _unfinished(connection, player_id, look.now) if player_id else []
    played = sessions.history(connection, player_id, 1, None) if player_id else []
    leading = next((one.session for one in unfinished if not one.standing.over), None)
    known = look._replace(continued=leading, game=played[0].variant.game if played else None)
    parts = {place: read_front(connection, known, place) for place in _PLACES}
    has_played = bool(played)
    if player_id and played and played[0].status is Status.GIVEN_UP:
        played = sessions.last_won(connection, player_id)
    last = played[0].variant if played else None
    strength = strength_of(connection, player_id, last.game if last else starting_game())
    news = count_waiting(connection, player_id)
    return Lobby(today(look.now), player_id is None, unfinished, has_played, last, strength, news, parts)


def _unfinished(connection: Connection, player_id: str, now: int) -> list[UnfinishedGame]:
    found = sessions.list_unfinished(connection, player_id, MOST_OTHERS + 2)
    known = [UnfinishedGame(one, _standing(connection, one, now)) for one in found]
    return sorted(known, key=lambda one: one.standing.over)


def _standing(connection: Connection, session: Session, now: int) -> EventStanding:
    """Return how a game's event stands; one that cannot be read leads nobody to its game."""
    try:
        return occasion_of(session).standing(connection, session, now)
    except UnreadableRow:
        return EventStanding(over=True)
