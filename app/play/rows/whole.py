"""Statements that go through all sessions and their logs, a page at a time, and pass over what cannot be read."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from app.core.store.unreadable import NOT_READ, UnreadableRow
from app.play.rows import entries, packing, sessions
from app.play.rows.sessions import STATUS, deck_of, event_of, move_of
from app.play.tables.games import entry, session
from app.play.values.session import Entry, Session
from engine.games import variant_of
from engine.position import restore


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A row that cannot be read: of a session, of its log, or of an event."""

    id: str
    """The session's id; for a daily, its day and its game as stored."""
    reason: str
    """Which column or row it is, in a sentence."""


UNREADABLE = (*NOT_READ, UnreadableRow)
"""The exceptions raised if a value or a row cannot be read."""
_READING: dict[str, Callable[[Row[Any]], object]] = {
    "game or options": lambda row: variant_of(row.game, row.options),
    "deal": lambda row: int(row.deal or 0),
    "deck": lambda row: deck_of(row.deck),
    "snapshot": lambda row: restore(variant_of(row.game, row.options).rules, row.snapshot),
    "status": lambda row: STATUS[row.status],
    "last_move": lambda row: move_of(row.last_move),
    "event": lambda row: event_of(row.event),
}
"""How to read each column of a session that holds text."""


def sessions_after(connection: Connection, after: str, limit: int) -> list[Session | BrokenRow]:
    """List the sessions after that id, in order of id."""
    following = select(session).where(session.c.id > after).order_by(session.c.id).limit(limit)
    return [_session(row) for row in connection.execute(following)]


def sessions_of(connection: Connection, session_ids: Sequence[str]) -> list[Session | BrokenRow]:
    """Return these sessions, in no particular order."""
    return [_session(row) for row in connection.execute(select(session).where(session.c.id.in_(session_ids)))]


def logs(connection: Connection, session_ids: Sequence[str]) -> dict[str, list[Entry] | BrokenRow]:
    """Return the logs of these sessions, without empty ones. The transaction must see one state throughout."""
    found = dict[str, list[Entry] | BrokenRow]()
    for session_id, packed in packing.of_all(connection, session_ids):
        try:
            found[session_id] = packing.read(packed)
        except UNREADABLE:
            found[session_id] = BrokenRow(session_id, "The packed part of its log cannot be read.")
    theirs = select(entry).where(entry.c.session_id.in_(session_ids)).order_by(entry.c.session_id, entry.c.seq)
    for session_id, *row in connection.execute(theirs):
        log = found.setdefault(session_id, [])
        if isinstance(log, BrokenRow):
            continue
        try:
            log.append(entries.read(row))
        except UNREADABLE:
            found[session_id] = BrokenRow(session_id, f"Entry {row[0]} cannot be read.")
    return found


def _session(row: Row[Any]) -> Session | BrokenRow:
    try:
        return sessions.read(row)
    except UNREADABLE:
        # The exception may name cards of a deal that is still secret; the name of the column does not.
        return BrokenRow(row.id, f"Its {next(name for name in _READING if not _is_read(name, row))} cannot be read.")


def _is_read(name: str, row: Row[Any]) -> bool:
    try:
        _READING[name](row)
    except UNREADABLE:
        return False
    return True
