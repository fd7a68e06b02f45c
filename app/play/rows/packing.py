"""Packed logs: if nobody has added to a log for a long time, its beginning takes one row instead of many.

We only ever add to a log. If somebody plays on, new rows follow the packed part, and `app/play/rows/entries.py` reads
both.
"""

import json
import zlib
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from sqlalchemy import Connection, bindparam, delete, insert, select

from app.core.store.ids import first_id
from app.core.store.unreadable import NOT_READ, unreadable
from app.play.rows.sessions import move_of, move_text
from app.play.tables.games import entry, packed_log, session
from app.play.values.session import Entry
from engine.record import Do

DO = {do.value: do for do in Do}
_MOST_BYTES = 1 << 24
"""The most bytes in a log before packing; the longest logs have a hundredth of that."""
_FIND = select(packed_log.c.log).where(packed_log.c.session_id == bindparam("whose"))


def beginning(connection: Connection, session_id: str, within: slice = slice(None)) -> list[Entry]:
    """Return the packed part of a session's log, or what lies within a slice of it, whose step must be 1."""
    packed = connection.execute(_FIND, {"whose": session_id}).scalar()
    return [] if packed is None else _read(session_id, packed, within)


def of_request(connection: Connection, session_id: str, first: int) -> list[Entry]:
    """List the packed entries of the request that begins at that place in a session's log."""
    packed = connection.execute(_FIND, {"whose": session_id}).scalar()
    if packed is None:
        return []
    try:
        automatic = sum(takewhile(bool, _columns(packed)[2][first + 1 :]))
    except NOT_READ:
        raise unreadable(packed_log, (session_id,)) from None
    return _read(session_id, packed, slice(first, first + 1 + automatic))


def of_all(connection: Connection, session_ids: Sequence[str]) -> list[tuple[str, bytes]]:
    """Return the ids of these sessions with the packed parts of their logs, still packed."""
    theirs = select(packed_log.c.session_id, packed_log.c.log).where(packed_log.c.session_id.in_(session_ids))
    return [(session_id, packed) for session_id, packed in connection.execute(theirs)]


def resting(connection: Connection, after: str, before: int, limit: int) -> list[tuple[str, int]]:
    """List the sessions after an id that have rows to pack and were not changed since a time, with their `seq`."""
    ids = (
        select(entry.c.session_id)
        .join(session, session.c.id == entry.c.session_id)
        .where(entry.c.session_id > after, entry.c.session_id < first_id(before), session.c.changed_at < before)
        .distinct()
        .order_by(entry.c.session_id)
        .limit(limit)
    ).subquery()
    # Not in one statement: PostgreSQL would sort all old entries before taking a few.
    rows = select(session.c.id, session.c.seq).join(ids, ids.c.session_id == session.c.id).order_by(session.c.id)
    return [(session_id, seq) for session_id, seq in connection.execute(rows)]


def pack(connection: Connection, session_id: str, log: Sequence[Entry]) -> None:
    """Pack a session's log, of which `log` must be the whole, and delete its rows.

    A log that is older than the links between entries stays as it is, because its links are yet to be filled in. So
    does one with a gap, which playing cannot have produced.
    """
    linked = all(one.request is not None or one.do is Do.GIVE_UP for one in log)
    if not log or not linked or [one.seq for one in log] != list(range(len(log))):
        return
    rows = (entry.c.session_id == session_id, entry.c.seq <= log[-1].seq)
    connection.execute(delete(packed_log).where(packed_log.c.session_id == session_id))
    connection.execute(insert(packed_log), {"session_id": session_id, "log": pack_log(log)})
    connection.execute(delete(entry).where(*rows))


def pack_log(log: Iterable[Entry]) -> bytes:
    """Write a log in few bytes: column by column, with numbers as differences from what is usual."""
    columns: list[list[Any]] = [[], [], [], [], [], [], []]
    at = 0
    for seq, one in enumerate(log):
        row = (
            one.do,
            move_text(one.move),
            int(one.auto),
            one.at - at,
            None if one.request is None else seq - one.request,
            None if one.back is None else seq - one.back,
            None if one.turned is None else int(one.turned),
        )
        at = one.at
        for column, value in zip(columns, row, strict=True):
            column.append(value)
    return zlib.compress(json.dumps(columns, separators=(",", ":")).encode(), 9)


def read(packed: bytes, within: slice = slice(None)) -> list[Entry]:
    """Read what `pack_log` wrote, or only a slice of it to save time, since making entries is slow.

    Raises:
        ValueError, LookupError, TypeError: it is damaged.
    """
    columns = _columns(packed)
    first, beyond, _ = within.indices(len(columns[0]))
    log = []
    at = sum(columns[3][:first])
    parts = zip(*(column[first:beyond] for column in columns), strict=True)
    for seq, (do, move, auto, passed, request, back, turned) in enumerate(parts, first):
        at += passed
        log.append(
            Entry(
                seq,
                DO[do],
                move_of(move),
                bool(auto),
                at,
                None if request is None else seq - request,
                None if back is None else seq - back,
                None if turned is None else bool(turned),
            )
        )
    return log


def _read(session_id: str, packed: bytes, within: slice) -> list[Entry]:
    try:
        return read(packed, within)
    except NOT_READ:
        raise unreadable(packed_log, (session_id,)) from None


def _columns(packed: bytes) -> list[list[Any]]:
    unpacking = zlib.decompressobj()
    try:
        text = unpacking.decompress(packed, _MOST_BYTES)
        if not unpacking.eof:
            raise ValueError("It is cut off, or too long.")
        columns: list[list[Any]] = json.loads(text)
    except (zlib.error, ValueError, RecursionError) as error:
        raise ValueError("This is not a packed log.") from error
    return columns
