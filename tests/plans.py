"""How a database means to run a statement: by an index, or by reading a whole table."""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Connection, Executable, Select, event, text


def reads_whole_tables(connection: Connection, statement: Select[Any]) -> bool:
    """Return whether a statement reads a table from end to end, or sorts what it finds, even where it need not."""
    compiled = str(statement.compile(connection, compile_kwargs={"literal_binds": True}))
    if connection.dialect.name == "postgresql":
        # In a small table, PostgreSQL would rather read it all.
        for setting in ("enable_seqscan", "enable_bitmapscan", "enable_sort"):
            connection.execute(text(f"SET LOCAL {setting} = off"))
        plan = connection.exec_driver_sql("EXPLAIN " + compiled.replace("%", "%%")).scalars().all()
        return any("Seq Scan" in line or "Sort" in line for line in plan)
    details = [str(row[3]) for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}")]
    return any(detail.startswith("SCAN") or "FOR ORDER BY" in detail for detail in details)


def reads_whole_tables_in(connection: Connection, work: Callable[[], object]) -> bool:
    """Return whether any statement of some work does what `reads_whole_tables` says."""
    found: list[Select[Any]] = []

    def note(_: Connection, statement: Executable, *_rest: object) -> None:
        if isinstance(statement, Select):
            found.append(statement)

    event.listen(connection, "before_execute", note)
    work()
    event.remove(connection, "before_execute", note)
    assert found
    return any(reads_whole_tables(connection, statement) for statement in found)
