"""Statements about reports of players' names."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection, delete, func, insert, or_, select, update

from app.features.moderation.tables import report
from app.features.moderation.values import Reason
from app.people.tables import account

_OPEN = report.c.settled_by.is_(None)
"""The condition that nobody has decided about a report."""


@dataclass(frozen=True, slots=True)
class Report:
    """The open reports of a player's name."""

    player_id: str
    name: str
    """The player's name now."""
    reported: str
    """The name when somebody last reported it."""
    reasons: frozenset[Reason]
    reporters: int
    last_at: int


def add_report(connection: Connection, player_id: str, reporter_id: str, name: str, reason: Reason, now: int) -> None:
    """Note that somebody reports a player's name; this replaces an earlier report of theirs."""
    both = report.c.player_id == player_id, report.c.reporter_id == reporter_id
    connection.execute(delete(report).where(*both))
    row = {"player_id": player_id, "reporter_id": reporter_id, "name": name, "reason": reason, "reported_at": now}
    connection.execute(insert(report), row)


def reports(connection: Connection, limit: int) -> list[Report]:
    """List the open reports of at most `limit` players' names, the most recently reported first."""
    last = func.max(report.c.reported_at)
    waiting = select(report.c.player_id).where(_OPEN).group_by(report.c.player_id)
    latest = waiting.order_by(last.desc(), report.c.player_id)
    found = (
        select(report.c.player_id, report.c.name, report.c.reason, report.c.reported_at, account.c.name.label("now"))
        .join(account, account.c.player_id == report.c.player_id)
        .where(_OPEN, report.c.player_id.in_(latest.limit(limit)))
        .order_by(report.c.reported_at.desc(), report.c.player_id)
    )
    about: dict[str, Report] = {}
    for row in connection.execute(found):
        known = about.get(row.player_id) or Report(row.player_id, row.now, row.name, frozenset(), 0, row.reported_at)
        reasons = known.reasons | {Reason(row.reason)}
        about[row.player_id] = replace(known, reasons=reasons, reporters=known.reporters + 1)
    return list(about.values())


def count_reported(connection: Connection) -> int:
    """Count the players with open reports of their names."""
    return connection.execute(select(func.count(report.c.player_id.distinct())).where(_OPEN)).scalar_one()


def settle_reports(connection: Connection, player_id: str, decision_id: str, until: int) -> None:
    """Note which decision has settled the reports of a player's name that were made up to a time."""
    theirs = update(report).where(report.c.player_id == player_id, report.c.settled_by.is_(None))
    connection.execute(theirs.where(report.c.reported_at <= until).values(settled_by=decision_id))


def count_reports(connection: Connection, player_id: str, until: int) -> int:
    """Count the reports of a player's name, up to a time, that no decision has settled."""
    theirs = (report.c.player_id == player_id, report.c.settled_by.is_(None), report.c.reported_at <= until)
    return connection.execute(select(func.count()).select_from(report).where(*theirs)).scalar_one()


def reopen_reports(connection: Connection, decision_id: str) -> None:
    """Reopen the reports that a decision had settled."""
    connection.execute(update(report).where(report.c.settled_by == decision_id).values(settled_by=None))


def forget(connection: Connection, player_id: str) -> None:
    """Delete every report about or by a player."""
    connection.execute(delete(report).where(or_(report.c.player_id == player_id, report.c.reporter_id == player_id)))
