"""Statements about deals proved winnable: the stock, the deals for races, and what players wait for."""

from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.model.shelf import Band, Shelf
from app.store.schema import race_deal, session, stock, wish
from engine.games import find

_ON_SHELF = (stock.c.game == bindparam("slug"), stock.c.options == bindparam("chosen"))
_THE_DEAL = (*_ON_SHELF, stock.c.deal == bindparam("number"))
_PLAYED = exists().where(session.c.player_id == bindparam("player"), session.c.deal == stock.c.deal)
_FIND = (
    select(stock.c.deal)
    .where(stock.c.taken.is_(False), *_ON_SHELF, stock.c.band == bindparam("how_hard"), ~_PLAYED)
    .order_by(func.random())
    .limit(1)
    .with_for_update(skip_locked=True)
)
_TAKE = update(stock).where(*_THE_DEAL).values(taken=True)
_ADD = insert(stock).values({name: bindparam(name) for name in ("game", "options", "deal", "band")})
_KNOWN = select(stock.c.deal).where(*_THE_DEAL)
_COUNTS = (
    select(stock.c.game, stock.c.options, stock.c.band, func.count())
    .where(stock.c.taken.is_(False))
    .group_by(stock.c.game, stock.c.options, stock.c.band)
)
_PLAYED_OF = select(session.c.deal).where(
    session.c.player_id == bindparam("player"), session.c.deal.in_(bindparam("numbers", expanding=True))
)
_FIND_FOR_RACE = (
    select(race_deal.c.deal)
    .where(race_deal.c.game == bindparam("slug"), race_deal.c.options == bindparam("chosen"))
    .limit(1)
    .with_for_update(skip_locked=True)
)
_TAKE_FOR_RACE = delete(race_deal).where(
    race_deal.c.game == bindparam("slug"),
    race_deal.c.options == bindparam("chosen"),
    race_deal.c.deal == bindparam("number"),
)
_ADD_FOR_RACE = insert(race_deal).values({column.name: bindparam(column.name) for column in race_deal.columns})
_COUNTS_FOR_RACE = select(race_deal.c.game, race_deal.c.options, func.count()).group_by(
    race_deal.c.game, race_deal.c.options
)
_WISHED = select(wish.c.game, wish.c.options, wish.c.band).where(wish.c.until > bindparam("now"))
_WISH = insert(wish).values({column.name: bindparam(column.name) for column in wish.columns})
_FORGET_WISH = delete(wish).where(
    wish.c.game == bindparam("slug"), wish.c.options == bindparam("chosen"), wish.c.band == bindparam("how_hard")
)


def take(connection: Connection, shelf: Shelf, band: Band, player_id: str) -> int | None:
    """Take any deal of a band that the player has never begun; None if there is none."""
    found = connection.execute(_FIND, _on(shelf) | {"how_hard": band, "player": player_id}).scalar_one_or_none()
    if found is None:
        return None
    connection.execute(_TAKE, _on(shelf) | {"number": found})
    return int(found)


def add(connection: Connection, shelf: Shelf, deal: int, band: Band) -> bool:
    """Add a deal; say whether it was neither there nor had been."""
    if knows(connection, shelf, deal):
        return False
    connection.execute(_ADD, _row(shelf) | {"deal": str(deal), "band": band})
    return True


def knows(connection: Connection, shelf: Shelf, deal: int) -> bool:
    """Say whether a deal is in stock or has been."""
    return connection.execute(_KNOWN, _on(shelf) | {"number": str(deal)}).first() is not None


def counts(connection: Connection) -> dict[tuple[Shelf, Band], int]:
    """Count the deals that can be taken, by shelf and band."""
    rows = connection.execute(_COUNTS)
    return {(_shelf(slug, options), Band(band)): count for slug, options, band, count in rows}


def played(connection: Connection, player_id: str, deals: Sequence[int]) -> set[int]:
    """Return which of these deals the player has begun."""
    numbers = [str(deal) for deal in deals]
    return set(map(int, connection.execute(_PLAYED_OF, {"player": player_id, "numbers": numbers}).scalars()))


def take_for_race(connection: Connection, shelf: Shelf) -> int | None:
    """Take a deal out of those kept for races; None if there is none."""
    found = connection.execute(_FIND_FOR_RACE, _on(shelf)).scalar_one_or_none()
    if found is None:
        return None
    connection.execute(_TAKE_FOR_RACE, _on(shelf) | {"number": found})
    return int(found)


def add_for_race(connection: Connection, shelf: Shelf, deal: int) -> None:
    """Store a deal for races."""
    connection.execute(_ADD_FOR_RACE, _row(shelf) | {"deal": str(deal)})


def counts_for_races(connection: Connection) -> dict[Shelf, int]:
    """Count the deals kept for races, by shelf."""
    return {_shelf(slug, options): count for slug, options, count in connection.execute(_COUNTS_FOR_RACE)}


def add_wish(connection: Connection, shelf: Shelf, band: Band, until: int) -> None:
    """Store until when somebody waits for a deal of a band."""
    connection.execute(_FORGET_WISH, _on(shelf) | {"how_hard": band})
    # Of two that wish the same at once one is enough.
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(_WISH, _row(shelf) | {"band": band, "until": until})


def wishes(connection: Connection, now: int) -> list[tuple[Shelf, Band]]:
    """List the shelves, each with a band, for which somebody waits."""
    rows = connection.execute(_WISHED, {"now": now})
    return [(_shelf(slug, options), Band(band)) for slug, options, band in rows]


def _shelf(slug: str, options: str) -> Shelf:
    return Shelf(find(slug), options)


def _row(shelf: Shelf) -> dict[str, object]:
    return {"game": shelf.game.slug, "options": shelf.options}


def _on(shelf: Shelf) -> dict[str, object]:
    return {"slug": shelf.game.slug, "chosen": shelf.options}
