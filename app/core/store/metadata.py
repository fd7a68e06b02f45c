"""The metadata of all tables, the names of their constraints, and the kinds of columns that many tables have."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Double,
    ForeignKey,
    Integer,
    MetaData,
    String,
    Table,
    Text,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData(
    naming_convention={
        "pk": "%(table_name)s_pk",
        "fk": "%(table_name)s_%(column_0_name)s_fk",
        "ix": "%(table_name)s_%(column_0_N_name)s_ix",
        "uq": "%(table_name)s_%(column_0_N_name)s_uq",
        "ck": "%(table_name)s_%(constraint_name)s_ck",
    }
)


def table(name: str, *items: SchemaItem) -> Table:
    """Add a table with these columns, constraints and indexes."""
    return Table(name, metadata, *items, sqlite_with_rowid=False)


def foreign_key(name: str, by: str, length: int = 16) -> Column[Any]:
    """Return a key column that holds the key of a row elsewhere, such as `session.id`."""
    return Column(name, String(length), ForeignKey(by), primary_key=True)


def reference(name: str, to: str) -> Column[Any]:
    """Return a column that holds the id of a row elsewhere, never null."""
    return Column(name, String(16), ForeignKey(to), nullable=False)


def numbered_key(name: str) -> Column[Any]:
    """Return a key column whose numbers count up within the rest of the key."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def text(name: str, default: str | None = None) -> Column[Any]:
    """Return a column of text of any length, never null."""
    return Column(name, Text, nullable=False, server_default=default)


def characters(name: str, length: int, default: str | None = None) -> Column[Any]:
    """Return a column of at most `length` characters, never null."""
    return Column(name, String(length), nullable=False, server_default=default)


def count(name: str, default: str | None = None) -> Column[Any]:
    """Return a column of whole numbers, never null."""
    return Column(name, Integer, nullable=False, server_default=default)


def number(name: str) -> Column[Any]:
    """Return a column of numbers with fractions, never null."""
    return Column(name, Double, nullable=False)


def milliseconds(name: str, default: str | None = None) -> Column[Any]:
    """Return a column of times or durations, never null."""
    return Column(name, BigInteger, nullable=False, server_default=default)


def flag(name: str, default: ColumnElement[bool] | None = None) -> Column[Any]:
    """Return a column that is true or false, never null."""
    return Column(name, Boolean, nullable=False, server_default=default)
