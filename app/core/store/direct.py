"""The statements of every move, which go straight to the database's driver.

SQLAlchemy compiles them, once for each database. Running them through it would cost more than the database's own work.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ClauseElement, Connection, Dialect
from sqlalchemy.exc import DBAPIError

_BY_NAME = {"sqlite": "named", "postgresql": "pyformat"}
"""The style in which each driver takes values by name."""

_CURSOR = "rampart.cursor"
"""The key under which a connection's `info` holds a cursor, so all statements can share it."""


@dataclass(frozen=True, slots=True)
class _Written:
    """A statement compiled for one database."""

    text: str
    read: dict[int, Callable[[Any], Any]]
    """Functions that convert a column's value to its type, by the column's place. Other columns need none."""


class Direct:
    """A statement whose values all have names. Like any other, it runs in the connection's transaction.

    Values go to the driver as they are, so the driver must know their types.
    """

    def __init__(self, statement: ClauseElement) -> None:
        self._statement = statement
        self._written: dict[str, _Written] = {}

    def first(self, connection: Connection, values: Mapping[str, object]) -> tuple[Any, ...] | None:
        """Return the first row, or None if there is none; raise `DBAPIError`."""
        written = self._for(connection.dialect)
        rows = _run(connection, written.text, lambda cursor: cursor.execute(written.text, values).fetchall())
        if not rows or not written.read:
            return rows[0] if rows else None
        row = list(rows[0])
        for place, read in written.read.items():
            row[place] = read(row[place])
        return tuple(row)

    def change(self, connection: Connection, values: Mapping[str, object]) -> int:
        """Run the statement, and return how many rows it changed; raise `DBAPIError`."""
        text = self._for(connection.dialect).text
        changed: int = _run(connection, text, lambda cursor: cursor.execute(text, values).rowcount)
        return changed

    def add(self, connection: Connection, rows: list[dict[str, object]]) -> None:
        """Add rows; raise `DBAPIError`."""
        text = self._for(connection.dialect).text
        if len(rows) == 1:
            _run(connection, text, lambda cursor: cursor.execute(text, rows[0]))
        else:
            _run(connection, text, lambda cursor: cursor.executemany(text, rows))

    def _for(self, dialect: Dialect) -> _Written:
        written = self._written.get(dialect.name)
        if written is None:
            written = self._written[dialect.name] = _write(self._statement, dialect)
        return written


def _write(statement: ClauseElement, dialect: Dialect) -> _Written:
    by_name = type(dialect)(paramstyle=_BY_NAME[dialect.name])  # type: ignore[call-arg]
    columns = getattr(statement, "selected_columns", ())
    readers = (column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns)
    return _Written(
        str(statement.compile(dialect=by_name)), {place: read for place, read in enumerate(readers) if read}
    )


def _run(connection: Connection, text: str, ask: Callable[[Any], Any]) -> Any:
    # SQLAlchemy commits only a transaction that it knows about.
    if not connection.in_transaction():
        connection.begin()
    try:
        cursor = connection.info.get(_CURSOR)
        if cursor is None:
            cursor = connection.info[_CURSOR] = connection.connection.cursor()
        return ask(cursor)
    except connection.dialect.loaded_dbapi.Error as error:
        raise _as_sqlalchemy_has_it(connection, text, error) from error


def _as_sqlalchemy_has_it(connection: Connection, text: str, error: Any) -> BaseException:
    dialect = connection.dialect
    lost = dialect.is_disconnect(error, connection.connection, None)
    if lost:
        connection.invalidate(error)
    kind = dialect.loaded_dbapi.Error
    wrapped: BaseException = DBAPIError.instance(
        text, None, error, kind, True, connection_invalidated=lost, dialect=dialect
    )
    return wrapped
