"""Deal a game that can be won, or ask the solvers to find one."""

from collections.abc import Sequence

from sqlalchemy import Connection

from app.play.service import sessions, stock
from app.play.values.session import Session
from app.play.values.shelf import Band
from engine.deals import shuffled
from engine.rules import Variant


def draw(connection: Connection, player_id: str, variant: Variant, bands: Sequence[Band], now: int) -> int | None:
    """Take a deal that is proved winnable, from the first of these bands that has one.

    If none has, return None and ask the solvers to find one: no other deal takes its place.
    """
    deal = stock.take(connection, variant, bands, player_id)
    if deal is None:
        stock.wish(connection, variant, bands, now)
    return deal


def begin(connection: Connection, player_id: str, variant: Variant, bands: Sequence[Band], now: int) -> Session | None:
    """Begin a session on a deal that `draw` takes; return None if it takes none.

    Raises:
        Withheld: an open event is played on this deal.
    """
    deal = draw(connection, player_id, variant, bands, now)
    if deal is None:
        return None
    return sessions.start(connection, player_id, variant, deal, shuffled(deal), now)
