"""What must stay secret for now: the deals of open events, deals that look like one, and games played on them.

Everything that takes a deck, by number or by hand, asks here first, and so does everything that shows a finished game.
The face-down cards of an event's deal make no difference to any answer.
"""

from collections import defaultdict
from collections.abc import Iterable

from sqlalchemy import Connection

from app.model.refusals import Withheld
from app.model.session import Session
from app.services import calendar
from app.store import dailies, races, tournaments
from engine.deals import Deck, shuffled
from engine.games import GAMES
from engine.likeness import likeness
from engine.nearness import is_near
from engine.rules import Game

_OPEN = "This deal belongs to an open challenge; you can play it once the challenge is over."
_NEAR = "This deal is too much like one in an open challenge; you can get help with it once the challenge is over."
_SEALED = "This game belongs to an open challenge; you can do that once the challenge is over."


def prepare() -> None:
    """Prepare the comparison of decks, so the first game after a start need not wait for that."""
    for game in GAMES.values():
        likeness(game.rules, shuffled(1))


def is_open(connection: Connection, deck: Deck, now: int) -> bool:
    """Say whether an open event is played on a deck, or on one that looks the same; see `likeness`.

    This lays the deck out as the event's own game does, whatever game somebody asks for. Otherwise, another game could
    reveal what lies face down in that one.
    """
    return bool(open_among(connection, [deck], now))


def open_among(connection: Connection, decks: Iterable[Deck], now: int) -> set[Deck]:
    """Return the decks among these on which an open event is played, by the rule of `is_open`."""
    looks: dict[tuple[Game, str], set[Deck]] = defaultdict(set)
    for deck in decks:
        for game in GAMES.values():
            looks[game, likeness(game.rules, deck)].add(deck)
    asked = list({like for _, like in looks})
    found = dailies.open_of(connection, asked, calendar.first_open(now)) | races.open_of(connection, asked)
    found |= tournaments.open_of(connection, asked)
    return {deck for look in found & looks.keys() for deck in looks[look]}


def check_open(connection: Connection, deck: Deck, now: int) -> None:
    """Refuse the deal of an open event, and one that looks the same; raise `Withheld`."""
    if is_open(connection, deck, now):
        raise Withheld(_OPEN)


def check_help_with(connection: Connection, deck: Deck, now: int) -> None:
    """Refuse help with the deal of an open event, and with one that shares half its places; see `is_near`.

    Before a day or a tournament begins, this refuses only deals that look the same, not those that are merely near:
    nobody knows its deal yet, and refusals of near deals would lead somebody to it.

    Raises:
        Withheld: in either case.
    """
    check_open(connection, deck, now)
    since, until = calendar.first_open(now), calendar.today(now)
    shown: dict[Game, list[Deck]] = defaultdict(list)
    running = races.open_decks(connection) + tournaments.open_decks(connection, now)
    for game, open_deck in dailies.decks_of(connection, since, until) + running:
        shown[game].append(open_deck)
    if any(is_near(game.rules, tuple(decks), deck) for game, decks in shown.items()):
        raise Withheld(_NEAR)


def check_unsealed(session: Session) -> None:
    """Raise `Withheld` if the deal of a session is still secret."""
    if session.sealed:
        raise Withheld(_SEALED)


def check_help(connection: Connection, session: Session, now: int) -> None:
    """Refuse help with a session on the deal of an open event, or on one near it; raise `Withheld`."""
    check_unsealed(session)
    check_help_with(connection, session.deck, now)


def as_told(connection: Connection, session: Session, now: int) -> Session:
    """Return a session as others may see it: sealed while any open event has its deal."""
    withheld = session.sealed or is_open(connection, session.deck, now)
    return session._replace(sealed=withheld)


def check_told(connection: Connection, session: Session, now: int) -> None:
    """Raise `Withheld` for the deal or the moves of a session while an open event has the same deal."""
    check_unsealed(session)
    check_open(connection, session.deck, now)
