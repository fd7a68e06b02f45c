"""Statements about deals proved winnable: the stock, the deals for races, and what players wait for."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    and_,
    delete,
    exists,
    func,
    insert,
    select,
    tuple_,
    update,
)
from sqlalchemy.exc import IntegrityError

from app.core.store.calling import call
from app.core.store.unreadable import each, reads, unreadable
from app.play.tables.games import session
from app.play.tables.solving import race_deal, stock, wish
from app.play.values.shelf import Band, Shelf
from engine.games import find

# The store has an older word for hard deals. Servers of two versions use it side by side during an update.
_BAND_TEXTS = {Band.GENTLE: "gentle", Band.STEADY: "steady", Band.HARD: "stern"}
_BANDS = {text: band for band, text in _BAND_TEXTS.items()}
MOST_LOOKS = 20
"""How many of the deals kept for races are looked at to find one that nobody has met."""


def take(connection: Connection, shelf: Shelf, band: Band, player_id: str) -> int | None:
    """Take any deal of a band that the player has never begun; None if there is none."""
    played = exists().where(session.c.player_id == player_id, session.c.deal == stock.c.deal)
    fitting = (
        select(stock.c.deal)
        .where(stock.c.taken.is_(False), _on(stock, shelf), stock.c.band == band_text(band), ~played)
        .order_by(func.random())
        .limit(1)
        .with_for_update(skip_locked=True)
    )
    while (found := connection.execute(fitting).scalar_one_or_none()) is not None:
        connection.execute(update(stock).where(_on(stock, shelf), stock.c.deal == found).values(taken=True))
        if (deal := _number(stock, shelf, found)) is not None:
            return deal
    return None


def add(connection: Connection, shelf: Shelf, deal: int, band: Band) -> bool:
    """Add a deal, unless it is in stock or has been; return whether it was added."""
    if knows(connection, shelf, deal):
        return False
    connection.execute(insert(stock), _row(shelf) | {"deal": str(deal), "band": band_text(band)})
    return True


def knows(connection: Connection, shelf: Shelf, deal: int) -> bool:
    """Return whether a deal is in stock or has been."""
    there = select(stock.c.deal).where(_on(stock, shelf), stock.c.deal == str(deal))
    return connection.execute(there).first() is not None


def band_of(connection: Connection, shelf: Shelf, deal: int) -> Band | None:
    """Return the band of a deal that is in stock or has been, or None for any other deal."""
    there = select(stock).where(_on(stock, shelf), stock.c.deal == str(deal))
    return next(iter(each(_band, connection.execute(there))), None)


def bands(connection: Connection, deals: Sequence[tuple[Shelf, int]]) -> list[Band]:
    """List the bands of those deals, each on its shelf, that are in stock or have been."""
    places = [(shelf.game.slug, shelf.options, str(deal)) for shelf, deal in deals]
    there = select(stock).where(tuple_(stock.c.game, stock.c.options, stock.c.deal).in_(places))
    return each(_band, connection.execute(there)) if places else []


def counts(connection: Connection) -> dict[tuple[Shelf, Band], int]:
    """Count the deals that can be taken, by shelf and band."""
    kinds = (stock.c.game, stock.c.options, stock.c.band)
    rows = connection.execute(select(*kinds, func.count()).where(stock.c.taken.is_(False)).group_by(*kinds))
    return dict(each(_read_count, rows))


def list_begun(connection: Connection, player_id: str, deals: Sequence[int]) -> set[int]:
    """Return which of these deals the player has begun."""
    begun = select(session.c.deal).where(
        session.c.player_id == player_id, session.c.deal.in_([str(deal) for deal in deals])
    )
    return {deal for deal in deals if str(deal) in set(connection.execute(begun).scalars())}


def take_for_race(connection: Connection, shelf: Shelf) -> int | None:
    """Take a deal that nobody has met out of those kept for races; None if none of the next `MOST_LOOKS` is one.

    Those that somebody has met, by whatever game, are thrown away: one player may be several guests and accounts.
    """
    return _take_unmet(connection, shelf, _kept_for_races(shelf).with_for_update(skip_locked=True))


def take_spare(connection: Connection, shelf: Shelf, leaving: int) -> int | None:
    """Take a deal as `take_for_race` does, but only if there are more than `leaving`.

    If another transaction is just taking one, it waits for that. Both may want it for the same event; then the caller
    finds the event's deal afterwards.
    """
    there = select(func.count()).select_from(race_deal).where(_on(race_deal, shelf))
    if connection.execute(there).scalar_one() <= leaving:
        return None
    return _take_unmet(connection, shelf, _kept_for_races(shelf).with_for_update())


def _kept_for_races(shelf: Shelf) -> Select[str]:
    return select(race_deal.c.deal).where(_on(race_deal, shelf)).limit(1)


def _take_unmet(connection: Connection, shelf: Shelf, kept: Select[str]) -> int | None:
    for _ in range(MOST_LOOKS):
        found = connection.execute(kept).scalar_one_or_none()
        if found is None:
            return None
        connection.execute(delete(race_deal).where(_on(race_deal, shelf), race_deal.c.deal == found))
        met = connection.execute(select(session.c.id).where(session.c.deal == found).limit(1)).first()
        if met is None and (deal := _number(race_deal, shelf, found)) is not None:
            return deal
    return None


def add_for_race(connection: Connection, shelf: Shelf, deal: int) -> None:
    """Store a deal for races."""
    connection.execute(insert(race_deal), _row(shelf) | {"deal": str(deal)})


def counts_for_races(connection: Connection) -> dict[Shelf, int]:
    """Count the deals kept for races, by shelf."""
    kinds = (race_deal.c.game, race_deal.c.options)
    rows = connection.execute(select(*kinds, func.count()).group_by(*kinds))
    return dict(each(_counted_for_races, rows))


def add_wish(connection: Connection, shelf: Shelf, band: Band, until: int) -> None:
    """Store that somebody waits for a deal of a band, until a time."""
    connection.execute(delete(wish).where(_on(wish, shelf), wish.c.band == band_text(band)))
    # If two wish for the same at once, one row is enough.
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(wish), _row(shelf) | {"band": band_text(band), "until": until})
    call(connection)


def wishes(connection: Connection, now: int) -> list[tuple[Shelf, Band]]:
    """List the shelves, each with a band, for which somebody waits."""
    rows = connection.execute(select(wish.c.game, wish.c.options, wish.c.band).where(wish.c.until > now))
    return each(_read_wish, rows)


@reads(stock)
def _read_count(row: Row[Any]) -> tuple[tuple[Shelf, Band], int]:
    return (_shelf(row.game, row.options), read_band(row.band)), row[-1]


@reads(stock)
def _band(row: Row[Any]) -> Band:
    return read_band(row.band)


@reads(race_deal)
def _counted_for_races(row: Row[Any]) -> tuple[Shelf, int]:
    return _shelf(row.game, row.options), row[-1]


@reads(wish)
def _read_wish(row: Row[Any]) -> tuple[Shelf, Band]:
    return _shelf(row.game, row.options), read_band(row.band)


def _shelf(slug: str, options: str) -> Shelf:
    shelf = Shelf(find(slug), options)
    if not shelf.variants:
        raise ValueError("No variant has these options.")
    return shelf


def _number(table: Table, shelf: Shelf, text: str) -> int | None:
    """Return the deal that a taken row has, or None if that cannot be read; then the row stays taken."""
    try:
        return int(text)
    except ValueError:
        unreadable(table, (shelf.game.slug, shelf.options, text))
        return None


def _row(shelf: Shelf) -> dict[str, object]:
    return {"game": shelf.game.slug, "options": shelf.options}


def _on(table: Table, shelf: Shelf) -> ColumnElement[bool]:
    return and_(table.c.game == shelf.game.slug, table.c.options == shelf.options)


def band_text(band: Band) -> str:
    """Write a band."""
    return _BAND_TEXTS[band]


def read_band(text: str) -> Band:
    """Read what `band_text` wrote; raise `KeyError`."""
    return _BANDS[text]
