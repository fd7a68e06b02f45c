"""Stored text that cannot be read: a fault of the store, never of the visitor whose request comes upon it.

Whoever walks over many rows passes over such a row, and only a page about the row itself fails. The row stays as it is:
somebody may repair it, and a server of another version may be able to read it.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from datetime import date
from functools import wraps
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Row, String, Table, not_, true, tuple_, type_coerce

from app.core.store.types import Spoilt
from engine.rules import Game

NOT_READ = (ValueError, LookupError, TypeError, AttributeError)
"""The exceptions raised for a text that does not stand for a value."""
_MOST = 1000
"""How many rows a process notes."""
_LONGEST_KEY = 80
_UNTOLD = {"deal", "deck"}
"""Parts of keys that may still be secret."""

_noted: dict[tuple[str, tuple[object, ...]], None] = {}
_log = logging.getLogger("rampart")

T = TypeVar("T")


class UnreadableRow(Exception):
    """Raised for a row with a text that cannot be read. It names the row, but neither the text nor any card."""

    def __init__(self, table: Table, key: str) -> None:
        super().__init__(f"A row of the table {table.name} cannot be read: {key}.")
        self.key = key


def unreadable(table: Table, row: Iterable[Any]) -> UnreadableRow:
    """Note that a row of a table cannot be read, and return what to raise.

    A process logs each such row once. The row begins with the table's columns, or has them by name.
    """
    key = tuple(map(_as_stored, _key(table, row)))
    named = key_text(table, key)
    if (table.name, key) not in _noted and len(_noted) < _MOST:
        _noted[table.name, key] = None
        _log.error("A stored row cannot be read.", extra={"more": {"table": table.name, "key": named}})
    return UnreadableRow(table, named)


def reads(table: Table) -> Callable[[Callable[[Any], T]], Callable[[Any], T]]:
    """Make a function that reads rows of a table raise `UnreadableRow` for one that cannot be read."""

    def made(read: Callable[[Any], T]) -> Callable[[Any], T]:
        @wraps(read)
        def readable(row: Any) -> T:
            try:
                for value in row:
                    if type(value) is Spoilt:
                        raise ValueError
                return read(row)
            except NOT_READ:
                # The exception may name cards of a deal that is still secret.
                raise unreadable(table, row) from None

        return readable

    return made


def each(read: Callable[[Any], T], rows: Iterable[Any]) -> list[T]:
    """Read those of the rows that can be read; `read` raises `UnreadableRow` for the others."""
    found = list[T]()
    for row in rows:
        with suppress(UnreadableRow):
            found.append(read(row))
    return found


def passed_over(table: Table) -> ColumnElement[bool]:
    """Return the condition that a row of a table whose key is text is none that this process could not read.

    It is for those who take the first row of a queue: a row that cannot be read would stay the first for ever.
    """
    known = [key for name, key in list(_noted) if name == table.name]
    return not_(tuple_(*(type_coerce(column, String) for column in table.primary_key)).in_(known)) if known else true()


def counts() -> Mapping[str, int]:
    """Count by table the rows that this process could not read since it started."""
    return Counter(name for name, _ in list(_noted))


def key_text(table: Table, key: Iterable[object]) -> str:
    """Write the key of a row for a log or a list, without what may be secret."""
    parts = zip(table.primary_key, key, strict=True)
    return " ".join("…" if column.name in _UNTOLD else str(value)[:_LONGEST_KEY] for column, value in parts)


def _key(table: Table, row: Iterable[Any]) -> Iterable[object]:
    named = row._mapping if isinstance(row, Row) else dict(zip(table.columns, row, strict=False))
    return (named.get(column, "?") for column in table.primary_key)


def _as_stored(value: object) -> object:
    """Return a part of a key as it is stored."""
    match value:
        case Spoilt():
            return value.text
        case Game():
            return value.slug
        case date():
            return value.isoformat()
        case _:
            return value
