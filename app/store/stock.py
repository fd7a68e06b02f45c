"""Statements about the stock of deals proved winnable."""

from sqlalchemy import Connection, bindparam, delete, func, insert, select

from app.store.schema import stock

_SHELF = (
    stock.c.game == bindparam("slug"),
    stock.c.options == bindparam("chosen"),
    stock.c.band == bindparam("how_hard"),
)
_FIND = select(stock.c.deal).where(*_SHELF).order_by(func.random()).limit(1).with_for_update(skip_locked=True)
_TAKE = delete(stock).where(
    stock.c.game == bindparam("slug"), stock.c.options == bindparam("chosen"), stock.c.deal == bindparam("number")
)
_ADD = insert(stock).values({column.name: bindparam(column.name) for column in stock.columns})
_KNOWN = select(stock.c.deal).where(
    stock.c.game == bindparam("slug"), stock.c.options == bindparam("chosen"), stock.c.deal == bindparam("number")
)
_COUNTS = select(stock.c.game, stock.c.options, stock.c.band, func.count()).group_by(
    stock.c.game, stock.c.options, stock.c.band
)


def take(connection: Connection, game: str, options: str, band: str) -> str | None:
    """Take any deal of a band from the stock; None if there is none."""
    deal = connection.execute(_FIND, {"slug": game, "chosen": options, "how_hard": band}).scalar_one_or_none()
    if deal is not None:
        connection.execute(_TAKE, {"slug": game, "chosen": options, "number": deal})
    return deal


def add(connection: Connection, game: str, options: str, deal: str, band: str) -> None:
    """Add a deal, unless it is there."""
    if connection.execute(_KNOWN, {"slug": game, "chosen": options, "number": deal}).first() is None:
        connection.execute(_ADD, {"game": game, "options": options, "deal": deal, "band": band})


def counts(connection: Connection) -> dict[tuple[str, str, str], int]:
    """Count the deals in stock by game, options and band."""
    return {(row[0], row[1], row[2]): row[3] for row in connection.execute(_COUNTS)}
