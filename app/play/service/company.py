"""Company at a table: people whom its player lets watch or play.

The player and the guests all move in the same session. Each request names the `seq` its sender saw, so if two come at
once, only the first counts.
"""

from dataclasses import dataclass
from enum import StrEnum

from sqlalchemy import Connection

from app.core.bounds import MOST_SEATS
from app.core.refusals import Impossible, NotFound, NotYours
from app.core.store.ids import new_id
from app.people.names import skeleton
from app.people.rows import accounts
from app.people.service import players
from app.people.service.naming import shown_name
from app.people.visitors import Visit
from app.play.rows import company, sessions
from app.play.rows.company import Invitation, Seat
from app.play.service.secrecy import check_visible
from app.play.service.sessions import check_owner, own
from app.play.values.session import Session


class Purpose(StrEnum):
    """What a link is for."""

    WATCH = "watch"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Company:
    """A session with the people whom its player has let in."""

    session: Session
    owner: str
    """The player's name; empty without an account."""
    links: dict[str, str]
    """The token of each open link, by its purpose."""
    seats: list[Seat]

    @property
    def moved_last(self) -> Seat | None:
        """The guest who acted last; None if the player did, or nobody has yet."""
        return next((seat for seat in self.seats if seat.moved_seq == self.session.seq > 0), None)


def look(connection: Connection, session_id: str, player_id: str | None) -> Company:
    """Return the company at a table to somebody who sits at it; raise `NotFound` or `NotYours`."""
    return _of(connection, seen_by(connection, sessions.find(connection, session_id), player_id))


def own_table(connection: Connection, session_id: str, player_id: str | None) -> Company:
    """Return the company at a table to its player; raise `NotFound` or `NotYours`."""
    return _of(connection, own(connection, session_id, player_id))


def invite(connection: Connection, session_id: str, player_id: str | None, purpose: Purpose, now: int) -> None:
    """Open the link for a purpose; nothing changes if it is open.

    Raises:
        NotFound, NotYours, Withheld: nobody may look over the shoulder of somebody in an open event.
    """
    session = own(connection, session_id, player_id)
    check_visible(connection, session, now)
    if purpose not in _of(connection, session).links:
        company.invite(connection, Invitation(new_id(now), session.id, purpose, now))


def withdraw(connection: Connection, session_id: str, player_id: str | None, purpose: Purpose) -> None:
    """Close the link for a purpose; closing the one for playing empties all seats. Raise `NotFound` or `NotYours`."""
    session = own(connection, session_id, player_id)
    company.withdraw(connection, session.id, purpose)
    if purpose is Purpose.PLAY:
        company.clear(connection, session.id)


def follow_watch_link(connection: Connection, token: str, now: int) -> Company:
    """Return what a link for watching leads to; raise `NotFound` or `Withheld`."""
    return _behind(connection, token, Purpose.WATCH, now)


def follow_invitation(connection: Connection, token: str, now: int) -> Company:
    """Return what a link for playing leads to; raise `NotFound` or `Withheld`."""
    return _behind(connection, token, Purpose.PLAY, now)


def sit(connection: Connection, token: str, player_id: str, name: str, now: int) -> Session:
    """Take a seat at a shared table, or change one's name there.

    Raises:
        NotFound, Withheld, Malformed, Impossible: the link is closed, an open event is played on the deal, the name is
            not allowed or is taken, or no seat is left.
    """
    table = follow_invitation(connection, token, now)
    if player_id == table.session.player_id:
        return table.session
    players.ensure(connection, player_id, now)
    others = [seat for seat in table.seats if seat.player_id != player_id]
    if len(others) >= MOST_SEATS:
        raise Impossible(f"All {MOST_SEATS} seats at this table are taken.")
    company.sit(connection, Seat(table.session.id, player_id, _name(connection, others, player_id, name), 0))
    return table.session


def guest(connection: Connection, session: Session, visit: Visit | None) -> Seat:
    """Return the seat of a visitor who wants to act in another's session; raise `NotYours` or `SignedOut`."""
    seat = company.seat_of(connection, session.id, visit.player_id) if visit else None
    if visit is None or seat is None:
        raise NotYours("This game belongs to another player.")
    players.check(connection, visit)
    return seat


def seen_by(connection: Connection, session: Session | None, player_id: str | None) -> Session:
    """Return a session to its player or a guest at its table; raise `NotFound` or `NotYours`."""
    if session and player_id and session.player_id != player_id:
        seated = company.seat_of(connection, session.id, player_id)
        return session if seated else check_owner(session, player_id)
    return check_owner(session, player_id)


def _of(connection: Connection, session: Session) -> Company:
    links = {link.purpose: link.token for link in company.invitations(connection, session.id)}
    account = accounts.find(connection, session.player_id)
    return Company(session, account.name if account else "", links, company.seats(connection, session.id))


def _behind(connection: Connection, token: str, purpose: Purpose, now: int) -> Company:
    link = company.find(connection, token)
    session = sessions.find(connection, link.session_id) if link and link.purpose == purpose else None
    if session is None:
        raise NotFound("This invitation no longer works.")
    check_visible(connection, session, now)
    return _of(connection, session)


def _name(connection: Connection, others: list[Seat], player_id: str, given: str) -> str:
    taken = {skeleton(seat.name) for seat in others}
    numbered = (f"Guest {number}" for number in range(1, MOST_SEATS + 2))
    return shown_name(connection, player_id, given, "", taken.__contains__, numbered)
