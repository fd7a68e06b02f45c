"""Statements about the names of tournaments and groups, and about reports of them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Table, bindparam, delete, func, insert, select, update

from app.core.store.unreadable import each, reads
from app.features.moderation.tables import decision, title_report
from app.features.moderation.values import Reason
from app.features.tournaments.tables import entrant, tournament
from app.people.tables import member, player_group
from app.people.venues import Venue, VenueKind

_NAMED: Mapping[VenueKind, Table] = {VenueKind.TOURNAMENT: tournament, VenueKind.GROUP: player_group}
"""The tables of what has a name that somebody chose."""
_OPEN = title_report.c.settled_by.is_(None)
_PLAYING_FOR = (
    select(entrant.c.player_id)
    .where(entrant.c.group_code == bindparam("code"))
    .order_by(entrant.c.joined_at, entrant.c.player_id)
    .limit(1)
)
"""Who has played for a group in a tournament for longest."""


@dataclass(frozen=True, slots=True)
class ReportedTitle:
    """The open reports of the name of a tournament or a group."""

    venue: Venue
    name: str
    """Its name now."""
    reported: str
    """Its name when somebody last reported it."""
    reasons: frozenset[Reason]
    reporters: int
    last_at: int


def name_of(connection: Connection, venue: Venue) -> str | None:
    """Return the name of a tournament or a group, or None if there is none.

    A group that everybody has left has its name as long as somebody plays for it in a tournament.
    """
    named = _NAMED[venue.kind]
    name = connection.execute(select(named.c.name).where(named.c.code == venue.code)).scalar()
    if name is None and venue.kind is VenueKind.GROUP:
        return connection.execute(_PLAYING_FOR.with_only_columns(entrant.c.group_name), {"code": venue.code}).scalar()
    return name


def owner_of(connection: Connection, venue: Venue) -> str | None:
    """Return who made a tournament, or who has been in a group for longest; None if no player has.

    Of a group that everybody has left, return who has played for it for longest.
    """
    if venue.kind is VenueKind.TOURNAMENT:
        return connection.execute(select(tournament.c.maker_id).where(tournament.c.code == venue.code)).scalar()
    first = select(member.c.player_id).where(member.c.code == venue.code)
    owner = connection.execute(first.order_by(member.c.joined_at, member.c.player_id).limit(1)).scalar()
    return owner or connection.execute(_PLAYING_FOR, {"code": venue.code}).scalar()


def change(connection: Connection, venue: Venue, before: str, after: str) -> bool:
    """Change the name of a tournament or a group from `before` to `after`; return False if it has another name."""
    named = _NAMED[venue.kind]
    here = update(named).where(named.c.code == venue.code, named.c.name == before)
    changed = connection.execute(here.values(name=after)).rowcount
    if venue.kind is VenueKind.GROUP:
        # Those who play for a group in a tournament show its name, even if they have left it before its link was
        # renewed, or if nobody is in it any more.
        ended = entrant.c.group_code.not_in(select(player_group.c.code))
        shown = update(entrant).where(entrant.c.group_name == before, (entrant.c.group_code == venue.code) | ended)
        changed += connection.execute(shown.values(group_name=after)).rowcount
    return changed > 0


def add_report(connection: Connection, venue: Venue, reporter_id: str, name: str, reason: Reason, now: int) -> None:
    """Note that somebody reports a name; this replaces an earlier report of theirs."""
    theirs = title_report.c.venue == str(venue), title_report.c.reporter_id == reporter_id
    connection.execute(delete(title_report).where(*theirs))
    row = {"venue": str(venue), "reporter_id": reporter_id, "name": name, "reason": reason, "reported_at": now}
    connection.execute(insert(title_report), row)


def reports(connection: Connection, limit: int) -> list[ReportedTitle]:
    """List the open reports of at most `limit` names, the most recently reported first."""
    last = func.max(title_report.c.reported_at)
    latest = select(title_report.c.venue).where(_OPEN).group_by(title_report.c.venue)
    some = latest.order_by(last.desc(), title_report.c.venue).limit(limit)
    found = select(title_report).where(_OPEN, title_report.c.venue.in_(some))
    about: dict[str, ReportedTitle] = {}
    rows = connection.execute(found.order_by(title_report.c.reported_at.desc(), title_report.c.venue))
    for venue, row in each(lambda row: (_venue(row), row), rows):
        name = about[row.venue].name if row.venue in about else name_of(connection, venue)
        if name is not None:
            known = about.get(row.venue) or ReportedTitle(venue, name, row.name, frozenset(), 0, row.reported_at)
            reasons = known.reasons | {Reason(row.reason)}
            about[row.venue] = replace(known, reasons=reasons, reporters=known.reporters + 1)
    return list(about.values())


def count_reported(connection: Connection) -> int:
    """Count the tournaments and groups with open reports of their names."""
    return connection.execute(select(func.count(title_report.c.venue.distinct())).where(_OPEN)).scalar_one()


def is_reported(connection: Connection, venue: Venue, until: int) -> bool:
    """Say whether a name has open reports made up to a time."""
    reported = select(title_report.c.venue).where(*_open_until(venue, until))
    return connection.execute(reported.limit(1)).first() is not None


def settle_reports(connection: Connection, venue: Venue, decision_id: str, until: int) -> None:
    """Note which decision has settled the reports made up to a time."""
    connection.execute(update(title_report).where(*_open_until(venue, until)).values(settled_by=decision_id))


def reopen_reports(connection: Connection, decision_id: str) -> None:
    """Reopen the reports that a decision had settled."""
    settled = update(title_report).where(title_report.c.settled_by == decision_id)
    connection.execute(settled.values(settled_by=None))


def forget(connection: Connection, player_id: str) -> None:
    """Delete what a player has reported."""
    connection.execute(delete(title_report).where(title_report.c.reporter_id == player_id))


def move(connection: Connection, before: Venue, after: Venue) -> None:
    """Note that a group has another code now."""
    connection.execute(update(title_report).where(title_report.c.venue == str(before)).values(venue=str(after)))
    connection.execute(update(decision).where(decision.c.group_code == before.code).values(group_code=after.code))


def _open_until(venue: Venue, until: int) -> tuple[ColumnElement[bool], ...]:
    return _OPEN, title_report.c.venue == str(venue), title_report.c.reported_at <= until


@reads(title_report)
def _venue(row: Row[Any]) -> Venue:
    return Venue.read(row.venue)
