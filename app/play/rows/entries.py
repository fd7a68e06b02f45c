"""Statements about the log of a session; `app/play/rows/packing.py` may have packed its beginning."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update
from sqlalchemy import false as sql_false

from app.core.store.direct import Direct
from app.core.store.unreadable import NOT_READ, unreadable
from app.play.rows import packing
from app.play.rows.packing import DO
from app.play.rows.sessions import move_of, move_text
from app.play.tables.games import entry
from app.play.values.session import Entry
from engine.record import Do

_COLUMNS = entry.columns[1:]
_APPEND = Direct(insert(entry).values({column.name: bindparam(column.name) for column in entry.columns}))
_OF_SESSION = select(*_COLUMNS).where(entry.c.session_id == bindparam("whose"))
_ALL_OF = _OF_SESSION.order_by(entry.c.seq)
_AT = _OF_SESSION.where(entry.c.seq == bindparam("place"))
_next = entry.alias("next")
_BEHIND_REQUEST = (
    select(_next.c.seq)
    .where(_next.c.session_id == bindparam("whose"), _next.c.seq > bindparam("first"), _next.c.auto == sql_false())
    .order_by(_next.c.seq)
    .limit(1)
    .scalar_subquery()
)
_BEYOND = 1 << 30
"""Above any `seq`."""
_REQUEST = _ALL_OF.where(
    entry.c.seq >= bindparam("first"), entry.c.seq < func.coalesce(_BEHIND_REQUEST, bindparam("beyond", _BEYOND))
)


def read(row: Sequence[Any]) -> Entry:
    """Return the entry in a row of the table, given without the column of its session; raise one of `NOT_READ`."""
    seq, do, move, *rest = row
    return Entry(seq, DO[do], move_of(move), *rest)


def _read(session_id: str, rows: Iterable[Sequence[Any]]) -> list[Entry]:
    """Read entries of a session; raise `UnreadableRow`."""
    found = list[Entry]()
    row: Sequence[Any] = ("?",)
    try:
        for row in rows:
            found.append(read(row))
    except NOT_READ:
        raise unreadable(entry, (session_id, row[0])) from None
    return found


def append(connection: Connection, session_id: str, added: Sequence[Entry]) -> None:
    """Add entries to the log of a session; the database refuses a `seq` that is there already."""
    rows: list[dict[str, object]] = [
        {
            "session_id": session_id,
            "seq": one.seq,
            "do": one.do,
            "move": move_text(one.move),
            "auto": one.auto,
            "at": one.at,
            "request": one.request,
            "back": one.back,
            "turned": one.turned,
        }
        for one in added
    ]
    _APPEND.add(connection, rows)


def all_of(connection: Connection, session_id: str) -> list[Entry]:
    """Return the whole log of a session."""
    return _whole(connection, session_id, connection.execute(_ALL_OF, {"whose": session_id}))


def first_of(connection: Connection, session_id: str, at_most: int) -> list[Entry]:
    """List the first entries of a session's log, `at_most` of them."""
    return _whole(connection, session_id, connection.execute(_ALL_OF.limit(at_most), {"whose": session_id}))[:at_most]


def at(connection: Connection, session_id: str, seq: int) -> Entry | None:
    """Return the entry at that place in the log, or None if there is none."""
    row = connection.execute(_AT, {"whose": session_id, "place": seq}).first()
    if row:
        return _read(session_id, [row])[0]
    return next(iter(packing.beginning(connection, session_id, slice(seq, seq + 1))), None)


def of_request(connection: Connection, session_id: str, first: int) -> list[Entry]:
    """List the entries of the request that begins at that place: a move and the automatic ones after it."""
    rows = _read(session_id, connection.execute(_REQUEST, {"whose": session_id, "first": first}))
    return rows if rows and rows[0].seq == first else packing.of_request(connection, session_id, first)


def undos_turned(connection: Connection, session_id: str) -> set[bool | None]:
    """Return the values of `turned` that the undos in a session's log have."""
    undos = select(entry.c.turned).where(entry.c.session_id == session_id, entry.c.do == "undo")
    in_rows = set(connection.execute(undos.distinct()).scalars())
    return in_rows | {one.turned for one in packing.beginning(connection, session_id) if one.do is Do.UNDO}


def link(connection: Connection, session_id: str, linked: Sequence[Entry]) -> None:
    """Fill in the links of entries that are older than links, and change nothing else about them."""
    rows = [{"place": one.seq, "request": one.request, "back": one.back, "turned": one.turned} for one in linked]
    if rows:
        place = (entry.c.session_id == session_id, entry.c.seq == bindparam("place"))
        connection.execute(update(entry).where(*place), rows)


def _whole(connection: Connection, session_id: str, found: Iterable[Sequence[Any]]) -> list[Entry]:
    """Return the packed part of a log and the rows that follow it.

    The caller has read the rows first: if somebody packs them now, the packed part contains them.
    """
    rows = _read(session_id, found)
    if not rows:
        return packing.beginning(connection, session_id)
    return rows if rows[0].seq == 0 else packing.beginning(connection, session_id)[: rows[0].seq] + rows
