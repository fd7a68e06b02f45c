"""Statements about the daily deals."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from sqlalchemy import Connection, Row, bindparam, insert, select, update

from app.model.daily import Daily, Stage
from app.store.schema import daily, session
from app.store.texts import allowed_of, allowed_text, bounds_of, bounds_text, deck_of, lines_of, lines_text
from engine.deals import Deck, deck_code
from engine.rules import Game, options_text, read_options

_ADD = insert(daily).values({column.name: bindparam(column.name) for column in daily.columns})
_FIND = select(daily).where(daily.c.day == bindparam("of_day"), daily.c.game == bindparam("slug"))
# Only the weaker lock of the two: an attempt that begins refers to its daily, and need not wait.
_HOLD = (
    select(daily.c.day)
    .where(daily.c.settled.is_(False))
    .order_by(daily.c.day, daily.c.game)
    .with_for_update(key_share=True)
)
_OF_DAY = select(daily).where(daily.c.day == bindparam("of_day"))
_KNOWN = select(daily.c.day, daily.c.game).where(daily.c.day.in_(bindparam("days", expanding=True)))
_OPEN_OF = select(daily.c.game, daily.c.likeness).where(
    daily.c.likeness.in_(bindparam("looks", expanding=True)), daily.c.day >= bindparam("since")
)
_DECKS_OF = (
    select(daily.c.game, daily.c.deck)
    .where(daily.c.day >= bindparam("since"), daily.c.day <= bindparam("until"))
    .order_by(daily.c.day, daily.c.game)
)
_UNSETTLED = select(daily).where(daily.c.settled.is_(False), daily.c.day < bindparam("before")).order_by(daily.c.day)
_SETTLE = (
    update(daily)
    .where(daily.c.day == bindparam("of_day"), daily.c.game == bindparam("slug"), daily.c.settled.is_(False))
    .values(settled=True)
)
_GO_ON = (
    update(daily)
    .where(
        daily.c.day == bindparam("of_day"),
        daily.c.game == bindparam("slug"),
        daily.c.settled.is_(False),
        daily.c.stage == bindparam("stage_before"),
        daily.c.walked_to == bindparam("walked_before"),
    )
    .values(stage=bindparam("stage_now"), walked_to=bindparam("walked_now"), allowed=bindparam("allowed_now"))
)
_UNSEAL = update(session).where(session.c.id.in_(bindparam("which", expanding=True))).values(sealed=False)
_LAST_SETTLED = (
    select(daily.c.day)
    .where(daily.c.game == bindparam("slug"), daily.c.settled)
    .order_by(daily.c.day.desc())
    .limit(bindparam("at_most"))
)
_SETTLED_DAYS = select(daily.c.day).where(daily.c.settled).distinct()
_DAYS = select(daily.c.day).where(daily.c.day.between(bindparam("first"), bindparam("last"))).distinct()


def add(connection: Connection, added: Daily) -> bool:
    """Add a day's deal of a game unless there is one; say whether there was none."""
    if find(connection, added.day, added.game):
        return False
    row = {
        "day": added.day,
        "game": added.game,
        "options": options_text(added.options),
        "deal": str(added.deal),
        "deck": deck_code(added.deck),
        "salt": added.salt,
        "lines": lines_text(added.lines),
        "effort": added.effort,
        "settled": added.settled,
        "chosen_at": added.chosen_at,
        "likeness": added.likeness,
        "bounds": bounds_text(added.bounds),
        "stage": added.stage,
        "walked_to": added.walked_to,
        "allowed": allowed_text(added.allowed) if added.allowed else "",
    }
    connection.execute(_ADD, row)
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
        Stage(row.stage),
        row.walked_to,
        allowed_of(row.allowed),
    )


def find(connection: Connection, day: date, game: Game) -> Daily | None:
    """Return a day's deal of a game, None if none is chosen."""
    row = connection.execute(_FIND, {"of_day": day, "slug": game}).first()
    return read(row) if row else None


def hold_closings(connection: Connection) -> None:
    """Hold up every closing until this transaction has ended. Call this before changing any result.

    A page of a closing first changes its daily's row, so it waits, and nobody waits for each other. Otherwise what it
    adds to somebody's standing could be lost to a count that began before. On SQLite only one writes anyway.
    """
    connection.execute(_HOLD).all()


def of_day(connection: Connection, day: date) -> list[Daily]:
    """List a day's deals."""
    return [read(row) for row in connection.execute(_OF_DAY, {"of_day": day})]


def known(connection: Connection, days: Sequence[date]) -> set[tuple[date, Game]]:
    """Return the days and games, of these days, whose deals are chosen."""
    return {(row.day, row.game) for row in connection.execute(_KNOWN, {"days": list(days)})}


def open_of(connection: Connection, looks: Sequence[str], since: date) -> set[tuple[Game, str]]:
    """Return the games and likenesses, of these likenesses, of the dailies of that day and later ones."""
    rows = connection.execute(_OPEN_OF, {"looks": list(looks), "since": since})
    return {(row.game, row.likeness) for row in rows}


def decks_of(connection: Connection, since: date, until: date) -> list[tuple[Game, Deck]]:
    """List the games and decks of the dailies from one day to another, both among them."""
    rows = connection.execute(_DECKS_OF, {"since": since, "until": until})
    return [(row.game, deck_of(row.deck)) for row in rows]


def unsettled(connection: Connection, before: date) -> list[Daily]:
    """List the dailies of earlier days whose results are not final yet, the earliest first."""
    return [read(row) for row in connection.execute(_UNSETTLED, {"before": before})]


def settle(connection: Connection, day: date, game: Game) -> bool:
    """Note that the results of a daily are final. Return whether no other process was quicker."""
    return connection.execute(_SETTLE, {"of_day": day, "slug": game}).rowcount == 1


def settled_days(connection: Connection) -> list[date]:
    """List the days that had a daily with final results."""
    return list(connection.execute(_SETTLED_DAYS).scalars())


def last_settled_day(connection: Connection, game: Game) -> date | None:
    """Return the latest day that had a daily of a game with final results, None if there is none."""
    return connection.execute(_LAST_SETTLED, {"slug": game, "at_most": 1}).scalar()


def go_on(
    connection: Connection, before: Daily, stage: Stage, walked_to: str, allowed: Sequence[tuple[int, int]]
) -> bool:
    """Store how far the closing of a daily has come. Return whether no other process was quicker."""
    where = {"of_day": before.day, "slug": before.game, "stage_before": before.stage, "walked_before": before.walked_to}
    now = {"stage_now": stage, "walked_now": walked_to, "allowed_now": allowed_text(allowed)}
    return connection.execute(_GO_ON, where | now).rowcount == 1


def unseal(connection: Connection, session_ids: Sequence[str]) -> None:
    """Make the deals of these sessions everybody's business."""
    connection.execute(_UNSEAL, {"which": session_ids})


def days_between(connection: Connection, first: date, last: date) -> set[date]:
    """Return the days that had a daily, of those from `first` to `last`."""
    return set(connection.execute(_DAYS, {"first": first, "last": last}).scalars())
