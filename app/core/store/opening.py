"""Opens the database at an address."""

import sqlalchemy

from app.core.store.database import WORK_SECONDS, Database


def open_database(url: str, work_seconds: float = WORK_SECONDS) -> Database:
    """Return the database at an SQLAlchemy address, `sqlite:///path` or `postgresql+psycopg://…`.

    `work_seconds` is the time limit of each transaction.

    Raises:
        ValueError: the address is for another kind of database.
    """
    # This imports only the driver that it needs.
    address = sqlalchemy.make_url(url)
    match address.drivername:
        case "sqlite" | "sqlite+pysqlite":
            from app.core.store.sqlite import SqliteDatabase

            return SqliteDatabase(address, work_seconds)
        case "postgresql+psycopg":
            from app.core.store.postgres import PostgresDatabase

            return PostgresDatabase(address, work_seconds)
        case other:
            raise ValueError(f"Rampart keeps its games in SQLite or PostgreSQL (postgresql+psycopg), not in {other}.")
