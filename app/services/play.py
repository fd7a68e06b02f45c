"""What can be done in a session: move, undo, redo, give up."""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.refusals import Impossible, NotFound, Stale
from app.services.rulebook import rules_of
from app.services.sessions import check_owner
from app.store import entries, sessions
from app.store.entries import Entry
from app.store.sessions import Session
from engine import record
from engine.automatic import Automatic, automatic_moves
from engine.deals import read_code
from engine.moves import Move, apply, legal_moves, outcome
from engine.position import Position, restore, snapshot
from engine.record import Deed, Do, Status, UnsoundRecord
from engine.rules import Rules

LONGEST_PAUSE_MS = 120_000
"""Of a longer pause between two entries only this much counts as time played."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a request changed."""

    session: Session
    rules: Rules
    before: Position
    after: Position
    legal: list[Move]


def move(connection: Connection, session_id: str, player_id: str | None, seen: int, played: Move, now: int) -> Turn:
    """Make a move, with the automatic moves that the player has chosen to follow of themselves.

    Raises:
        NotFound, NotYours, Stale, Impossible, IllegalMove: in this order of checks.
    """
    session, automatic = _to_play(connection, session_id, player_id, seen)
    rules = rules_of(session.game, session.options)
    before = restore(rules, session.snapshot)
    after = apply(rules, before, played)
    moves = [played]
    if automatic != Automatic.OFF:
        for follower in automatic_moves(rules, after, Automatic(automatic)):
            after = apply(rules, after, follower)
            moves.append(follower)
    legal = legal_moves(rules, after)
    at = max(now, session.changed_at)
    added = [Entry(seen + place, Do.MOVE, str(made), place > 0, at) for place, made in enumerate(moves)]
    changed = replace(
        session,
        snapshot=snapshot(rules, after),
        seq=seen + len(moves),
        status=outcome(rules, after, legal),
        steps=session.steps + len(moves),
        undoable=session.undoable + 1,
        redoable=0,
        last_move=str(moves[-1]),
        played_ms=_played(session, at),
        changed_at=at,
    )
    _keep(connection, changed, seen, added)
    return Turn(changed, rules, before, after, legal)


def undo(connection: Connection, session_id: str, player_id: str | None, seen: int, now: int) -> Turn:
    """Take back the last request that stands, with all it caused; raises as `move` does."""
    return _enter(connection, session_id, player_id, seen, Do.UNDO, now)


def redo(connection: Connection, session_id: str, player_id: str | None, seen: int, now: int) -> Turn:
    """Make again what the last undo took back; raises as `move` does."""
    return _enter(connection, session_id, player_id, seen, Do.REDO, now)


def give_up(connection: Connection, session_id: str, player_id: str | None, seen: int, now: int) -> Turn:
    """End the session unwon; raises as `move` does."""
    return _enter(connection, session_id, player_id, seen, Do.GIVE_UP, now)


def look(connection: Connection, session_id: str, player_id: str | None) -> Turn:
    """Give a session as it stands, nothing changed."""
    return standing(check_owner(sessions.find(connection, session_id), player_id))


def standing(session: Session) -> Turn:
    """Give the board of a session as it stands."""
    rules = rules_of(session.game, session.options)
    position = restore(rules, session.snapshot)
    legal = [] if Status(session.status).finished else legal_moves(rules, position)
    return Turn(session, rules, position, position, legal)


def _to_play(connection: Connection, session_id: str, player_id: str | None, seen: int) -> tuple[Session, str]:
    found = sessions.find_to_play(connection, session_id)
    if found is None:
        raise NotFound("There is no such game here.")
    session = check_owner(found[0], player_id)
    if session.seq != seen:
        raise _stale(connection, session, seen)
    if Status(session.status).finished:
        raise Impossible("This game is over.")
    return found


def _enter(connection: Connection, session_id: str, player_id: str | None, seen: int, do: Do, now: int) -> Turn:
    session, _ = _to_play(connection, session_id, player_id, seen)
    rules = rules_of(session.game, session.options)
    before = restore(rules, session.snapshot)
    played = read_record(connection, session)
    try:
        played.enter(Deed(do))
    except UnsoundRecord as lacking:
        raise Impossible(str(lacking)) from None
    at = max(now, session.changed_at)
    changed = replace(
        session,
        snapshot=snapshot(rules, played.position),
        seq=seen + 1,
        status=played.status,
        undos=played.undos,
        undoable=len(played.done),
        redoable=len(played.undone),
        last_move=str(played.done[-1].moves[-1]) if played.done else None,
        played_ms=_played(session, at),
        changed_at=at,
    )
    _keep(connection, changed, seen, [Entry(seen, do, None, False, at)])
    legal = [] if played.status.finished else legal_moves(rules, played.position)
    return Turn(changed, rules, before, played.position, legal)


def read_record(connection: Connection, session: Session) -> record.Record:
    """Read a session's log from its deal on; the log is the truth, the row what follows from it."""
    deeds = (
        Deed(Do(entry.do), Move.read(entry.move) if entry.move else None, entry.auto)
        for entry in entries.all_of(connection, session.id)
    )
    return record.read(rules_of(session.game, session.options), read_code(session.deck), deeds)


def _keep(connection: Connection, changed: Session, seen: int, added: list[Entry]) -> None:
    # The row is guarded first: where another request was quicker nothing is written.
    if not sessions.advance(connection, changed, seen):
        raise _stale(connection, check_owner(sessions.find(connection, changed.id), changed.player_id), seen)
    entries.append(connection, changed.id, added)


def _stale(connection: Connection, session: Session, seen: int) -> Stale:
    entry = entries.at(connection, session.id, seen) if seen < session.seq else None
    return Stale(session, entry.move if entry else None)


def _played(session: Session, at: int) -> int:
    return session.played_ms + min(at - session.changed_at, LONGEST_PAUSE_MS)
