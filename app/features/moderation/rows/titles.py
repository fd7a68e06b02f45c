"""Statements about reports of the names of venues."""

from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select, update

from app.core.store.unreadable import each, reads
from app.features.moderation.tables import decision, title_report
from app.features.moderation.values import Reason
from app.people.titles import titled
from app.people.venues import Venue

_OPEN = title_report.c.settled_by.is_(None)


@dataclass(frozen=True, slots=True)
class ReportedTitle:
    """The open reports of the name of a venue."""

    venue: Venue
    name: str
    """Its name now."""
    reported: str
    """Its name when somebody last reported it."""
    reasons: frozenset[Reason]
    reporters: int
    last_at: int


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
        name = about[row.venue].name if row.venue in about else _title_of(connection, venue)
        if name is not None:
            known = about.get(row.venue) or ReportedTitle(venue, name, row.name, frozenset(), 0, row.reported_at)
            reasons = known.reasons | {Reason(row.reason)}
            about[row.venue] = replace(known, reasons=reasons, reporters=known.reporters + 1)
    return list(about.values())


def count_reported(connection: Connection) -> int:
    """Count the venues with open reports of their names."""
    return connection.execute(select(func.count(title_report.c.venue.distinct())).where(_OPEN)).scalar_one()


def is_reported(connection: Connection, venue: Venue, until: int) -> bool:
    """Return whether a name has open reports made up to a time."""
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


def _title_of(connection: Connection, venue: Venue) -> str | None:
    those = titled(venue)
    return those.title_of(connection, venue.code) if those else None


def _open_until(venue: Venue, until: int) -> tuple[ColumnElement[bool], ...]:
    return _OPEN, title_report.c.venue == str(venue), title_report.c.reported_at <= until


@reads(title_report)
def _venue(row: Row[Any]) -> Venue:
    return Venue.read(row.venue)
