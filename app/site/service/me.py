"""Who a visitor is here."""

from sqlalchemy import Connection

from app.people.rows import accounts


def find_name(connection: Connection, player_id: str | None) -> str:
    """Return the name of a player's account; empty for a guest, and for a visitor who has done nothing yet."""
    return accounts.name_of(connection, player_id) or "" if player_id else ""
