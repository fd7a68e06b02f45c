"""Rows about a player, for the player to download."""

from typing import Any

from sqlalchemy import Column, Connection, Table, select


def rows_of(connection: Connection, player_id: str, kept: Table, order: Column[Any]) -> list[dict[str, Any]]:
    """List a player's rows in a table in the order of a column, each as a dict by column, without the player's id."""
    told = (column for column in kept.c if column.name != "player_id")
    theirs = select(*told).where(kept.c.player_id == player_id).order_by(order)
    return [dict(row) for row in connection.execute(theirs).mappings()]
