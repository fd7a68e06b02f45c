"""What tournaments withhold until they close: the deals that are drawn."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, select

from app.features.tournaments.tables import tournament, tournament_deal
from app.play.rows import open_events
from engine.deals import Deck
from engine.rules import Game


def open_of(connection: Connection, looks: Sequence[str], _: int) -> set[tuple[Game, str]]:
    """Return the games and likenesses of deals in tournaments not yet closed that have one of these likenesses."""
    return open_events.looks(tournament_deal, _secret(connection, tournament_deal.c.likeness.in_(looks)))


def open_decks(connection: Connection, now: int) -> list[tuple[Game, Deck]]:
    """List the games and decks of tournaments that have begun and are not closed, always in the same order."""
    begun = and_(tournament.c.drawn_at.is_not(None), tournament.c.opens_at <= now)
    return open_events.decks(tournament_deal, _secret(connection, begun))


def _secret(connection: Connection, *where: ColumnElement[bool]) -> Iterable[Row[Any]]:
    joined = select(tournament_deal).join(tournament, tournament.c.code == tournament_deal.c.code)
    ordered = joined.order_by(tournament_deal.c.code, tournament_deal.c.number)
    return connection.execute(
        ordered.where(tournament.c.closed_at.is_(None), tournament_deal.c.deck.is_not(None), *where)
    )
