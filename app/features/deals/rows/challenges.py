"""Statements about challenges, and about all games on a deal."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, insert, select
from sqlalchemy.exc import IntegrityError

from app.core.store.unreadable import each, reads
from app.people.tables import account, player
from app.play.rows import sessions
from app.play.rows.sessions import STATUS, whole_game
from app.play.tables.games import challenge, challenge_try, session, shared
from app.play.values.session import Session
from engine.games import variant_of
from engine.record import Status
from engine.rules import Variant


@dataclass(frozen=True, slots=True)
class Played:
    """A game on a deal, with what the deal's page shows about it."""

    session_id: str
    player_id: str
    variant: Variant
    status: Status
    steps: int
    ms: int
    """Time played."""
    changed_at: int
    name: str | None
    """Its player's name; None without an account."""
    shared: bool
    bot: bool
    """Whether a program played it."""


def on_deal(connection: Connection, variants: Sequence[Variant], deal: int, limit: int) -> list[Played]:
    """List the games on a numbered deal with at least one move, in order of beginning, except those in open events."""
    columns = ("id", "player_id", "game", "options", "status", "steps", "played_ms", "changed_at")
    there = (
        select(
            *(session.c[name] for name in columns), account.c.name, shared.c.session_id.label("watched"), player.c.bot
        )
        .join(player, player.c.id == session.c.player_id)
        .outerjoin(account, account.c.player_id == session.c.player_id)
        .outerjoin(shared, shared.c.session_id == session.c.id)
        .where(
            session.c.deal == str(deal),
            session.c.game == variants[0].game.slug,
            session.c.options.in_([variant.text for variant in variants]),
            session.c.sealed.is_(False),
            session.c.steps > 0,
            whole_game(),
        )
        .order_by(session.c.id)
        .limit(limit)
    )
    return each(_read_played, connection.execute(there))


def add(connection: Connection, token: str, session_id: str, now: int) -> None:
    """Add a challenge, unless the game has one already."""
    with suppress(IntegrityError), connection.begin_nested():
        connection.execute(insert(challenge), {"token": token, "session_id": session_id, "made_at": now})


def of_session(connection: Connection, session_id: str) -> str | None:
    """Return the token of a game's challenge, or None without one."""
    return connection.execute(select(challenge.c.token).where(challenge.c.session_id == session_id)).scalar()


def session_of(connection: Connection, token: str) -> Session | None:
    """Return the game that a challenge is about, or None if there is no such challenge."""
    about = select(session).join(challenge, challenge.c.session_id == session.c.id).where(challenge.c.token == token)
    row = connection.execute(about).first()
    return sessions.read(row) if row else None


def note_try(connection: Connection, token: str, session_id: str) -> None:
    """Note that somebody began a game from a challenge."""
    connection.execute(insert(challenge_try), {"token": token, "session_id": session_id})


def tries(connection: Connection, token: str, limit: int) -> list[tuple[Session, str | None]]:
    """List the games begun from a challenge with their players' names, in order of beginning."""
    begun = (
        select(session, account.c.name)
        .join(challenge_try, challenge_try.c.session_id == session.c.id)
        .outerjoin(account, account.c.player_id == session.c.player_id)
        .where(challenge_try.c.token == token)
        .order_by(session.c.id)
        .limit(limit)
    )
    return each(lambda row: (sessions.read(row[:-1]), row[-1]), connection.execute(begun))


@reads(session)
def _read_played(row: Row[Any]) -> Played:
    return Played(
        row.id,
        row.player_id,
        variant_of(row.game, row.options),
        STATUS[row.status],
        row.steps,
        row.played_ms,
        row.changed_at,
        row.name,
        row.watched is not None,
        row.bot,
    )
