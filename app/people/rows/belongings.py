"""Statements about whatever rows are a player's: handing them over, by the parameters `giver` and `receiver`, and
listing them.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Executable, Table, Update, bindparam, select, tuple_, update


def handing(column: Column[str], unless: ColumnElement[bool]) -> Update:
    """Return the statement that hands over the rows in which a column has the giver, unless a condition holds."""
    return update(column.table).where(column == bindparam("giver"), ~unless).values({column: bindparam("receiver")})


def handing_but_for(table: Table, *key: str) -> Update:
    """Return the statement that hands over a table's rows, except where both players have one with the same key.

    `key` names the columns that say what a row is about, such as the race or the lesson.
    """
    theirs = table.alias()
    of_both = select(*(theirs.c[name] for name in key)).where(theirs.c.player_id == bindparam("receiver"))
    return handing(table.c.player_id, tuple_(*(table.c[name] for name in key)).in_(of_both))


def by(statement: Executable) -> Callable[[Connection, str, str], None]:
    """Return the function that runs a statement for a giver and a receiver."""

    def run(connection: Connection, giver_id: str, receiver_id: str) -> None:
        connection.execute(statement, {"giver": giver_id, "receiver": receiver_id}).close()

    return run


def rows_of(connection: Connection, player_id: str, kept: Table, order: Column[Any]) -> list[dict[str, Any]]:
    """List a player's rows in a table in the order of a column, each as a dict by column, without the player's id."""
    told = (column for column in kept.c if column.name != "player_id")
    theirs = select(*told).where(kept.c.player_id == player_id).order_by(order)
    return [dict(row) for row in connection.execute(theirs).mappings()]
