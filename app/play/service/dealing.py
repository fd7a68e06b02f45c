"""Deal a game as hard as its player wants it, or ask the solvers to find a deal that can be won."""

from collections.abc import Collection
from contextlib import nullcontext, suppress
from random import sample
from secrets import randbelow

from sqlalchemy import Connection

from app.core.refusals import Malformed, Withheld
from app.play.service import sessions, stock, strength
from app.play.values.session import Session
from app.play.values.shelf import Shelf, bands_of
from app.play.values.strength import Strength
from engine.deals import random_deal, shuffled
from engine.rules import Game, Variant


def check(game: Game, wanted: Strength) -> None:
    """Raise `Malformed` if nobody has measured which deals of a game are as hard as `wanted` says."""
    if not set(wanted.bands(game)) <= set(bands_of(game)):
        raise Malformed("Nobody has counted yet how hard the deals of this game are. Ask for winnable ones.")


def draw(
    connection: Connection,
    player_id: str,
    variant: Variant,
    wanted: Strength,
    now: int,
    besides: Collection[int] = (),
) -> int | None:
    """Draw a deal as hard as a player wants it, none of `besides`, and keep that choice.

    If no such deal is proved winnable, return None and ask the solvers to find one: no other deal takes its place.
    """
    strength.choose(connection, player_id, variant.game, wanted, now)
    bands = wanted.bands(variant.game)
    if not bands:
        return random_deal(randbelow)
    deal = stock.take(connection, variant, sample(bands, k=len(bands)), player_id, besides)
    if deal is None:
        stock.wish(connection, variant, bands, now)
    return deal


def begin(
    connection: Connection, player_id: str, variant: Variant, wanted: Strength, now: int, shown: int | None = None
) -> Session | None:
    """Begin a session on a deal that `draw` draws; return None if it draws none.

    `shown` is a deal that the player has seen in a picture. If it is one of those that players get first, and the
    player has not begun it, it comes before any other.

    Raises:
        Withheld: open events are played on all of several deals drawn.
    """
    # If this refused the first deal, it would stay in stock and be refused again.
    refused: list[int] = []
    if wanted is Strength.GENTLE and shown in stock.first_deals()[Shelf.of(variant)]:
        with suppress(Withheld):
            if shown and not stock.list_begun(connection, player_id, [shown]):
                strength.choose(connection, player_id, variant.game, wanted, now)
                return sessions.start(connection, player_id, variant, shown, shuffled(shown), now)
    for refusing in (suppress(Withheld), suppress(Withheld), nullcontext()):
        deal = draw(connection, player_id, variant, wanted, now, refused)
        if deal is None:
            return None
        refused.append(deal)
        with refusing:
            return sessions.start(connection, player_id, variant, deal, shuffled(deal), now)
    return None
