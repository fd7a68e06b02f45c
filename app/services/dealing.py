"""Dealing a game that can be won, or having one looked for."""

from collections.abc import Sequence

from sqlalchemy import Connection

from app.model.session import Session
from app.model.shelf import Band
from app.services import sessions, stock
from engine.deals import shuffled
from engine.rules import Variant


def draw(connection: Connection, player_id: str, variant: Variant, bands: Sequence[Band], now: int) -> int | None:
    """Take a deal proved winnable, of the first of these bands that has one.

    Where there is none, return None, and have one looked for: nothing else is dealt in its stead.
    """
    deal = stock.take(connection, variant, bands, player_id)
    if deal is None:
        stock.wish(connection, variant, bands, now)
    return deal


def begin(connection: Connection, player_id: str, variant: Variant, bands: Sequence[Band], now: int) -> Session | None:
    """Begin a session on a deal that `draw` takes; None where it takes none.

    Raises:
        Withheld: an open event is played on this deal.
    """
    deal = draw(connection, player_id, variant, bands, now)
    if deal is None:
        return None
    return sessions.start(connection, player_id, variant, deal, shuffled(deal), now)
