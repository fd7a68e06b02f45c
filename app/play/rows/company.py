"""Statements about company at a table: links that let others watch or play, and the guests who play along."""

from dataclasses import asdict, dataclass

from sqlalchemy import ColumnElement, Connection, and_, delete, insert, select, update

from app.core.store.unreadable import each
from app.people.names import skeleton
from app.play.rows import sessions
from app.play.tables.games import invitation, seat, session
from app.play.values.session import Session


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


def invite(connection: Connection, added: Invitation) -> None:
    """Add an invitation; the database refuses a second one for the same session and purpose."""
    connection.execute(insert(invitation), asdict(added))


def find(connection: Connection, token: str) -> Invitation | None:
    """Return the invitation with that token, or None if there is none."""
    row = connection.execute(select(invitation).where(invitation.c.token == token)).first()
    return Invitation(*row) if row else None


def invitations(connection: Connection, session_id: str) -> list[Invitation]:
    """List the invitations to a session."""
    rows = connection.execute(select(invitation).where(invitation.c.session_id == session_id))
    return [Invitation(*row) for row in rows]


def withdraw(connection: Connection, session_id: str, purpose: str) -> None:
    """Close the link for a purpose."""
    meant = delete(invitation).where(invitation.c.session_id == session_id, invitation.c.purpose == purpose)
    connection.execute(meant)


def sit(connection: Connection, added: Seat) -> None:
    """Seat a guest, or change the name of a guest who has a seat."""
    renamed = update(seat).where(_is_seat(added.session_id, added.player_id)).values(name=added.name)
    if not connection.execute(renamed).rowcount:
        connection.execute(insert(seat), asdict(added))


def seats(connection: Connection, session_id: str) -> list[Seat]:
    """List the seats at a table by name."""
    here = select(seat).where(seat.c.session_id == session_id).order_by(seat.c.name, seat.c.player_id)
    return [Seat(*row) for row in connection.execute(here)]


def seat_of(connection: Connection, session_id: str, player_id: str) -> Seat | None:
    """Return a guest's seat at a table, or None if there is none."""
    row = connection.execute(select(seat).where(_is_seat(session_id, player_id))).first()
    return Seat(*row) if row else None


def tables_of(connection: Connection, player_id: str, limit: int, after: str) -> list[tuple[str, Session]]:
    """List others' sessions where a guest has a seat, with the guest's name there, by ids that come after `after`."""
    theirs = (
        select(seat.c.name, session)
        .join(session, session.c.id == seat.c.session_id)
        .where(seat.c.player_id == player_id, seat.c.session_id > after)
        .order_by(seat.c.session_id)
        .limit(limit)
    )
    return each(lambda row: (row[0], sessions.read(row[1:])), connection.execute(theirs))


def rename(connection: Connection, player_id: str, name: str) -> None:
    """Change a guest's name at all tables."""
    connection.execute(update(seat).where(seat.c.player_id == player_id).values(name=name))


def note_move(connection: Connection, session_id: str, player_id: str, seq: int) -> None:
    """Note that a guest's action led to a `seq`."""
    connection.execute(update(seat).where(_is_seat(session_id, player_id)).values(moved_seq=seq))


def clear(connection: Connection, session_id: str) -> None:
    """Remove every guest's seat at a table."""
    connection.execute(delete(seat).where(seat.c.session_id == session_id))


def rename_everywhere(connection: Connection, player_id: str, before: str, after: str) -> None:
    """Change somebody's name from `before` to `after` at all tables."""
    theirs = update(seat).where(seat.c.player_id == player_id, seat.c.name == before)
    connection.execute(theirs.values(name=after))


def rename_others(connection: Connection, player_id: str, name: str, given: str) -> None:
    """Rename all others whose name looks like this one at the 500 seats of the latest tables."""
    look = skeleton(name)
    latest = select(seat.c.session_id, seat.c.player_id, seat.c.name).where(seat.c.player_id != player_id)
    for session_id, whose, other in connection.execute(latest.order_by(seat.c.session_id.desc()).limit(500)).all():
        if skeleton(other) == look:
            connection.execute(update(seat).where(_is_seat(session_id, whose)).values(name=given))


def _is_seat(session_id: str, player_id: str) -> ColumnElement[bool]:
    return and_(seat.c.session_id == session_id, seat.c.player_id == player_id)
