"""Statements about company at a table: links that let others watch or play, and who plays along."""

from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from app.model.session import Session
from app.store import sessions
from app.store.schema import invitation, seat, session


@dataclass(frozen=True, slots=True)
class Invitation:
    """A row of `invitation`; the fields stand in the order of the columns."""

    token: str
    """The token in the link; anybody who knows it is invited."""
    session_id: str
    purpose: str
    """`watch` or `play`."""
    made_at: int


@dataclass(frozen=True, slots=True)
class Seat:
    """A row of `seat`; the fields stand in the order of the columns."""

    session_id: str
    player_id: str
    name: str
    moved_seq: int
    """The `seq` after this guest's last action; 0 before the first."""


_ADD = insert(invitation).values({column.name: bindparam(column.name) for column in invitation.columns})
_FIND = select(invitation).where(invitation.c.token == bindparam("which"))
_ALL_OF = select(invitation).where(invitation.c.session_id == bindparam("whose"))
_WITHDRAW = delete(invitation).where(
    invitation.c.session_id == bindparam("whose"), invitation.c.purpose == bindparam("meant_for")
)
_SIT = insert(seat).values({column.name: bindparam(column.name) for column in seat.columns})
_SEATS = select(seat).where(seat.c.session_id == bindparam("whose")).order_by(seat.c.name, seat.c.player_id)
_SEAT_OF = select(seat).where(seat.c.session_id == bindparam("whose"), seat.c.player_id == bindparam("guest"))
_TABLES_OF = (
    select(seat.c.name, session)
    .join(session, session.c.id == seat.c.session_id)
    .where(seat.c.player_id == bindparam("guest"), seat.c.session_id > bindparam("after"))
    .order_by(seat.c.session_id)
    .limit(bindparam("at_most"))
)
_CHANGE_SEAT = update(seat).where(seat.c.session_id == bindparam("whose"), seat.c.player_id == bindparam("guest"))
_RENAME = _CHANGE_SEAT.values(name=bindparam("called"))
_MOVED = _CHANGE_SEAT.values(moved_seq=bindparam("seen"))
_CLEAR = delete(seat).where(seat.c.session_id == bindparam("whose"))


def invite(connection: Connection, added: Invitation) -> None:
    """Add an invitation; the database refuses a second one of a session for the same purpose."""
    row = {"token": added.token, "session_id": added.session_id, "purpose": added.purpose, "made_at": added.made_at}
    connection.execute(_ADD, row)


def find(connection: Connection, token: str) -> Invitation | None:
    """Return the invitation of that token, None if there is none."""
    row = connection.execute(_FIND, {"which": token}).first()
    return Invitation(*row) if row else None


def invitations(connection: Connection, session_id: str) -> list[Invitation]:
    """List the invitations to a session."""
    return [Invitation(*row) for row in connection.execute(_ALL_OF, {"whose": session_id})]


def withdraw(connection: Connection, session_id: str, purpose: str) -> None:
    """Close the link for a purpose."""
    connection.execute(_WITHDRAW, {"whose": session_id, "meant_for": purpose})


def sit(connection: Connection, added: Seat) -> None:
    """Seat a guest, or change the name of a guest who has a seat."""
    if seat_of(connection, added.session_id, added.player_id):
        where = {"whose": added.session_id, "guest": added.player_id}
        connection.execute(_RENAME, where | {"called": added.name})
    else:
        row = {"session_id": added.session_id, "player_id": added.player_id, "name": added.name, "moved_seq": 0}
        connection.execute(_SIT, row)


def seats(connection: Connection, session_id: str) -> list[Seat]:
    """List the seats at a table by name."""
    return [Seat(*row) for row in connection.execute(_SEATS, {"whose": session_id})]


def seat_of(connection: Connection, session_id: str, player_id: str) -> Seat | None:
    """Return a guest's seat at a table, None if there is none."""
    row = connection.execute(_SEAT_OF, {"whose": session_id, "guest": player_id}).first()
    return Seat(*row) if row else None


def tables_of(connection: Connection, player_id: str, limit: int, after: str) -> list[tuple[str, Session]]:
    """List the sessions of others that a guest has a seat at, each with the guest's name there, from behind that id."""
    rows = connection.execute(_TABLES_OF, {"guest": player_id, "at_most": limit, "after": after})
    return [(row[0], sessions.read(row[1:])) for row in rows]


def moved(connection: Connection, session_id: str, player_id: str, seq: int) -> None:
    """Note that a guest's action led to a `seq`."""
    connection.execute(_MOVED, {"whose": session_id, "guest": player_id, "seen": seq})


def clear(connection: Connection, session_id: str) -> None:
    """Take every guest's seat away."""
    connection.execute(_CLEAR, {"whose": session_id})
