"""Statements about who may not come back to a venue."""

from contextlib import suppress

from sqlalchemy import Connection, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.people.tables import barred
from app.people.venues import Venue


def bar(connection: Connection, venue: Venue, player_id: str) -> None:
    """Keep somebody from coming back to a venue; once is enough."""
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(barred), {"venue": str(venue), "player_id": player_id})


def is_barred(connection: Connection, venue: Venue, player_id: str) -> bool:
    """Return whether somebody may not come back to a venue."""
    here = select(barred.c.venue).where(barred.c.venue == str(venue), barred.c.player_id == player_id)
    return connection.execute(here).first() is not None


def move(connection: Connection, before: Venue, after: Venue) -> None:
    """Note that a venue has another code now."""
    connection.execute(update(barred).where(barred.c.venue == str(before)).values(venue=str(after)))
