"""Statements about the daily deals."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, bindparam, insert, select, update

from app.model.daily import ClosingStage, Daily
from app.store.schema import daily, session
from app.store.texts import allowed_of, allowed_text, bounds_of, bounds_text, deck_of, lines_of, lines_text
from engine.deals import Deck, deck_code
from engine.rules import Game, options_text, read_options

# Each result of a daily asks for it, and so does each of its pages.
_FIND = select(daily).where(daily.c.day == bindparam("of_day"), daily.c.game == bindparam("of_game"))


def add(connection: Connection, added: Daily) -> bool:
    """Add a day's deal of a game unless there is one; say whether there was none."""
    if find(connection, added.day, added.game):
        return False
    row = {column.name: getattr(added, column.name) for column in daily.columns} | {
        "options": options_text(added.options),
        "deal": str(added.deal),
        "deck": deck_code(added.deck),
        "lines": lines_text(added.lines),
        "bounds": bounds_text(added.bounds),
        "allowed": allowed_text(added.allowed) if added.allowed else "",
    }
    connection.execute(insert(daily), row)
    return True


def read(row: Row[Any]) -> Daily:
    """Return the daily that a row of the table keeps."""
    return Daily(
        row.day,
        row.game,
        read_options(row.options),
        int(row.deal),
        deck_of(row.deck),
        row.salt,
        lines_of(row.game, row.lines),
        row.effort,
        row.settled,
        row.chosen_at,
        row.likeness,
        bounds_of(row.game, row.bounds),
        ClosingStage(row.stage),
        row.walked_to,
        allowed_of(row.allowed),
    )


def find(connection: Connection, day: date, game: Game) -> Daily | None:
    """Return a day's deal of a game, None if none is chosen."""
    row = connection.execute(_FIND, {"of_day": day, "of_game": game}).first()
    return read(row) if row else None


def hold_closings(connection: Connection) -> None:
    """Hold up every closing until this transaction has ended. Call this before changing any result.

    A page of a closing first changes its daily's row, so it waits, and nobody waits for each other. Otherwise what it
    adds to somebody's standing could be lost to a count that began before. On SQLite only one writes anyway.
    """
    unsettled = select(daily.c.day).where(daily.c.settled.is_(False)).order_by(daily.c.day, daily.c.game)
    # Only the weaker lock of the two: an attempt that begins refers to its daily, and need not wait.
    connection.execute(unsettled.with_for_update(key_share=True)).all()


def known(connection: Connection, days: Sequence[date]) -> set[tuple[date, Game]]:
    """Return the days and games, of these days, whose deals are chosen."""
    rows = connection.execute(select(daily.c.day, daily.c.game).where(daily.c.day.in_(days)))
    return {(row.day, row.game) for row in rows}


def open_of(connection: Connection, looks: Sequence[str], since: date) -> set[tuple[Game, str]]:
    """Return the games and likenesses, of these likenesses, of the dailies of that day and later ones."""
    alike = select(daily.c.game, daily.c.likeness).where(daily.c.likeness.in_(looks), daily.c.day >= since)
    return {(row.game, row.likeness) for row in connection.execute(alike)}


def decks_of(connection: Connection, since: date, until: date) -> list[tuple[Game, Deck]]:
    """List the games and decks of the dailies from one day to another, both among them."""
    between = select(daily.c.game, daily.c.deck).where(daily.c.day.between(since, until))
    rows = connection.execute(between.order_by(daily.c.day, daily.c.game))
    return [(row.game, deck_of(row.deck)) for row in rows]


def unsettled(connection: Connection, before: date) -> list[Daily]:
    """List the dailies of earlier days whose results are not final yet, the earliest first."""
    earlier = select(daily).where(daily.c.settled.is_(False), daily.c.day < before)
    return [read(row) for row in connection.execute(earlier.order_by(daily.c.day))]


def settle(connection: Connection, day: date, game: Game) -> bool:
    """Note that the results of a daily are final. Say whether no other process was quicker."""
    settled = update(daily).where(_is(day, game), daily.c.settled.is_(False)).values(settled=True)
    return connection.execute(settled).rowcount == 1


def last_settled_day(connection: Connection, game: Game) -> date | None:
    """Return the latest day that had a daily of a game with final results, None if there is none."""
    settled = select(daily.c.day).where(daily.c.game == game, daily.c.settled)
    return connection.execute(settled.order_by(daily.c.day.desc()).limit(1)).scalar()


def options_on(connection: Connection, day: date) -> dict[Game, dict[str, str]]:
    """Return the games that have a daily on a day, with the options that the day settles."""
    rows = connection.execute(select(daily.c.game, daily.c.options).where(daily.c.day == day))
    return {row.game: read_options(row.options) for row in rows}


def go_on(
    connection: Connection, before: Daily, stage: ClosingStage, walked_to: str, allowed: Sequence[tuple[int, int]]
) -> bool:
    """Store how far the closing of a daily has come. Say whether no other process was quicker."""
    gone_on = (
        update(daily)
        .where(
            _is(before.day, before.game),
            daily.c.settled.is_(False),
            daily.c.stage == before.stage,
            daily.c.walked_to == before.walked_to,
        )
        .values(stage=stage, walked_to=walked_to, allowed=allowed_text(allowed))
    )
    return connection.execute(gone_on).rowcount == 1


def unseal(connection: Connection, session_ids: Sequence[str]) -> None:
    """Make the deals of these sessions everybody's business."""
    connection.execute(update(session).where(session.c.id.in_(session_ids)).values(sealed=False))


def days_between(connection: Connection, first: date, last: date) -> set[date]:
    """Return the days that had a daily, of those from `first` to `last`."""
    return set(connection.execute(select(daily.c.day).where(daily.c.day.between(first, last)).distinct()).scalars())


def _is(day: date, game: Game) -> ColumnElement[bool]:
    return and_(daily.c.day == day, daily.c.game == game)
