"""Statements about deals proved winnable: the stock, the deals for races, and what players wait for."""

from collections.abc import Sequence
from contextlib import suppress

from sqlalchemy import Connection, bindparam, delete, exists, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.store.schema import race_deal, session, stock, wish

Shelf = tuple[str, str]
"""A game's slug and the options of a deal, as they are stored."""

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


def take(connection: Connection, shelf: Shelf, band: str, player_id: str) -> str | None:
    """Take any deal of a band that the player has never begun; None if there is none."""
    slug, options = shelf
    asked = {"slug": slug, "chosen": options, "how_hard": band, "player": player_id}
    deal = connection.execute(_FIND, asked).scalar_one_or_none()
    if deal is not None:
        connection.execute(_TAKE, {"slug": slug, "chosen": options, "number": deal})
    return deal


def add(connection: Connection, shelf: Shelf, deal: str, band: str) -> bool:
    """Add a deal; say whether it was neither there nor had been."""
    if knows(connection, shelf, deal):
        return False
    slug, options = shelf
    connection.execute(_ADD, {"game": slug, "options": options, "deal": deal, "band": band})
    return True


def knows(connection: Connection, shelf: Shelf, deal: str) -> bool:
    """Say whether a deal is in stock or has been."""
    slug, options = shelf
    return connection.execute(_KNOWN, {"slug": slug, "chosen": options, "number": deal}).first() is not None


def counts(connection: Connection) -> dict[tuple[str, str, str], int]:
    """Count the deals that can be taken, by game, options and band."""
    return {(row[0], row[1], row[2]): row[3] for row in connection.execute(_COUNTS)}


def played(connection: Connection, player_id: str, deals: Sequence[str]) -> set[str]:
    """Return which of these deals the player has begun."""
    return set(connection.execute(_PLAYED_OF, {"player": player_id, "numbers": deals}).scalars())


def take_for_race(connection: Connection, shelf: Shelf) -> str | None:
    """Take a deal out of those kept for races; None if there is none."""
    slug, options = shelf
    deal: str | None = connection.execute(_FIND_FOR_RACE, {"slug": slug, "chosen": options}).scalar_one_or_none()
    if deal is not None:
        connection.execute(_TAKE_FOR_RACE, {"slug": slug, "chosen": options, "number": deal})
    return deal


def add_for_race(connection: Connection, shelf: Shelf, deal: str) -> None:
    """Store a deal for races."""
    slug, options = shelf
    connection.execute(_ADD_FOR_RACE, {"game": slug, "options": options, "deal": deal})


def counts_for_races(connection: Connection) -> dict[Shelf, int]:
    """Count the deals kept for races, by game and options."""
    return {(row[0], row[1]): row[2] for row in connection.execute(_COUNTS_FOR_RACE)}


def add_wish(connection: Connection, shelf: Shelf, band: str, until: int) -> None:
    """Store until when somebody waits for a deal of a band."""
    slug, options = shelf
    connection.execute(_FORGET_WISH, {"slug": slug, "chosen": options, "how_hard": band})
    # Of two that wish the same at once one is enough.
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(_WISH, {"game": slug, "options": options, "band": band, "until": until})


def wishes(connection: Connection, now: int) -> list[tuple[Shelf, str]]:
    """List the shelves, each with a band, for which somebody waits."""
    return [((row[0], row[1]), row[2]) for row in connection.execute(_WISHED, {"now": now})]
