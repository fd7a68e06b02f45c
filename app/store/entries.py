"""Statements about the log of a session."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, insert, select

from app.store.direct import Direct
from app.store.schema import entry


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of `entry` without the session it belongs to; the fields stand in the order of the columns."""

    seq: int
    do: str
    """`move`, `undo`, `redo` or `give-up`."""
    move: str | None
    auto: bool
    """Made by the server together with the move before it."""
    at: int


_COLUMNS = (entry.c.seq, entry.c.do, entry.c.move, entry.c.auto, entry.c.at)
_APPEND = Direct(insert(entry).values({column.name: bindparam(column.name) for column in entry.columns}))
_ALL_OF = select(*_COLUMNS).where(entry.c.session_id == bindparam("whose")).order_by(entry.c.seq)
_AT = select(*_COLUMNS).where(entry.c.session_id == bindparam("whose"), entry.c.seq == bindparam("place"))


def append(connection: Connection, session_id: str, added: Sequence[Entry]) -> None:
    """Add entries to the log of a session; the database refuses a `seq` that it has."""
    rows: list[dict[str, object]] = [
        {
            "session_id": session_id,
            "seq": one.seq,
            "do": one.do,
            "move": one.move,
            "auto": one.auto,
            "at": one.at,
        }
        for one in added
    ]
    _APPEND.add(connection, rows)


def all_of(connection: Connection, session_id: str) -> list[Entry]:
    """Give the whole log of a session."""
    return [Entry(*row) for row in connection.execute(_ALL_OF, {"whose": session_id})]


def at(connection: Connection, session_id: str, seq: int) -> Entry | None:
    """Give the entry at that place of the log, None if there is none."""
    row = connection.execute(_AT, {"whose": session_id, "place": seq}).first()
    return Entry(*row) if row else None
