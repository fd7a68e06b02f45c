"""Statements about the open data: the games for a month's file, and the files."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    delete,
    func,
    insert,
    literal_column,
    or_,
    select,
    tuple_,
    union,
    update,
)
from sqlalchemy.exc import IntegrityError

from app.core.store.tables import bookmark
from app.core.store.unreadable import each, reads
from app.features.open_data.tables import data_month
from app.features.open_data.values import Month, MonthFile
from app.features.profiles.tables import profile
from app.features.profiles.values import ProfilePart
from app.people.tables import player
from app.play.checking import Texts
from app.play.rows.sessions import whole_game
from app.play.tables.games import challenge, challenge_try, ghost, help_given, invitation, seat, session, shared
from engine.record import Status

_SINCE = "open data"
"""The name of the bookmark with the time since which games are published."""
_ENDED: dict[Status, ColumnElement[str]] = {
    Status.WON: literal_column("'won'"),
    Status.GIVEN_UP: literal_column("'given-up'"),
}
"""Literals, so both databases see that the index of just these games is enough."""
_SEEN_BY = (
    shared.c.session_id,
    challenge.c.session_id,
    challenge_try.c.session_id,
    invitation.c.session_id,
    seat.c.session_id,
    ghost.c.of_session_id,
)
"""Columns with the ids of games that people other than their players could look at."""


@dataclass(frozen=True, slots=True)
class PublishedPlayer:
    """What the open data needs to know about a player."""

    bot: bool
    kept_out: bool
    figures_shown: bool
    """Whether a page with the player's name shows figures over all games, which others could find again in the file."""


def list_finished(
    connection: Connection, status: Status, place: tuple[int, str], until: int, limit: int
) -> list[tuple[int, str]]:
    """List the games with that status, as time of ending and id, in this order, after `place` and before `until`."""
    ended = (
        select(session.c.changed_at, session.c.id)
        .where(
            session.c.status == _ENDED[status],
            session.c.changed_at >= place[0],
            session.c.changed_at < until,
            tuple_(session.c.changed_at, session.c.id) > place,
            session.c.sealed.is_(False),
            session.c.deal.is_not(None),
            whole_game(),
        )
        .order_by(session.c.changed_at, session.c.id)
        .limit(limit)
    )
    return [(row.changed_at, row.id) for row in connection.execute(ended)]


def owners(connection: Connection, player_ids: Collection[str]) -> dict[str, PublishedPlayer]:
    """Return what the open data needs to know about these players, by id."""
    theirs = (
        select(player.c.id, player.c.bot, player.c.kept_out_at, profile.c.shown)
        .outerjoin(profile, profile.c.player_id == player.c.id)
        .where(player.c.id.in_(player_ids))
    )
    return {
        row.id: PublishedPlayer(row.bot, row.kept_out_at is not None, ProfilePart.RECORDS in (row.shown or "").split())
        for row in connection.execute(theirs)
    }


def list_kept_out_since(connection: Connection, time: int) -> list[str]:
    """List the players who have kept their games out since a time."""
    return list(connection.execute(select(player.c.id).where(player.c.kept_out_at >= time)).scalars())


def seen_by_others(connection: Connection, played: Collection[tuple[str, str]]) -> set[tuple[str, str]]:
    """Return those pairs of player and deal that others may know to belong together.

    They may if anybody else could look at one of the player's games on the deal, in whatever way, and so learn whose it
    is.
    """
    players, deals = {player_id for player_id, _ in played}, {deal for _, deal in played}
    of_these = select(session.c.id, session.c.player_id, session.c.deal, session.c.event)
    theirs = of_these.where(session.c.player_id.in_(players), session.c.deal.in_(deals)).cte()
    ways = (select(way).where(way.in_(select(theirs.c.id))) for way in _SEEN_BY)
    seen = select(theirs.c.player_id, theirs.c.deal).where(
        or_(theirs.c.event.is_not(None), theirs.c.id.in_(union(*ways)))
    )
    return {(row.player_id, row.deal) for row in connection.execute(seen)}


def list_finished_before(
    connection: Connection, played: Collection[tuple[str, str]], time: int
) -> set[tuple[str, str]]:
    """Return those pairs of player and deal with a game that ended before a time, in whichever game and however."""
    players, deals = {player_id for player_id, _ in played}, {deal for _, deal in played}
    earlier = select(session.c.player_id, session.c.deal).where(
        session.c.player_id.in_(players),
        session.c.deal.in_(deals),
        session.c.status.in_(_ENDED),
        session.c.changed_at < time,
    )
    return {(row.player_id, row.deal) for row in connection.execute(earlier.distinct())}


def with_company(connection: Connection, session_ids: Collection[str]) -> set[str]:
    """Return the ids of those games in which somebody besides the player has moved."""
    moved = select(seat.c.session_id).where(seat.c.session_id.in_(session_ids), seat.c.moved_seq > 0)
    return set(connection.execute(moved).scalars())


def hints(connection: Connection, session_ids: Collection[str]) -> Counter[str]:
    """Count the places of each of these games at which its player had help."""
    of_each = select(help_given.c.session_id, func.count()).where(help_given.c.session_id.in_(session_ids))
    rows = connection.execute(of_each.group_by(help_given.c.session_id))
    return Counter({row[0]: row[1] for row in rows})


def published_since(connection: Connection, now: int) -> int:
    """Return the time since which games are published. If they were not, publish them from now on."""
    known = select(bookmark.c.at).where(bookmark.c.name == _SINCE)
    since = connection.execute(known).scalar()
    if since is None:
        try:
            with connection.begin_nested():
                connection.execute(insert(bookmark), {"name": _SINCE, "at": now, "after": ""})
        except IntegrityError:
            return published_since(connection, now)
        return now
    return int(since)


def is_published(connection: Connection) -> bool:
    """Return whether games are published."""
    return connection.execute(select(bookmark.c.at).where(bookmark.c.name == _SINCE)).first() is not None


def stop_publishing(connection: Connection) -> None:
    """Note that games are no longer published, and forget the unfinished files; the finished ones stay."""
    connection.execute(delete(bookmark).where(bookmark.c.name == _SINCE))
    connection.execute(delete(data_month).where(data_month.c.due_at.is_not(None)))


def claim(connection: Connection, month: Month, maker: str, now: int, until: int) -> bool:
    """Claim a month's file for a maker until a time.

    Return False if somebody has made the file or is making it.
    """
    taken = update(data_month).where(data_month.c.month == str(month), data_month.c.due_at <= now)
    if connection.execute(taken.values(maker=maker, due_at=until)).rowcount:
        return True
    if connection.execute(select(data_month.c.month).where(data_month.c.month == str(month))).first():
        return False
    try:
        with connection.begin_nested():
            connection.execute(insert(data_month), {"month": str(month), "maker": maker, "due_at": until})
    except IntegrityError:
        return False
    return True


def hold(connection: Connection, month: Month, maker: str, until: int) -> bool:
    """Extend a maker's claim to `until`; return False if another maker has taken over."""
    held = update(data_month).where(*_at_work(month, maker)).values(due_at=until)
    return connection.execute(held).rowcount == 1


def finish(connection: Connection, made: MonthFile, maker: str) -> bool:
    """Store the facts about a finished file; return False if another maker has taken over."""
    known = {"name": made.name, "games": made.games, "size": made.size, "digest": made.digest, "made_at": made.made_at}
    done = update(data_month).where(*_at_work(made.month, maker)).values(due_at=None, **known)
    return connection.execute(done).rowcount == 1


def files(connection: Connection) -> list[MonthFile]:
    """List the finished files, the latest month first."""
    made = select(data_month).where(data_month.c.due_at.is_(None)).order_by(data_month.c.month.desc())
    return each(_read, connection.execute(made))


def _at_work(month: Month, maker: str) -> tuple[Any, ...]:
    return data_month.c.month == str(month), data_month.c.maker == maker, data_month.c.due_at.is_not(None)


@reads(data_month)
def _read(row: Row[Any]) -> MonthFile:
    return MonthFile(Month.read(row.month), row.name, row.games, row.size, row.digest, row.made_at)


TEXTS: Texts = {"data_month": {"month": lambda row: Month.read(row.month)}}
