"""Copying a database to another, row by row, to move an installation from SQLite to PostgreSQL."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, CursorResult, Table, insert, make_url, select

from app.core.store import health
from app.core.store.reaching import engine_to
from app.core.store.sqlite import writing_engine
from app.core.store.tables import bookmark

_A_STREAM = 1000
"""How many rows are in memory at once."""


class NotEmpty(Exception):
    """Raised for a target database that already contains something."""


class Different(Exception):
    """Raised when the copy differs from the source."""


@dataclass(frozen=True, slots=True)
class TableDigest:
    """A digest of a table; the order of the rows makes no difference."""

    rows: int
    digest: int
    """The sum of the digests of all rows."""


def copy_all(source: str, target: str, tables: Sequence[Table]) -> dict[str, TableDigest]:
    """Copy an SQLite database, in one state of it, into an empty PostgreSQL database of the same schema.

    Copy every row but that of `trial`. Read back what has arrived and compare it before the commit. Return the contents
    of each table, by the table's name.

    Raises:
        NotEmpty, Different: the target has not changed.
    """
    there = engine_to(make_url(target))
    with writing_engine(make_url(source)).connect() as giver, there.begin() as receiver:
        giver.exec_driver_sql("BEGIN")
        copied = {table.name: _copy(giver, receiver, table) for table in tables}
        giver.exec_driver_sql("ROLLBACK")
    return copied


def _copy(giver: Connection, receiver: Connection, table: Table) -> TableDigest:
    if receiver.execute(select(table).limit(1)).first():
        raise NotEmpty(f"The table {table.name} is not empty.")
    for rows in _stream(giver, table).mappings().partitions():
        receiver.execute(insert(table), [dict(row) for row in rows])
    given, arrived = _contents(giver, table), _contents(receiver, table)
    if given != arrived:
        raise Different(f"The table {table.name} did not arrive unchanged.")
    return arrived


def _contents(connection: Connection, table: Table) -> TableDigest:
    rows = digest = 0
    for row in _stream(connection, table):
        rows += 1
        digest += int.from_bytes(blake2b(repr(tuple(row)).encode(), digest_size=16).digest())
    return TableDigest(rows, digest)


def _stream(connection: Connection, table: Table) -> CursorResult[Any]:
    rows = select(table)
    if table is bookmark:
        # It is heavier in SQLite than the column takes in PostgreSQL, and says nothing about the other database.
        rows = rows.where(bookmark.c.name != health.TRIAL)
    return connection.execute(rows.execution_options(yield_per=_A_STREAM))
