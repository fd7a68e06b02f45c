"""How a database means to run a statement: by an index, or by reading a whole table."""

from typing import Any

from sqlalchemy import Connection, Select, text


def reads_whole_tables(connection: Connection, statement: Select[Any]) -> bool:
    """Return whether a statement reads a table from end to end, or sorts what it finds, even where it need not."""
    compiled = statement.compile(connection, compile_kwargs={"literal_binds": True})
    if connection.dialect.name == "postgresql":
        # In a small table, PostgreSQL would rather read it all.
        for setting in ("enable_seqscan", "enable_bitmapscan", "enable_sort"):
            connection.execute(text(f"SET LOCAL {setting} = off"))
        plan = "\n".join(connection.exec_driver_sql(f"EXPLAIN {str(compiled).replace('%', '%%')}").scalars())
        return "Seq Scan" in plan or "Sort" in plan
    rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {compiled}")
    details = [str(row[3]) for row in rows]
    return any(detail.startswith("SCAN") or "TEMP B-TREE" in detail for detail in details)
