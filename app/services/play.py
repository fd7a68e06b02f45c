"""What can be done in a session: move, gather, finish, undo, redo, give up."""

from collections.abc import Callable
from typing import NamedTuple

from sqlalchemy import Connection

from app.refusals import Impossible, NotFound, Stale
from app.services import company, events, players
from app.services.log import read_record
from app.services.rulebook import rules_of
from app.services.sessions import check_owner
from app.store import company as seats
from app.store import entries, sessions
from app.store.company import Seat
from app.store.entries import Entry
from app.store.sessions import Session
from app.visitors import Visit
from engine.automatic import Automatic, automatic_moves
from engine.conveniences import finishing, gathering
from engine.moves import Move, apply, legal_moves, outcome
from engine.position import Position, restore, snapshot
from engine.record import Deed, Do, Status, UnsoundRecord
from engine.rules import Rules

LONGEST_PAUSE_MS = 120_000
"""Of a longer pause between two entries only this much counts as time played."""


class Turn(NamedTuple):
    """What a request changed."""

    session: Session
    rules: Rules
    before: Position
    after: Position
    legal: list[Move]
    did: Do | None = None
    """What was done; None where a session was only looked at."""
    moves: tuple[Move, ...] = ()
    """The moves made, in order; none by an undo."""
    by: str = ""
    """The name of the guest at the table who did it; empty where its player did."""


Plan = Callable[[Rules, Position], tuple[Move, ...]]
"""Which moves a request makes in a position, one or more."""


def move(connection: Connection, session_id: str, visit: Visit | None, seen: int, played: Move, now: int) -> Turn:
    """Make a move, with the automatic moves that the player has chosen to follow of themselves.

    Raises:
        NotFound, NotYours, SignedOut, Stale, Impossible, IllegalMove: in this order of checks.
    """
    return _make(connection, session_id, visit, seen, lambda *_: (played,), now)


def gather(connection: Connection, session_id: str, visit: Visit | None, seen: int, meant: Move, now: int) -> Turn:
    """Make a move, or the single moves that stand for one of several cards; raises as `move` does.

    What one request made, one undo takes back.
    """
    return _make(
        connection,
        session_id,
        visit,
        seen,
        lambda rules, before: gathering(rules, before, meant) or (meant,),
        now,
    )


def finish(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """Bring home all that is left; raises as `move` does, `Impossible` where that does not win the game."""
    return _make(connection, session_id, visit, seen, _to_the_end, now)


def undo(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """Take back the last request that stands, with all it caused; raises as `move` does."""
    return _enter(connection, session_id, visit, seen, Do.UNDO, now)


def redo(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """Make again what the last undo took back; raises as `move` does."""
    return _enter(connection, session_id, visit, seen, Do.REDO, now)


def give_up(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """End the session unwon; raises as `move` does. No guest at the table can do that."""
    check_owner(sessions.find(connection, session_id), visit.player_id if visit else None)
    return _enter(connection, session_id, visit, seen, Do.GIVE_UP, now)


def look(connection: Connection, session_id: str, player_id: str | None) -> Turn:
    """Give a session as it stands, nothing changed."""
    return standing(company.seen_by(connection, sessions.find(connection, session_id), player_id))


def standing(session: Session) -> Turn:
    """Give the board of a session as it stands."""
    rules = rules_of(session.game, session.options)
    position = restore(rules, session.snapshot)
    legal = [] if Status(session.status).finished else legal_moves(rules, position)
    return Turn(session, rules, position, position, legal)


def _to_play(
    connection: Connection, session_id: str, visit: Visit | None, seen: int
) -> tuple[Session, str, Seat | None]:
    """Give a session to be played in, its player's choice of automatic moves, and the seat of a guest."""
    found = sessions.find_to_play(connection, session_id)
    if found is None:
        raise NotFound("There is no such game here.")
    session, automatic, generation = found
    guest = None
    if visit and visit.player_id == session.player_id:
        players.check_generation(visit, generation)
    else:
        guest = company.guest(connection, session, visit)
    if session.seq != seen:
        raise _stale(connection, session, seen)
    if Status(session.status).finished:
        raise Impossible("This game is over.")
    return session, automatic, guest


def _to_the_end(rules: Rules, before: Position) -> tuple[Move, ...]:
    moves = finishing(rules, before)
    if not moves:
        raise Impossible("The cards that are left cannot simply be brought home yet.")
    return moves


def _make(connection: Connection, session_id: str, visit: Visit | None, seen: int, plan: Plan, now: int) -> Turn:
    session, automatic, guest = _to_play(connection, session_id, visit, seen)
    rules = rules_of(session.game, session.options)
    after = before = restore(rules, session.snapshot)
    moves = plan(rules, before)
    for made in moves:
        after = apply(rules, after, made)
    if automatic != Automatic.OFF:
        for follower in automatic_moves(rules, after, Automatic(automatic)):
            after = apply(rules, after, follower)
            moves = (*moves, follower)
    legal = legal_moves(rules, after)
    at = max(now, session.changed_at)
    added = [Entry(seen + place, Do.MOVE, str(made), place > 0, at) for place, made in enumerate(moves)]
    changed = session._replace(
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
    _keep(connection, changed, seen, added, guest)
    return Turn(changed, rules, before, after, legal, Do.MOVE, moves, guest.name if guest else "")


def _enter(connection: Connection, session_id: str, visit: Visit | None, seen: int, do: Do, now: int) -> Turn:
    session, _, guest = _to_play(connection, session_id, visit, seen)
    rules = rules_of(session.game, session.options)
    before = restore(rules, session.snapshot)
    played = read_record(connection, session)
    try:
        played.enter(Deed(do))
    except UnsoundRecord as lacking:
        raise Impossible(str(lacking)) from None
    at = max(now, session.changed_at)
    changed = session._replace(
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
    _keep(connection, changed, seen, [Entry(seen, do, None, False, at)], guest)
    legal = [] if played.status.finished else legal_moves(rules, played.position)
    moves = played.done[-1].moves if do is Do.REDO else ()
    return Turn(changed, rules, before, played.position, legal, do, moves, guest.name if guest else "")


def _keep(connection: Connection, changed: Session, seen: int, added: list[Entry], guest: Seat | None) -> None:
    # The row is guarded first: where another request was quicker nothing is written.
    if not sessions.advance(connection, changed, seen):
        raise _stale(connection, check_owner(sessions.find(connection, changed.id), changed.player_id), seen)
    entries.append(connection, changed.id, added)
    if guest:
        seats.moved(connection, changed.id, guest.player_id, changed.seq)
    events.played(connection, changed)


def _stale(connection: Connection, session: Session, seen: int) -> Stale:
    entry = entries.at(connection, session.id, seen) if seen < session.seq else None
    return Stale(session, entry.move if entry else None)


def _played(session: Session, at: int) -> int:
    return session.played_ms + min(at - session.changed_at, LONGEST_PAUSE_MS)
