"""Statements about public pages."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select

from app.core.store.unreadable import each, reads
from app.features.profiles.tables import profile
from app.features.profiles.values import ProfilePart
from app.people.tables import account
from app.play.checking import Texts
from app.play.rows import sessions
from app.play.rows.sessions import whole_game
from app.play.tables.games import session, shared
from app.play.values.session import Session


def shown_by(connection: Connection, player_id: str) -> frozenset[ProfilePart] | None:
    """Return which parts a player's public page has; None without a page."""
    row = connection.execute(select(profile).where(profile.c.player_id == player_id)).first()
    return _read_parts(row) if row else None


def show(connection: Connection, player_id: str, parts: Collection[ProfilePart]) -> None:
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


def public_names(connection: Connection, player_ids: Collection[str]) -> dict[str, str]:
    """Return the names of the accounts of those of the players who have a public page."""
    named = select(account.c.player_id, account.c.name).join(profile, profile.c.player_id == account.c.player_id)
    theirs = named.where(account.c.player_id.in_(player_ids))
    return {row.player_id: row.name for row in connection.execute(theirs)}


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


@reads(profile)
def _read_parts(row: Row[Any]) -> frozenset[ProfilePart]:
    return frozenset(map(ProfilePart, row.shown.split()))


TEXTS: Texts = {"profile": {"shown": lambda row: [ProfilePart(word) for word in row.shown.split()]}}
