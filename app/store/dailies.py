"""Statements about the daily deals."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from sqlalchemy import Connection, bindparam, insert, select, update

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
    """JSON: for each set of options, as stored, the shortest winning line found, with a blank between moves."""
    effort: str
    """The effort of finding short lines, in words."""
    settled: bool
    """Whether the day is over and its results stand."""
    chosen_at: int
    likeness: str
    """A key that this deck shares with every deck that looks like it, or differs only in names."""
    bounds: str = "{}"
    """JSON: for each set of options, as stored, the proved lower bound for the steps of a line, if there is one."""
    stage: str = ""
    """The stage of its closing."""
    walked_to: str = ""
    """The session up to which that is done."""
    allowed: str = ""
    """JSON: the tiers that come from its field, with the most steps they allow."""


RANKING = "ranking"
"""The stage that sets the tiers that come from the field."""
COUNTING = "counting"
"""The stage in which what attempts brought is added to the standings."""

_FIELDS = tuple(field.name for field in fields(Daily))
_ADD = insert(daily).values({name: bindparam(name) for name in _FIELDS})
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
    connection.execute(_ADD, {name: getattr(added, name) for name in _FIELDS})
    return True


def find(connection: Connection, day: str, game: str) -> Daily | None:
    """Return a day's deal of a game, None if none is chosen."""
    row = connection.execute(_FIND, {"of_day": day, "slug": game}).first()
    return Daily(*row) if row else None


def hold_closings(connection: Connection) -> None:
    """Hold up every closing until this transaction has ended. Call this before changing any result.

    A page of a closing first changes its daily's row, so it waits, and nobody waits for each other. Otherwise what it
    adds to somebody's standing could be lost to a count that began before. On SQLite only one writes anyway.
    """
    connection.execute(_HOLD).all()


def of_day(connection: Connection, day: str) -> list[Daily]:
    """List a day's deals."""
    return [Daily(*row) for row in connection.execute(_OF_DAY, {"of_day": day})]


def known(connection: Connection, days: Sequence[str]) -> set[tuple[str, str]]:
    """Return the days and games, of these days, whose deals are chosen."""
    return {(row.day, row.game) for row in connection.execute(_KNOWN, {"days": list(days)})}


def open_of(connection: Connection, looks: Sequence[str], since: str) -> set[tuple[str, str]]:
    """Return the games and likenesses, of these likenesses, of the dailies of that day and later ones."""
    rows = connection.execute(_OPEN_OF, {"looks": list(looks), "since": since})
    return {(row.game, row.likeness) for row in rows}


def decks_of(connection: Connection, since: str, until: str) -> list[tuple[str, str]]:
    """List the games and decks of the dailies from one day to another, both among them."""
    rows = connection.execute(_DECKS_OF, {"since": since, "until": until})
    return [(row.game, row.deck) for row in rows]


def unsettled(connection: Connection, before: str) -> list[Daily]:
    """List the dailies of earlier days whose results are not final yet, the earliest first."""
    return [Daily(*row) for row in connection.execute(_UNSETTLED, {"before": before})]


def settle(connection: Connection, day: str, game: str) -> bool:
    """Note that the results of a daily are final. Return whether no other process was quicker."""
    return connection.execute(_SETTLE, {"of_day": day, "slug": game}).rowcount == 1


def settled_days(connection: Connection) -> list[str]:
    """List the days that had a daily with final results."""
    return list(connection.execute(_SETTLED_DAYS).scalars())


def last_settled_day(connection: Connection, game: str) -> str | None:
    """Return the latest day that had a daily of a game with final results, None if there is none."""
    return connection.execute(_LAST_SETTLED, {"slug": game, "at_most": 1}).scalar()


def go_on(connection: Connection, before: Daily, stage: str, walked_to: str, allowed: str) -> bool:
    """Store how far the closing of a daily has come. Return whether no other process was quicker."""
    where = {"of_day": before.day, "slug": before.game, "stage_before": before.stage, "walked_before": before.walked_to}
    now = {"stage_now": stage, "walked_now": walked_to, "allowed_now": allowed}
    return connection.execute(_GO_ON, where | now).rowcount == 1


def unseal(connection: Connection, session_ids: Sequence[str]) -> None:
    """Make the deals of these sessions everybody's business."""
    connection.execute(_UNSEAL, {"which": session_ids})


def days_between(connection: Connection, first: str, last: str) -> set[str]:
    """Return the days that had a daily, of those from `first` to `last`."""
    return set(connection.execute(_DAYS, {"first": first, "last": last}).scalars())
