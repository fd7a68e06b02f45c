"""Statements about how players did on the deals that come with Rampart."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, delete, insert, select, update

from app.core.store.unreadable import each, reads
from app.people.tables import player
from app.play.rows.sessions import STATUS
from app.play.rows.stock import band_text, read_band
from app.play.tables.games import session
from app.play.tables.solving import deal_play
from app.play.values.shelf import Band, Shelf
from engine.record import Status


class DealTally(NamedTuple):
    """How players did on a deal, counting those whose first game on it has ended."""

    players: int
    winners: int


class AsPlayed(NamedTuple):
    """What players' games show about a deal."""

    tally: DealTally
    band: Band | None
    """The band in which players' results put it; None if they agree with the solver, or are too few."""


def first_games(connection: Connection, shelf: Shelf, deal: int, limit: int) -> dict[str, Status]:
    """Return the status of each person's first game on a deal by player, among the `limit` earliest games."""
    texts = [variant.text for variant in shelf.variants]
    there = (
        select(session.c.player_id, session.c.status)
        .join(player, player.c.id == session.c.player_id)
        .where(
            *(session.c.deal == str(deal), session.c.game == shelf.game.slug, session.c.options.in_(texts)),
            *(session.c.event.is_(None), session.c.sealed.is_(False), session.c.steps > 0),
            player.c.bot.is_(False),
        )
        .order_by(session.c.id)
        .limit(limit)
    )
    games: dict[str, Status] = {}
    for player_id, status in connection.execute(there):
        if status in STATUS:
            games.setdefault(player_id, STATUS[status])
    return games


def keep(connection: Connection, shelf: Shelf, deal: int, tally: DealTally) -> None:
    """Store how players did on a deal; its band stays as it is."""
    values = tally._asdict()
    if not connection.execute(update(deal_play).where(_on(shelf, deal)).values(values)).rowcount:
        row = {"game": shelf.game.slug, "options": shelf.options, "deal": str(deal), "band": None}
        connection.execute(insert(deal_play), row | values)


def forget(connection: Connection, shelf: Shelf, deal: int) -> None:
    """Delete the row of a deal that nobody has played to the end."""
    connection.execute(delete(deal_play).where(_on(shelf, deal)))


def tallies(connection: Connection, shelf: Shelf) -> dict[int, DealTally]:
    """Return how players did on the deals of a shelf."""
    return dict(each(_tally, connection.execute(select(deal_play).where(_of(shelf)))))


def move(connection: Connection, shelf: Shelf, bands: Mapping[int, Band]) -> None:
    """Put these deals of a shelf into these bands, and all others back into those that the solver gave them."""
    before = list_moved(connection, shelf)
    for deal in before.keys() | bands.keys():
        if before.get(deal) is not bands.get(deal):
            connection.execute(update(deal_play).where(_on(shelf, deal)).values(band=_text(bands.get(deal))))


def list_moved(connection: Connection, shelf: Shelf) -> dict[int, Band]:
    """Return the deals of a shelf that players' results put into another band, with that band."""
    rows = connection.execute(select(deal_play).where(_of(shelf), deal_play.c.band.is_not(None)))
    return dict(each(_band, rows))


def find(connection: Connection, shelf: Shelf, deal: int) -> AsPlayed | None:
    """Return what players' games show about a deal; None if nobody has played it to the end."""
    row = connection.execute(select(deal_play).where(_on(shelf, deal))).first()
    return _as_played(row) if row else None


def _text(band: Band | None) -> str | None:
    return None if band is None else band_text(band)


def _of(shelf: Shelf) -> ColumnElement[bool]:
    return and_(deal_play.c.game == shelf.game.slug, deal_play.c.options == shelf.options)


def _on(shelf: Shelf, deal: int) -> ColumnElement[bool]:
    return and_(_of(shelf), deal_play.c.deal == str(deal))


@reads(deal_play)
def _tally(row: Row[Any]) -> tuple[int, DealTally]:
    return int(row.deal), DealTally(row.players, row.winners)


@reads(deal_play)
def _band(row: Row[Any]) -> tuple[int, Band]:
    return int(row.deal), read_band(row.band)


@reads(deal_play)
def _as_played(row: Row[Any]) -> AsPlayed:
    return AsPlayed(DealTally(row.players, row.winners), read_band(row.band) if row.band else None)
