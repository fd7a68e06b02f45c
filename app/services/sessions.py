"""Sessions as a whole: beginning one, finding one's own, playing it again, taking it along."""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy import Connection

from app.refusals import NotFound, NotYours, Withheld
from app.services import players
from app.services.rulebook import options_text, rules_of
from app.store import entries, sessions
from app.store.entries import Entry
from app.store.ids import new_id
from app.store.sessions import Session
from engine.deals import Deck, deck_code, read_code
from engine.position import snapshot
from engine.record import Status, begin
from engine.rules import RULES_VERSION, Game


def start(
    connection: Connection,
    player_id: str,
    game: Game,
    options: Mapping[str, str],
    deal: int | None,
    deck: Deck,
    now: int,
) -> Session:
    """Begin a session of a game with settled options on a deck; `deal` is its number, None if it is hand-made."""
    players.ensure(connection, player_id, now)
    record = begin(game.rules_with(options), deck)
    session = Session(
        id=new_id(now),
        player_id=player_id,
        game=game.slug,
        options=options_text(options),
        rules=RULES_VERSION,
        deal=None if deal is None else str(deal),
        deck=deck_code(deck),
        snapshot=snapshot(record.rules, record.position),
        seq=0,
        status=record.status,
        steps=0,
        undos=0,
        undoable=0,
        redoable=0,
        last_move=None,
        played_ms=0,
        started_at=now,
        changed_at=now,
    )
    sessions.add(connection, session)
    return session


def restart(connection: Connection, session_id: str, player_id: str | None, now: int) -> Session:
    """Begin a new session on the same deal; the old one stays as it is and can be resumed."""
    old = own(connection, session_id, player_id)
    dealt = begin(rules_of(old.game, old.options), read_code(old.deck))
    fresh = replace(
        old,
        id=new_id(now),
        snapshot=snapshot(dealt.rules, dealt.position),
        seq=0,
        status=dealt.status,
        steps=0,
        undos=0,
        undoable=0,
        redoable=0,
        last_move=None,
        played_ms=0,
        started_at=now,
        changed_at=now,
    )
    sessions.add(connection, fresh)
    return fresh


def own(connection: Connection, session_id: str, player_id: str | None) -> Session:
    """Give a session to its player; raise `NotFound` or `NotYours`."""
    return check_owner(sessions.find(connection, session_id), player_id)


def check_owner(session: Session | None, player_id: str | None) -> Session:
    """Give the session back if it is there and the player's; raise `NotFound` or `NotYours`."""
    if session is None:
        raise NotFound("There is no such game here.")
    if session.player_id != player_id:
        raise NotYours("This game belongs to another player.")
    return session


def unfinished(connection: Connection, player_id: str, limit: int) -> list[Session]:
    """List the player's sessions that can be continued, the last played first."""
    return sessions.unfinished(connection, player_id, limit)


def history(connection: Connection, player_id: str, limit: int, before: tuple[int, str] | None) -> list[Session]:
    """List the player's sessions, the last played first, from below the `(changed_at, id)` of the page before."""
    return sessions.history(connection, player_id, limit, before)


def record_of(connection: Connection, session_id: str, player_id: str | None) -> tuple[Session, list[Entry]]:
    """Give a session with its log to take along.

    Raises:
        Withheld: the log would tell face-down cards of a game that is not over.
    """
    session = own(connection, session_id, player_id)
    if rules_of(session.game, session.options).face_down_rows and not Status(session.status).finished:
        raise Withheld("A game with face-down cards can be exported when it is over.")
    return session, entries.all_of(connection, session_id)
