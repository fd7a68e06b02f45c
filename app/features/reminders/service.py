"""Reminders: asking for one, ending it, and what there is to say when it is due."""

import secrets
from dataclasses import replace
from typing import NamedTuple

from sqlalchemy import Connection

from app.core.clock import today
from app.core.due import MOST_TRIES, FailedTry
from app.core.refusals import Impossible
from app.features.daily.rows import attempts
from app.features.daily.service import streaks
from app.features.reminders import rows
from app.features.reminders.values import (
    LATE_MS,
    REMINDERS_OF_A_PLAYER,
    PushAddress,
    Reminder,
    Sent,
    day_there,
    following,
)
from app.people.rows import accounts
from app.people.service import players

TAKEN_AT_ONCE = 200
"""How many due reminders a server reads at once."""
_DAY_MS = 24 * 3_600_000


class DueReminders(NamedTuple):
    """The reminders to send now, and when there are more."""

    due: list[Reminder]
    next_at: int | None


class Said(NamedTuple):
    """What a message says."""

    streak: int
    """The days of the player's streak; 0 for none."""
    token: str


def of_player(connection: Connection, player_id: str | None) -> list[Reminder]:
    """List a visitor's reminders."""
    return rows.of_player(connection, player_id) if player_id else []


def ask(connection: Connection, player_id: str, address: PushAddress, hour: int, zone: str, now: int) -> Reminder:
    """Remind a browser once a day from now on; if it has a reminder, change that.

    Raises:
        SignedOut: the account has been deleted.
        Impossible: the player has reminders in too many other browsers.
    """
    players.hold(connection, player_id, now)
    before = rows.find(connection, address.endpoint)
    theirs = rows.of_player(connection, player_id)
    if len([one for one in theirs if one.address.endpoint != address.endpoint]) >= REMINDERS_OF_A_PLAYER:
        raise Impossible("You have reminders in five other browsers. End them first.")
    last_day = before.last_day if before else None
    asked = Reminder(
        token=before.token if before else secrets.token_urlsafe(24),
        player_id=player_id,
        address=address,
        hour=hour,
        zone=zone,
        made_at=now,
        due_at=following(hour, zone, now, last_day),
        last_day=last_day,
    )
    store = rows.change if before else rows.add
    store(connection, asked)
    return asked


def move(connection: Connection, before: str, address: PushAddress) -> None:
    """Send a reminder to where the browser's push service has moved it; do nothing if there is none.

    Only the browser and its push service know the address from before.
    """
    moved = rows.find(connection, before)
    if moved and rows.find(connection, address.endpoint) is None:
        rows.change(connection, replace(moved, address=address))


def end(connection: Connection, token: str) -> None:
    """End the reminder with a token, if there is one."""
    rows.remove(connection, token)


def end_all(connection: Connection, player_id: str | None) -> None:
    """End all reminders of a visitor."""
    if player_id:
        rows.remove_all_of(connection, player_id)


def due(connection: Connection, now: int) -> DueReminders:
    """Return the reminders to send now."""
    found = rows.due(connection, now, TAKEN_AT_ONCE)
    return DueReminders(found, now if len(found) == TAKEN_AT_ONCE else rows.next_due(connection, now))


def take(connection: Connection, one: Reminder, now: int) -> Said | None:
    """Take a due reminder for its day. Return what to say; None if there is nothing to say, or somebody has taken it.

    Whoever takes it sends it, or nobody does: no message is sent twice.
    """
    day = day_there(one.due_at, one.zone)
    # After a long silence, the next one may be due already, and not yet too late.
    if not rows.claim(connection, one, day, following(one.hour, one.zone, now - LATE_MS, day)):
        return None
    if one.last_day is not None and day <= one.last_day:
        # What followed the message of this day has failed, perhaps after it was sent.
        return None
    account = accounts.find(connection, one.player_id)
    if account and account.closed_at is not None:
        # Nobody can play there; if the account is opened again, the next day's message comes.
        return None
    theirs = attempts.of_player_on(connection, one.player_id, today(now))
    if now - one.due_at > LATE_MS or any(attempt.solved for attempt in theirs):
        return None
    return Said(_streak(connection, one.player_id, now), one.token)


def settle(connection: Connection, one: Reminder, sent: Sent, now: int) -> None:
    """Store what became of a message. Each failure in a row doubles the days until the next; the last one ends it."""
    if sent is Sent.GONE or (sent is Sent.FAILED and one.failures + 1 >= MOST_TRIES):
        rows.remove(connection, one.token)
    elif sent is Sent.FAILED:
        pause = ((1 << one.failures) - 1) * _DAY_MS
        day = day_there(one.due_at, one.zone)
        rows.keep_failures(connection, one.token, one.failures + 1, following(one.hour, one.zone, now + pause, day))
    elif one.failures:
        rows.recover(connection, one.token)


def keep_failure(connection: Connection, one: Reminder, failed: FailedTry) -> None:
    """Store that a reminder could not be taken, for instance because the machine no longer knows its zone."""
    if failed.again_at is None:
        rows.remove(connection, one.token)
    else:
        rows.keep_failures(connection, one.token, failed.before + 1, failed.again_at)


def _streak(connection: Connection, player_id: str, now: int) -> int:
    """Return the days of a player's streak; 0 if the player wants to see no streaks."""
    player = players.find(connection, player_id)
    if player is None or players.look_of(player).scores != "shown":
        return 0
    return streaks.of_player(connection, player_id, now).current
