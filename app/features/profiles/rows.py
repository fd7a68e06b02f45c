"""Statements about public pages and reports of names."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, or_, select

from app.core.store.unreadable import each, reads
from app.features.moderation.rows import titles
from app.features.profiles.values import Part, Reason
from app.people.tables import account, profile, report
from app.play.rows import sessions
from app.play.rows.sessions import whole_game
from app.play.tables.games import session, shared
from app.play.values.session import Session

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


def shown_by(connection: Connection, player_id: str) -> frozenset[Part] | None:
    """Return which parts a player's public page has; None without a page."""
    row = connection.execute(select(profile).where(profile.c.player_id == player_id)).first()
    return _shown(row) if row else None


def show(connection: Connection, player_id: str, parts: Collection[Part]) -> None:
    """Store which parts a player's public page has."""
    hide(connection, player_id)
    connection.execute(insert(profile), {"player_id": player_id, "shown": " ".join(sorted(parts))})


def hide(connection: Connection, player_id: str) -> None:
    """Delete a player's public page."""
    connection.execute(delete(profile).where(profile.c.player_id == player_id))


def public_among(connection: Connection, player_ids: Collection[str]) -> set[str]:
    """Return those of the players who have a public page."""
    theirs = select(profile.c.player_id).where(profile.c.player_id.in_(player_ids))
    return set(connection.execute(theirs).scalars())


def shared_games(connection: Connection, player_id: str, limit: int) -> list[Session]:
    """List the games that a player has shared, the most recently played first, except those in open events."""
    theirs = (
        select(session)
        .join(shared, shared.c.session_id == session.c.id)
        .where(session.c.player_id == player_id, session.c.sealed.is_(False), whole_game())
        .order_by(session.c.changed_at.desc(), session.c.id.desc())
        .limit(limit)
    )
    return each(sessions.read, connection.execute(theirs))


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


def forget(connection: Connection, player_id: str) -> None:
    """Delete a player's page and every report about or by the player."""
    hide(connection, player_id)
    titles.forget(connection, player_id)
    connection.execute(delete(report).where(or_(report.c.player_id == player_id, report.c.reporter_id == player_id)))


@reads(profile)
def _shown(row: Row[Any]) -> frozenset[Part]:
    return frozenset(map(Part, row.shown.split()))
