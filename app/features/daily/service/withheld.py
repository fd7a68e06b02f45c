"""What dailies withhold until they close: their deals, chosen a week ahead."""

from collections.abc import Sequence

from sqlalchemy import Connection

from app.core.clock import today
from app.features.daily.rows import dailies
from app.features.daily.service.calendar import first_open
from engine.deals import Deck
from engine.rules import Game


def open_of(connection: Connection, looks: Sequence[str], now: int) -> set[tuple[Game, str]]:
    """Return the games and likenesses of dailies not yet closed that have one of these likenesses."""
    return dailies.open_of(connection, looks, first_open(now))


def open_decks(connection: Connection, now: int) -> list[tuple[Game, Deck]]:
    """List the games and decks of the dailies that have begun and are not closed, always in the same order."""
    return dailies.decks_of(connection, first_open(now), today(now))
