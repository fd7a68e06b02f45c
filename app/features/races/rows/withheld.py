"""What races withhold: the deals of running heats."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, select

from app.features.races.tables import heat, race
from app.play.rows import open_events
from engine.deals import Deck
from engine.rules import Game


def open_of(connection: Connection, looks: Sequence[str], _: int) -> set[tuple[Game, str]]:
    """Return the games and likenesses of deals now being raced that have one of these likenesses."""
    return open_events.looks(heat, _running(connection, heat.c.likeness.in_(looks)))


def open_decks(connection: Connection, _: int) -> list[tuple[Game, Deck]]:
    """List the games and decks that are being raced, always in the same order."""
    return open_events.decks(heat, _running(connection))


def _running(connection: Connection, *where: ColumnElement[bool]) -> Iterable[Row[Any]]:
    columns = (race.c.game, heat.c.code, heat.c.number, heat.c.likeness, heat.c.deal, heat.c.deck)
    raced = select(*columns).join(race, race.c.code == heat.c.code)
    return connection.execute(raced.where(heat.c.ended_at.is_(None), *where).order_by(heat.c.code, heat.c.number))
