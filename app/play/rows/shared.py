"""Statements about sessions that everybody may watch."""

from sqlalchemy import Connection, case, delete, insert, select

from app.core.store.unreadable import each
from app.people.tables import account
from app.play.rows import sessions
from app.play.rows.sessions import whole_game
from app.play.tables.games import session, shared
from app.play.values.session import Session
from engine.deals import Deck, deck_code
from engine.rules import Game


def add(connection: Connection, session: Session, now: int) -> None:
    """Let everybody watch a session, unless they already may."""
    if not is_shared(connection, session.id):
        row = {"session_id": session.id, "game": session.variant.game.slug, "deck": deck_code(session.deck)}
        connection.execute(insert(shared), row | {"shared_at": now})


def is_shared(connection: Connection, session_id: str) -> bool:
    """Return whether everybody may watch a session."""
    found = connection.execute(select(shared.c.session_id).where(shared.c.session_id == session_id))
    return found.first() is not None


def remove(connection: Connection, session_id: str) -> None:
    """Let only its player watch a session again."""
    connection.execute(delete(shared).where(shared.c.session_id == session_id))


def on_deal(connection: Connection, game: Game, deck: Deck, limit: int) -> list[tuple[Session, str | None]]:
    """List the shared sessions on a deal with their players' names, wins first, then in order of steps and time."""
    there = (
        select(session, account.c.name)
        .join(shared, shared.c.session_id == session.c.id)
        .outerjoin(account, account.c.player_id == session.c.player_id)
        .where(shared.c.game == game.slug, shared.c.deck == deck_code(deck), session.c.sealed.is_(False), whole_game())
        .order_by(case((session.c.status == "won", 0), else_=1), session.c.steps, session.c.played_ms, session.c.id)
        .limit(limit)
    )
    return each(lambda row: (sessions.read(row[:-1]), row[-1]), connection.execute(there))
