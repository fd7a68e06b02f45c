"""Dividing the tables of games by month, an option on PostgreSQL.

A game's id says when it began, and so its month. Packing old logs (`app/play/rows/packing.py`) deletes the rows of an
old month, so its table can free its disk space, which a single table for all months never could. No month becomes
read-only: players can continue any game.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Row, select, text
from sqlalchemy.exc import OperationalError

from app.core.store.ids import first_id
from app.play.tables.games import session

AHEAD = 3
"""How many months get their tables before they begin."""
_LOCK_SECONDS = 0.5
"""How long moves may have to wait behind us while others hold a table; there is another chance soon."""
_VACUUM_SECONDS = 10
_HELD = {"55P03", "40P01"}
"""PostgreSQL's codes for a lock that took too long, and for a deadlock."""

_LOCK = 0x52414D51
"""The advisory lock that lets one process at a time make months. Any number of our own will do."""
_LARGE_BYTES = 1 << 20

_KEYS = {"session": "id", "entry": "session_id", "packed_log": "session_id"}
"""The divided tables, each with the column that holds a session's id."""
_DIVIDED = text("SELECT relkind = 'p' FROM pg_class WHERE oid = CAST(:whole AS regclass)")
_OWNER = text("SELECT quote_ident(pg_get_userbyid(relowner)) FROM pg_class WHERE oid = CAST(:whole AS regclass)")
_WRITE = text(
    "SELECT count(*) FROM pg_class, aclexplode(relacl) WHERE pg_class.oid = CAST(:whole AS regclass)"
    " AND privilege_type = 'INSERT' AND (grantee = 0 OR NOT pg_has_role(grantee, relowner, 'USAGE'))"
)
"""Counts the roles that may write to a table but cannot act as its owner."""
_GRANTS = text(
    "SELECT privilege_type AS right, CASE grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(grantee)) END"
    " AS whose, is_grantable AS may_grant FROM pg_class, aclexplode(relacl)"
    " WHERE pg_class.oid = CAST(:whole AS regclass) AND grantee <> relowner ORDER BY 1, 2"
)
_FOREIGN_KEYS = text(
    "SELECT conrelid::regclass::text AS place, confrelid::regclass::text AS named, conname AS name,"
    " pg_get_constraintdef(oid) AS rule FROM pg_constraint"
    " WHERE contype = 'f' AND (conrelid = ANY (:tables ::regclass[]) OR confrelid = ANY (:tables ::regclass[]))"
    " ORDER BY 1, 3"
)
_INDEXES = text(
    "SELECT relname AS name, pg_get_indexdef(indexrelid) AS rule, indisprimary AS is_key FROM pg_index"
    " JOIN pg_class ON pg_class.oid = indexrelid WHERE indrelid = CAST(:whole AS regclass) ORDER BY 1"
)
_PARTS = text(
    "SELECT inhrelid::regclass::text AS name, pg_get_expr(relpartbound, inhrelid) AS bound FROM pg_inherits"
    " JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = CAST(:whole AS regclass) ORDER BY 1"
)


class AlreadyDivided(Exception):
    """Raised if games are already divided by month."""


class InUse(Exception):
    """Raised if others hold a table for too long. There is another chance soon."""


class OthersWrite(Exception):
    """Raised if a role may add games but cannot act as the tables' owner, who alone can make the months to come."""


class AheadOfTime(Exception):
    """Raised if a game's id dates it in a future month."""


def is_divided(connection: Connection) -> bool:
    """Return whether games are divided by month."""
    return connection.dialect.name == "postgresql" and _is_divided(connection, "session")


def divide(connection: Connection, now: int) -> None:
    """Divide games by month from the next month on; existing games stay together. Nobody can play meanwhile.

    Raises:
        AlreadyDivided, AheadOfTime, InUse, OthersWrite: nothing has changed then.
    """
    if is_divided(connection):
        raise AlreadyDivided
    if connection.execute(_WRITE, {"whole": "session"}).scalar_one():
        raise OthersWrite
    owner = connection.execute(_OWNER, {"whole": "session"}).scalar_one()
    connection.execute(text(f"SET LOCAL ROLE {owner}"))
    foreign = connection.execute(_FOREIGN_KEYS, {"tables": list(_KEYS)}).all()
    _lock(connection, {*_KEYS, *(each.place for each in foreign), *(each.named for each in foreign)})
    if is_divided(connection):
        # Somebody else was quicker.
        raise AlreadyDivided
    begins = _first_of_next(_month(now))
    if connection.execute(select(session.c.id).where(session.c.id >= _first_id(begins)).limit(1)).first():
        raise AheadOfTime
    for each in foreign:
        connection.execute(text(f'ALTER TABLE {each.place} DROP CONSTRAINT "{each.name}"'))
    for whole, key in _KEYS.items():
        _divide(connection, whole, key, begins)
    for each in foreign:
        connection.execute(text(f'ALTER TABLE {each.place} ADD CONSTRAINT "{each.name}" {each.rule}'))
    make_ahead(connection, now)
    # PostgreSQL never does this by itself for a divided table as a whole.
    connection.execute(text(f"ANALYZE {', '.join(_KEYS)}"))


def make_ahead(connection: Connection, now: int) -> None:
    """Make the tables of the months to come, unless another process is doing so right now.

    Raises:
        OperationalError: somebody held a table for too long.
    """
    mine = f"SELECT pg_try_advisory_xact_lock({_LOCK}, hashtext(current_schema()))"
    if not connection.execute(text(mine)).scalar_one():
        return
    _wait_briefly(connection)
    begins = _month(now)
    # Migrating down and up again leaves the newest table undivided.
    wholes = [whole for whole in _KEYS if _is_divided(connection, whole)]
    for _ in range(AHEAD + 1):
        ends = _first_of_next(begins)
        for whole in wholes:
            held = [part.bound for part in connection.execute(_PARTS, {"whole": whole})]
            if not any(bound.endswith(f"TO ('{_first_id(ends)}')") for bound in held):
                bounds = f"FROM ('{_first_id(begins)}') TO ('{_first_id(ends)}')"
                part = f"{whole}_{begins:%Y_%m}"
                connection.execute(text(f"CREATE TABLE {part} PARTITION OF {whole} FOR VALUES {bounds}"))
                _grant(connection, part, connection.execute(_GRANTS, {"whole": whole}).all())
        begins = ends


def free_next(connection: Connection, after: str) -> str | None:
    """Free the indexes of the next month of entries after `after` if all its logs are packed; return the month's table.

    By then a vacuum has freed the rows, which it does only once no transaction sees them any more. Return None if there
    are no more months.

    Raises:
        OperationalError: somebody held the month for too long.
    """
    parts = (part.name for part in connection.execute(_PARTS, {"whole": "entry"}))
    part = next((name for name in parts if name > after), None)
    if part is not None and _is_freed(connection, part):
        _wait_briefly(connection)
        connection.execute(text(f"LOCK TABLE {part} IN ACCESS EXCLUSIVE MODE"))
        if _is_freed(connection, part):
            connection.execute(text(f"TRUNCATE {part}"))
    return part


def _is_freed(connection: Connection, part: str) -> bool:
    """Return whether the rows of a part take no disk space any more, while its indexes still take much."""
    asked = f"SELECT pg_relation_size('{part}') = 0 AND pg_indexes_size('{part}') > {_LARGE_BYTES}"
    return bool(connection.execute(text(asked)).scalar_one())


def _wait_briefly(connection: Connection) -> None:
    connection.execute(text(f"SET LOCAL lock_timeout = '{_LOCK_SECONDS * 1000:.0f}ms'"))


def _lock(connection: Connection, tables: Iterable[str]) -> None:
    """Lock all tables before changing any: taking them one after another could end in a deadlock."""
    names = ", ".join(sorted(tables))
    try:
        # This lock keeps out vacuums and nobody else. An automatic vacuum gives way, but only after a second.
        connection.execute(text(f"SET LOCAL lock_timeout = '{_VACUUM_SECONDS}s'"))
        connection.execute(text(f"LOCK TABLE {names} IN SHARE UPDATE EXCLUSIVE MODE"))
        _wait_briefly(connection)
        connection.execute(text(f"LOCK TABLE {names} IN ACCESS EXCLUSIVE MODE"))
    except OperationalError as held:
        if getattr(held.orig, "sqlstate", None) in _HELD:
            raise InUse from held
        raise


def _divide(connection: Connection, whole: str, key: str, begins: datetime) -> None:
    """Replace a table with a divided one of the same form; the old table becomes its first part."""
    before = f"{whole}_before_{begins:%Y_%m}"
    grants = connection.execute(_GRANTS, {"whole": whole}).all()
    indexes = connection.execute(_INDEXES, {"whole": whole}).all()
    connection.execute(text(f"ALTER TABLE {whole} RENAME TO {before}"))
    for each in indexes:
        connection.execute(text(f'ALTER INDEX "{each.name}" RENAME TO "{each.name}_before_{begins:%Y_%m}"'))
    form = f"LIKE {before} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING COMMENTS"
    connection.execute(text(f"CREATE TABLE {whole} ({form}) PARTITION BY RANGE ({key})"))
    for each in indexes:
        # We read this rule when the name still meant the old table.
        columns = each.rule.partition(" USING btree ")[2]
        made = f'ALTER TABLE {whole} ADD CONSTRAINT "{each.name}" PRIMARY KEY {columns}' if each.is_key else each.rule
        connection.execute(text(made))
    _grant(connection, whole, grants)
    connection.execute(
        text(f"ALTER TABLE {whole} ATTACH PARTITION {before} FOR VALUES FROM (MINVALUE) TO ('{_first_id(begins)}')")
    )


def _grant(connection: Connection, table: str, rights: Iterable[Row[Any]]) -> None:
    for each in rights:
        again = " WITH GRANT OPTION" if each.may_grant else ""
        connection.execute(text(f"GRANT {each.right} ON {table} TO {each.whose}{again}"))


def _is_divided(connection: Connection, whole: str) -> bool:
    return bool(connection.execute(_DIVIDED, {"whole": whole}).scalar_one())


def _month(now: int) -> datetime:
    """Return the beginning of the month that a time is in."""
    return datetime.fromtimestamp(now // 1000, UTC).replace(day=1, hour=0, minute=0, second=0)


def _first_of_next(begins: datetime) -> datetime:
    return begins.replace(year=begins.year + begins.month // 12, month=begins.month % 12 + 1)


def _first_id(at: datetime) -> str:
    return first_id(int(at.timestamp()) * 1000)
