"""Statements about who is friends with whom, for rooms that let friends do more."""

from sqlalchemy import Connection, select

from app.people.tables import friendship


def are_friends(connection: Connection, player_id: str, other_id: str) -> bool:
    """Return whether two players are friends."""
    row = select(friendship).where(friendship.c.player_id == player_id, friendship.c.friend_id == other_id)
    return connection.execute(row).first() is not None
