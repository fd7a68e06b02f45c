"""Statements about sessions that everybody may watch."""

from sqlalchemy import Connection, bindparam, case, delete, insert, select

from app.model.session import Session
from app.store import sessions
from app.store.schema import account, session, shared
from engine.deals import Deck, deck_code
from engine.rules import Game

_ADD = insert(shared).values({column.name: bindparam(column.name) for column in shared.columns})
_FIND = select(shared.c.session_id).where(shared.c.session_id == bindparam("which"))
_REMOVE = delete(shared).where(shared.c.session_id == bindparam("which"))
_ON_DEAL = (
    select(session, account.c.name)
    .join(shared, shared.c.session_id == session.c.id)
    .outerjoin(account, account.c.player_id == session.c.player_id)
    .where(shared.c.game == bindparam("slug"), shared.c.deck == bindparam("code"), session.c.sealed.is_(False))
    .order_by(case((session.c.status == "won", 0), else_=1), session.c.steps, session.c.played_ms, session.c.id)
    .limit(bindparam("at_most"))
)


def add(connection: Connection, session: Session, now: int) -> None:
    """Let everybody watch a session, if they may not already."""
    if not is_shared(connection, session.id):
        row = {"session_id": session.id, "game": session.variant.game.slug, "deck": deck_code(session.deck)}
        connection.execute(_ADD, row | {"shared_at": now})


def is_shared(connection: Connection, session_id: str) -> bool:
    """Say whether everybody may watch a session."""
    return connection.execute(_FIND, {"which": session_id}).first() is not None


def remove(connection: Connection, session_id: str) -> None:
    """Let only its player watch a session again."""
    connection.execute(_REMOVE, {"which": session_id})


def on_deal(connection: Connection, game: Game, deck: Deck, limit: int) -> list[tuple[Session, str | None]]:
    """List the shared sessions on a deal with their players' names, won ones first and then by steps and time."""
    rows = connection.execute(_ON_DEAL, {"slug": game.slug, "code": deck_code(deck), "at_most": limit})
    return [(sessions.read(row[:-1]), row[-1]) for row in rows]
