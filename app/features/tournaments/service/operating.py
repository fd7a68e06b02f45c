"""What a server forgets about tournaments."""

from sqlalchemy import Connection

from app.features.tournaments.rows import tournaments


def forget_networks(connection: Connection, _now: int, at_most: int) -> bool:
    """Forget where the people of some closed tournaments came from; return whether there were any."""
    return tournaments.forget_networks(connection, at_most)
