"""Statements about the daily deals."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from sqlalchemy import Connection, bindparam, insert, or_, select, update

from app.store.schema import daily, session


@dataclass(frozen=True, slots=True)
class Daily:
    """A row of `daily`; the fields stand in the order of the columns."""

    day: str
    """Like 2026-11-20."""
    game: str
    options: str
    """Those that the day settles, as they are stored."""
    deal: str
    deck: str
    salt: str
    lines: str
    """JSON: for each set of options, as stored, the shortest winning line that was found, a blank between moves."""
    effort: str
    """What was spent on finding short lines, in words."""
    settled: bool
    """Whether the day is over and its results stand."""
    chosen_at: int
    likeness: str
    """By which decks are known that differ from this one by names alone."""
    bounds: str = "{}"
    """JSON: for each set of options, as stored, the fewest steps that any line has, as far as that was proved."""


_FIELDS = tuple(field.name for field in fields(Daily))
_ADD = insert(daily).values({name: bindparam(name) for name in _FIELDS})
_FIND = select(daily).where(daily.c.day == bindparam("of_day"), daily.c.game == bindparam("slug"))
_OF_DAY = select(daily).where(daily.c.day == bindparam("of_day"))
_KNOWN = select(daily.c.day, daily.c.game).where(daily.c.day.in_(bindparam("days", expanding=True)))
_OPEN_DECK = select(daily.c.day).where(
    or_(daily.c.deck == bindparam("code"), daily.c.likeness == bindparam("like")), daily.c.day >= bindparam("since")
)
_UNSETTLED = select(daily).where(daily.c.settled.is_(False), daily.c.day < bindparam("before")).order_by(daily.c.day)
_SETTLE = (
    update(daily)
    .where(daily.c.day == bindparam("of_day"), daily.c.game == bindparam("slug"), daily.c.settled.is_(False))
    .values(settled=True)
)
_UNSEAL = update(session).where(session.c.event == bindparam("named")).values(sealed=False)
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
    connection.execute(_ADD, {name: getattr(added, name) for name in _FIELDS})
    return True


def find(connection: Connection, day: str, game: str) -> Daily | None:
    """Give a day's deal of a game, None if none is chosen."""
    row = connection.execute(_FIND, {"of_day": day, "slug": game}).first()
    return Daily(*row) if row else None


def of_day(connection: Connection, day: str) -> list[Daily]:
    """List a day's deals."""
    return [Daily(*row) for row in connection.execute(_OF_DAY, {"of_day": day})]


def known(connection: Connection, days: Sequence[str]) -> set[tuple[str, str]]:
    """Give the days and games, of these days, whose deals are chosen."""
    return {(row.day, row.game) for row in connection.execute(_KNOWN, {"days": list(days)})}


def is_open_deck(connection: Connection, deck: str, likeness: str, since: str) -> bool:
    """Say whether a deck is that of a daily of that day or a later one, or like it."""
    asked = {"code": deck, "like": likeness, "since": since}
    return connection.execute(_OPEN_DECK, asked).first() is not None


def unsettled(connection: Connection, before: str) -> list[Daily]:
    """List the dailies of earlier days whose results do not stand yet, the earliest first."""
    return [Daily(*row) for row in connection.execute(_UNSETTLED, {"before": before})]


def settle(connection: Connection, day: str, game: str) -> bool:
    """Keep that the results of a daily stand; say whether nobody was quicker."""
    return connection.execute(_SETTLE, {"of_day": day, "slug": game}).rowcount == 1


def settled_days(connection: Connection) -> list[str]:
    """List the days that had a daily whose results stand."""
    return list(connection.execute(_SETTLED_DAYS).scalars())


def last_settled_day(connection: Connection, game: str) -> str | None:
    """Give the latest day that had a daily of a game whose results stand, None if there is none."""
    return connection.execute(_LAST_SETTLED, {"slug": game, "at_most": 1}).scalar()


def unseal(connection: Connection, event: str) -> None:
    """Make the deals of an event's sessions everybody's business."""
    connection.execute(_UNSEAL, {"named": event})


def days_between(connection: Connection, first: str, last: str) -> set[str]:
    """Give the days that had a daily, of those from `first` to `last`."""
    return set(connection.execute(_DAYS, {"first": first, "last": last}).scalars())
