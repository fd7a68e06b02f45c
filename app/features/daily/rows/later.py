"""Statements about the deals of settled dailies as ordinary games that players have won since."""

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, and_, func, select

from app.core.store.unreadable import each, reads
from app.features.daily.rows.dailies import lines_of
from app.features.daily.tables import daily
from app.play.tables.games import session
from app.play.values.session import Session
from engine.games import variant_of
from engine.record import Status
from engine.rules import Game, Variant, read_options


class WonLater(NamedTuple):
    """A daily whose deal a player has won in an ordinary game."""

    day: date
    game: Game
    variant: Variant
    """How the player played it."""
    settled: Mapping[str, str]
    """The options of the daily."""
    steps: int
    """The fewest with which the player has won it so."""


class WonTable(NamedTuple):
    """An ordinary game in which a player has won the deal of a daily."""

    session_id: str
    variant: Variant
    steps: int


class DealOfDaily(NamedTuple):
    """A settled daily that was played on a deal."""

    day: date
    pars: Mapping[Variant, int]
    """The steps of the shortest winning line found, for each variant of that day."""


_BEST = session.c.options.label("played"), func.min(session.c.steps).label("steps")


def won_between(connection: Connection, player_id: str, first: date, last: date) -> list[WonLater]:
    """List the settled dailies from `first` to `last` whose deals a player has won in ordinary games."""
    won = (
        select(daily.c.day, daily.c.game, daily.c.options, *_BEST)
        .join(session, and_(session.c.deal == daily.c.deal, session.c.game == daily.c.game))
        .where(daily.c.day.between(first, last), *_won_by(player_id))
        .group_by(daily.c.day, daily.c.game, daily.c.options, session.c.options)
    )
    return each(_won, connection.execute(won))


def tables(connection: Connection, player_id: str, day: date, game: Game, at_most: int) -> list[WonTable]:
    """List the ordinary games in which a player won the deal of a settled daily, those with the fewest steps first."""
    won = (
        select(session.c.id, session.c.game, session.c.options, session.c.steps)
        .join(daily, and_(session.c.deal == daily.c.deal, session.c.game == daily.c.game))
        .where(daily.c.day == day, daily.c.game == game, *_won_by(player_id))
        .order_by(session.c.steps, session.c.changed_at, session.c.id)
    )
    return each(_table, connection.execute(won.limit(at_most)))


def played_on(connection: Connection, look: str, played: Session) -> list[DealOfDaily]:
    """List the settled dailies that were played on the deal of a session, the latest first; `look` is its likeness."""
    # Only likenesses have an index.
    same = daily.c.likeness == look, daily.c.game == played.variant.game, daily.c.deal == str(played.deal)
    settled = select(daily.c.day, daily.c.game, daily.c.lines).where(*same, daily.c.settled.is_(True))
    return each(_of_daily, connection.execute(settled.order_by(daily.c.day.desc()).limit(5)))


def _won_by(player_id: str) -> tuple[ColumnElement[bool], ...]:
    return (
        daily.c.settled.is_(True),
        session.c.player_id == player_id,
        session.c.status == Status.WON.value,
        session.c.event.is_(None),
        # A deal is secret from the moment it is chosen until its day is closed, so whoever begins later begins after.
        session.c.started_at >= daily.c.chosen_at,
    )


@reads(daily)
def _won(row: Row[Any]) -> WonLater:
    return WonLater(row.day, row.game, variant_of(row.game.slug, row.played), read_options(row.options), row.steps)


@reads(session)
def _table(row: Row[Any]) -> WonTable:
    return WonTable(row.id, variant_of(row.game, row.options), row.steps)


@reads(daily)
def _of_daily(row: Row[Any]) -> DealOfDaily:
    return DealOfDaily(row.day, {variant: len(line) for variant, line in lines_of(row.game, row.lines).items()})
