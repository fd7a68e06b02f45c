"""What nobody may be told yet: the deals of events that are open, and those that differ from one by names alone."""

from collections.abc import Callable

from sqlalchemy import Connection

from app.refusals import Withheld
from app.services import calendar
from app.store import dailies, races
from app.store.sessions import Session
from engine.deals import Deck, deck_code, read_code
from engine.games import find
from engine.likeness import likeness
from engine.rules import Game


def _in_a_daily(connection: Connection, code: str, like: str, now: int) -> bool:
    return dailies.is_open_deck(connection, code, like, calendar.first_open(now).isoformat())


def _in_a_race(connection: Connection, code: str, like: str, _now: int) -> bool:
    return races.is_open_deck(connection, code, like)


OPEN: tuple[Callable[[Connection, str, str, int], bool], ...] = (_in_a_daily, _in_a_race)
"""Each says whether a deck, by its code and its likeness, belongs to an event that is open at a time."""


def check_open(connection: Connection, game: Game, deck: Deck, now: int) -> None:
    """Refuse a deal that an open event is played on, in whatever game, and one like it; raise `Withheld`."""
    code, like = deck_code(deck), likeness(game.rules, deck)
    if any(belongs(connection, code, like, now) for belongs in OPEN):
        raise Withheld("This deal is being played in a challenge; it can be had when that is over.")


def check_unsealed(session: Session) -> None:
    """Refuse what would help with a deal that is still secret; raise `Withheld`."""
    if session.sealed:
        raise Withheld("This game belongs to a challenge that is open; that can be had when it is over.")


def check_help(connection: Connection, session: Session, now: int) -> None:
    """Refuse help with a deal that an open event is played on, whatever session asks for it; raise `Withheld`."""
    check_unsealed(session)
    check_open(connection, find(session.game), read_code(session.deck), now)
