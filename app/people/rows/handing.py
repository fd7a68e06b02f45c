"""Statements that make one player's rows another's, by the parameters `giver` and `receiver`."""

from collections.abc import Callable

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
