"""Statements about reminders."""

from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from app.core.store.types import Spoilt
from app.core.store.unreadable import each, passed_over, reads
from app.features.reminders.tables import reminder
from app.features.reminders.values import PushAddress, Reminder


def add(connection: Connection, added: Reminder) -> None:
    """Add a reminder; the database refuses a second one with its endpoint."""
    connection.execute(insert(reminder), {"token": added.token, **_row(added)})


def change(connection: Connection, changed: Reminder) -> None:
    """Store a reminder that is there."""
    connection.execute(update(reminder).where(reminder.c.token == changed.token).values(_row(changed)))


def of_player(connection: Connection, player_id: str) -> list[Reminder]:
    """List a player's reminders, the earliest first."""
    theirs = select(reminder).where(reminder.c.player_id == player_id)
    return each(_read, connection.execute(theirs.order_by(reminder.c.made_at, reminder.c.token)))


def find(connection: Connection, endpoint: str) -> Reminder | None:
    """Return the reminder that goes to an endpoint, or None if none does."""
    row = connection.execute(select(reminder).where(reminder.c.endpoint == endpoint)).first()
    return _read(row) if row else None


def due(connection: Connection, now: int, most: int) -> list[Reminder]:
    """List reminders that are due, the earliest first."""
    late = select(reminder).where(reminder.c.due_at <= now, passed_over(reminder))
    return each(_read, connection.execute(late.order_by(reminder.c.due_at, reminder.c.token).limit(most)))


def next_due(connection: Connection, now: int) -> int | None:
    """Return when the next reminder falls due after a time, or None if there is none."""
    at: int | None = connection.execute(select(func.min(reminder.c.due_at)).where(reminder.c.due_at > now)).scalar()
    return at


def claim(connection: Connection, one: Reminder, day: date, due_at: int) -> bool:
    """Take a reminder for a day, and store when it is due next. Return False if somebody else has taken it."""
    mine = (reminder.c.token == one.token, reminder.c.due_at == one.due_at)
    taken = update(reminder).where(*mine).values(last_day=day, due_at=due_at)
    return connection.execute(taken).rowcount == 1


def keep_failures(connection: Connection, token: str, failures: int, due_at: int) -> None:
    """Store how often sending a reminder has failed in a row, and when it is due next."""
    kept = update(reminder).where(reminder.c.token == token)
    connection.execute(kept.values(failures=failures, due_at=due_at))


def recover(connection: Connection, token: str) -> None:
    """Store that a reminder has been sent again."""
    connection.execute(update(reminder).where(reminder.c.token == token).values(failures=0))


def remove(connection: Connection, token: str) -> bool:
    """Delete a reminder. Return whether there was one."""
    return connection.execute(delete(reminder).where(reminder.c.token == token)).rowcount == 1


def remove_all_of(connection: Connection, player_id: str) -> None:
    """Delete a player's reminders."""
    connection.execute(delete(reminder).where(reminder.c.player_id == player_id))


def _row(one: Reminder) -> dict[str, Any]:
    """Return the columns of a reminder but for its token."""
    address = one.address
    return {
        "player_id": one.player_id,
        "endpoint": address.endpoint,
        "p256dh": address.p256dh,
        "auth": address.auth,
        "hour": one.hour,
        "zone": one.zone,
        "made_at": one.made_at,
        "due_at": one.due_at,
        "last_day": one.last_day,
        "failures": one.failures,
    }


@reads(reminder)
def _read(row: Row[Any]) -> Reminder:
    if isinstance(row.last_day, Spoilt):
        raise ValueError("A stored day cannot be read.")
    return Reminder(
        token=row.token,
        player_id=row.player_id,
        address=PushAddress(row.endpoint, row.p256dh, row.auth),
        hour=row.hour,
        zone=row.zone,
        made_at=row.made_at,
        due_at=row.due_at,
        last_day=row.last_day,
        failures=row.failures,
    )
