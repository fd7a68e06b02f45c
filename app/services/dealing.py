"""Dealing a game that can be won, or having one looked for."""

from collections.abc import Sequence

from sqlalchemy import Connection

from app.services import sessions, stock
from app.services.stock import Band
from app.store.sessions import Session
from engine.deals import shuffled
from engine.rules import Game, Settled


def draw(
    connection: Connection, player_id: str, game: Game, options: Settled, bands: Sequence[Band], now: int
) -> int | None:
    """Take a deal proved winnable, of the first of these bands that has one.

    Where there is none, return None, and have one looked for: nothing else is dealt in its stead.
    """
    deal = stock.take(connection, game, options, bands, player_id)
    if deal is None:
        stock.wish(connection, game, options, bands, now)
    return deal


def begin(
    connection: Connection, player_id: str, game: Game, options: Settled, bands: Sequence[Band], now: int
) -> Session | None:
    """Begin a session on a deal that `draw` takes; None where it takes none.

    Raises:
        Withheld: an open event is played on this deal.
    """
    deal = draw(connection, player_id, game, options, bands, now)
    if deal is None:
        return None
    return sessions.start(connection, player_id, game, options, deal, shuffled(deal), now)
