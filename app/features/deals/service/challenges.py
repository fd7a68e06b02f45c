"""Challenges: links by which players who have won a deal ask others to win it in fewer steps.

Everybody who has the link can see on its page how each of them did.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.core.refusals import Impossible, NotFound
from app.features.deals.rows import challenges
from app.people.codes import secret_code
from app.people.rows import accounts
from app.play.service import sessions
from app.play.service.secrecy import check_visible
from app.play.values.session import Session
from engine.record import Status

MOST_TRIES = 200
"""How many games may be begun from one link; its page shows them all."""


@dataclass(frozen=True, slots=True)
class Taker:
    """Somebody who has taken a challenge on."""

    name: str | None
    """None without an account."""
    is_you: bool
    best: Session
    """The won game with the fewest steps, or else the last one."""
    tries: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge as one visitor sees it."""

    token: str
    session: Session
    """The game to beat."""
    name: str | None
    """The name of its player; None without an account."""
    is_mine: bool
    takers: list[Taker]
    running: Session | None
    """The visitor's unfinished game from this link; None without one."""


def make(connection: Connection, session_id: str, player_id: str | None, now: int) -> str:
    """Return the token of the challenge to beat a won game; the first call makes it.

    Raises:
        NotFound, NotYours, Impossible, Withheld: also for a game that is not won, or whose deal is still secret.
    """
    session = sessions.own(connection, session_id, player_id)
    if session.status is not Status.WON or session.has_task:
        raise Impossible("You can challenge others to beat a game once you have won it.")
    check_visible(connection, session, now)
    challenges.add(connection, secret_code(), session.id, now)
    token = challenges.of_session(connection, session.id)
    assert token is not None
    return token


def look(connection: Connection, token: str, player_id: str | None, now: int) -> Challenge:
    """Return a challenge; raise `NotFound`, or `Withheld` while an open event is played on its deal."""
    session = _there(connection, token, now)
    account = accounts.find(connection, session.player_id)
    tries = challenges.tries(connection, token.upper(), MOST_TRIES)
    running = next((one for one, _ in reversed(tries) if _goes_on(one, player_id)), None)
    name = account.name if account else None
    return Challenge(token.upper(), session, name, session.player_id == player_id, _takers(tries, player_id), running)


def take(connection: Connection, token: str, player_id: str, now: int) -> Session:
    """Begin a game on the deal of a challenge, or go on with one.

    Raises:
        NotFound, Withheld, Impossible: also if the challenge is the visitor's own, or too many games began from it.
    """
    found = _there(connection, token, now)
    if found.player_id == player_id:
        raise Impossible("This is your own challenge. Send its link to somebody else.")
    tries = challenges.tries(connection, token.upper(), MOST_TRIES)
    if running := next((one for one, _ in reversed(tries) if _goes_on(one, player_id)), None):
        return running
    if len(tries) >= MOST_TRIES:
        raise Impossible(f"{MOST_TRIES} games have been begun from this link, which is the most allowed.")
    fresh = sessions.start(connection, player_id, found.variant, found.deal, found.deck, now)
    challenges.note_try(connection, token.upper(), fresh.id)
    return fresh


def _there(connection: Connection, token: str, now: int) -> Session:
    session = challenges.session_of(connection, token.upper())
    if session is None:
        raise NotFound("There is no such challenge.")
    check_visible(connection, session, now)
    return session


def _goes_on(session: Session, player_id: str | None) -> bool:
    return session.player_id == player_id and not session.status.finished


def _takers(tries: list[tuple[Session, str | None]], player_id: str | None) -> list[Taker]:
    """Return those who took on a challenge: the winners by their steps, then the others in the order they began."""
    games: dict[str, list[tuple[Session, str | None]]] = {}
    for each in tries:
        games.setdefault(each[0].player_id, []).append(each)
    takers = []
    for whose, theirs in games.items():
        won = sorted((one for one, _ in theirs if one.status is Status.WON), key=lambda one: (one.steps, one.played_ms))
        takers.append(Taker(theirs[0][1], whose == player_id, won[0] if won else theirs[-1][0], len(theirs)))
    return sorted(takers, key=lambda one: (one.best.status is not Status.WON, one.best.steps if _has_won(one) else 0))


def _has_won(taker: Taker) -> bool:
    return taker.best.status is Status.WON
