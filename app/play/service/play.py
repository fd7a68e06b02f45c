"""What players can do in a session: move, gather, finish, undo, go back, redo, give up."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from sqlalchemy import Connection

from app.core.bounds import LAST_ENTRIES, LONGEST_LOG
from app.core.refusals import Impossible, NotFound, Over
from app.people.visitors import Visit
from app.play.occasion import occasion_of
from app.play.rows import company as seats
from app.play.rows import entries, sessions
from app.play.rows.company import Seat
from app.play.service import company, log
from app.play.service.lines import Line
from app.play.service.log import StandingRequest
from app.play.service.sessions import check_owner
from app.play.values.session import Entry, Session, Stale, Turn
from app.play.values.written import Written, meant
from engine.automatic import Automatic, automatic_moves
from engine.conveniences import finishing, gathering
from engine.links import take_back
from engine.moves import Move, apply, legal_moves
from engine.position import Position
from engine.record import NOTHING_TO_REDO, NOTHING_TO_UNDO, Do, Status, status_among
from engine.rules import Rules

Plan = Callable[[Rules, Position], tuple[Move, ...]]
"""Which moves a request makes in a position, one or more."""


def move(connection: Connection, session_id: str, visit: Visit | None, seen: int, played: Move, now: int) -> Turn:
    """Make a move, and the automatic moves that the player has chosen to let follow.

    Raises:
        NotFound, NotYours, SignedOut, Stale, Impossible, IllegalMove: checked in this order.
    """
    return _make(connection, session_id, visit, seen, lambda *_: (played,), now)


def gather(
    connection: Connection, session_id: str, visit: Visit | None, seen: int, wanted: Move | Written, now: int
) -> Turn:
    """Make a move or, if it is not legal, the single moves that stand for it; raise as `move` and `meant` do.

    One undo takes them all back.
    """

    def plan(rules: Rules, before: Position) -> tuple[Move, ...]:
        move = meant(wanted, rules, before) if isinstance(wanted, Written) else wanted
        return gathering(rules, before, move) or (move,)

    return _make(connection, session_id, visit, seen, plan, now)


def finish(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """Bring home all cards that are left. Raise as `move` does, and `Impossible` if that does not win the game."""
    return _make(connection, session_id, visit, seen, _to_the_end, now)


def undo(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """Undo the last request that stands, with everything it caused; raise as `move` does."""
    session, _, guest = _to_play(connection, session_id, visit, seen)
    _check_length(session)
    if not session.can_undo:
        raise Impossible(NOTHING_TO_UNDO)
    session, taken = log.on_top(connection, session)
    after = before = session.position
    for entry in reversed(taken):
        after = take_back(session.variant.rules, after, log.find_move(entry))
    below = taken[0].back
    standing = entries.of_request(connection, session_id, below) if below is not None else []
    changed = session._replace(
        undos=session.undos + 1,
        undoable=session.undoable - 1,
        redoable=session.redoable + 1,
        last_move=standing[-1].move if standing else None,
        top=below,
        ahead=seen,
    )
    added = Entry(seen, Do.UNDO, None, False, now, session.top, session.ahead, any(entry.turned for entry in taken))
    return _enter(connection, changed, (before, after), added, (), guest)


def find_standing(connection: Connection, session_id: str, player_id: str | None, seen: int) -> list[StandingRequest]:
    """List the requests that stand where a game is at `seen`, for `go_back`; none if it has moved on.

    Raises:
        NotFound, NotYours.
    """
    session = company.seen_by(connection, sessions.find(connection, session_id), player_id)
    return log.standing(connection, session) if session.seq == seen else []


def go_back(
    connection: Connection,
    session_id: str,
    visit: Visit | None,
    seen: int,
    standing: Sequence[StandingRequest],
    keep: int,
    now: int,
) -> Turn:
    """Undo requests, the last one first, until the player's first `keep` are left; raise as `move` does.

    `standing` are the requests that stand, from `find_standing`. Redo makes those taken back again one by one.
    """
    session, _, guest = _to_play(connection, session_id, visit, seen)
    kept, taken = standing[: session.lead + keep], standing[session.lead + keep :]
    if not taken or len(standing) != session.undoable:
        raise Impossible(NOTHING_TO_UNDO)
    session = log.linked(connection, session, standing[0])
    if session.seq + len(taken) > LONGEST_LOG:
        raise Impossible("This game has gone on for too long to go back so far, but you can play on.")
    at, added = max(now, session.changed_at), list[Entry]()
    ahead = session.ahead
    for request in reversed(taken):
        place = session.seq + len(added)
        added.append(Entry(place, Do.UNDO, None, False, at, request.first, ahead, request.turned))
        ahead = place
    rules, after = session.variant.rules, taken[0].did.before
    legal = legal_moves(rules, after)
    changed = _count_time(session, at)._replace(
        position=after,
        seq=seen + len(added),
        status=status_among(rules, after, legal),
        undos=session.undos + len(added),
        undoable=session.undoable - len(added),
        redoable=session.redoable + len(added),
        last_move=kept[-1].did.moves[-1] if kept else None,
        top=kept[-1].first if kept else None,
        ahead=ahead,
    )
    _keep(connection, changed, seen, added, guest)
    return Turn(changed, rules, session.position, after, legal, Do.UNDO, (), guest.name if guest else "")


def undo_several(
    connection: Connection,
    session_id: str,
    visit: Visit | None,
    seen: int,
    standing: Sequence[StandingRequest],
    times: int,
    now: int,
) -> Turn:
    """Undo the last `times` requests, or all if there are fewer; raise as `go_back` does."""
    session, _, _ = _to_play(connection, session_id, visit, seen)
    left = len(standing) - session.lead - times
    return go_back(connection, session_id, visit, seen, standing, max(left, 0), now)


def redo(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """Redo what the last undo took back; raise as `move` does."""
    session, _, guest = _to_play(connection, session_id, visit, seen)
    _check_length(session)
    if not session.redoable:
        raise Impossible(NOTHING_TO_REDO)
    undone, made = log.next_ahead(connection, session)
    after = before = session.position
    moves = tuple(log.find_move(entry).move for entry in made)
    for again in moves:
        after = apply(session.variant.rules, after, again)
    changed = session._replace(
        undoable=session.undoable + 1,
        redoable=session.redoable - 1,
        last_move=moves[-1],
        top=undone.request,
        ahead=undone.back,
    )
    added = Entry(seen, Do.REDO, None, False, now, undone.request)
    return _enter(connection, changed, (before, after), added, moves, guest)


def take_up(
    connection: Connection, session_id: str, visit: Visit | None, seen: int, line: Line | None, now: int
) -> Turn:
    """Make the moves of a line again, which was left where the game stood at `seen`; raise as `move` does.

    Undo takes its requests back one by one.
    """
    session, _, guest = _to_play(connection, session_id, visit, seen)
    if line is None:
        raise Impossible("You took back no such moves where the game stands now.")
    if session.seq + len(line.moves) > LONGEST_LOG:
        raise Impossible("This game has gone on for too long to take up a line again, but you can play on.")
    rules, at = session.variant.rules, max(now, session.changed_at)
    before, reached, added = session.position, session, list[Entry]()
    for request in line.requests:
        requested, after = list[Entry](), reached.position
        for made in request:
            after = _enter_move(requested, reached, rules, after, made, at)
        added += requested
        reached = reached._replace(position=after, seq=reached.seq + len(request), top=reached.seq)
    legal = legal_moves(rules, reached.position)
    changed = _count_time(reached, at)._replace(
        status=status_among(rules, reached.position, legal),
        steps=session.steps + len(added),
        undoable=session.undoable + len(line.requests),
        redoable=0,
        last_move=line.moves[-1],
        ahead=None,
    )
    _keep(connection, changed, seen, added, guest)
    return Turn(
        changed, rules, before, reached.position, legal, Do.REDO, tuple(line.moves), guest.name if guest else ""
    )


def give_up(connection: Connection, session_id: str, visit: Visit | None, seen: int, now: int) -> Turn:
    """End the session by giving up; raise as `move` does. Guests at the table cannot."""
    check_owner(sessions.find(connection, session_id), visit.player_id if visit else None)
    session, _, guest = _to_play(connection, session_id, visit, seen)
    stands = session.position
    return _enter(connection, session, (stands, stands), Entry(seen, Do.GIVE_UP, None, False, now), (), guest)


def end(connection: Connection, session: Session, now: int) -> Turn:
    """End a session in which nothing more can be gained, just as giving up does; raise `Stale`."""
    stands = session.position
    return _enter(connection, session, (stands, stands), Entry(session.seq, Do.GIVE_UP, None, False, now), (), None)


def look(connection: Connection, session_id: str, player_id: str | None) -> Turn:
    """Return the current board of a session to its player or a guest at its table; raise `NotFound` or `NotYours`."""
    return standing(company.seen_by(connection, sessions.find(connection, session_id), player_id))


def standing(session: Session) -> Turn:
    """Return the current board of a session."""
    rules, position = session.variant.rules, session.position
    legal = [] if session.status.finished else legal_moves(rules, position)
    return Turn(session, rules, position, position, legal)


def _to_play(
    connection: Connection, session_id: str, visit: Visit | None, seen: int
) -> tuple[Session, Automatic, Seat | None]:
    """Return a session to play in, its player's choice of automatic moves, and the guest's seat if a guest plays."""
    found = sessions.find_to_play(connection, session_id)
    if found is None:
        raise NotFound("There is no such game here.")
    session, automatic, generation = found
    guest = None
    if visit and visit.player_id == session.player_id:
        visit.check(generation)
    else:
        guest = company.guest(connection, session, visit)
    if session.seq != seen:
        raise _stale(connection, session, seen)
    if session.status.finished:
        raise Over("This game is over.")
    return session, automatic, guest


def _to_the_end(rules: Rules, before: Position) -> tuple[Move, ...]:
    moves = finishing(rules, before)
    if not moves:
        raise Impossible("The cards that are left can’t all go straight home yet.")
    return moves


def _make(connection: Connection, session_id: str, visit: Visit | None, seen: int, plan: Plan, now: int) -> Turn:
    session, automatic, guest = _to_play(connection, session_id, visit, seen)
    rules = session.variant.rules
    after = before = session.position
    moves = plan(rules, before)
    _check_room(connection, session, moves)
    at, added = max(now, session.changed_at), list[Entry]()
    for made in moves:
        after = _enter_move(added, session, rules, after, made, at)
    if automatic is not Automatic.OFF:
        for follower in automatic_moves(rules, after, automatic):
            after = _enter_move(added, session, rules, after, follower, at)
            moves = (*moves, follower)
    legal = legal_moves(rules, after)
    changed = _count_time(session, at)._replace(
        position=after,
        seq=seen + len(moves),
        status=status_among(rules, after, legal),
        steps=session.steps + len(moves),
        undoable=session.undoable + 1,
        redoable=0,
        last_move=moves[-1],
        top=seen,
        ahead=None,
    )
    _keep(connection, changed, seen, added, guest)
    return Turn(changed, rules, before, after, legal, Do.MOVE, moves, guest.name if guest else "")


def _enter_move(added: list[Entry], session: Session, rules: Rules, before: Position, made: Move, at: int) -> Position:
    """Make a move of a request and add its entry to those before it; raise `IllegalMove`."""
    after, place = apply(rules, before, made), len(added)
    back = None if place else session.top
    turned = after.face_down != before.face_down
    added.append(Entry(session.seq + place, Do.MOVE, made, place > 0, at, session.seq, back, turned))
    return after


def _enter(
    connection: Connection,
    session: Session,
    boards: tuple[Position, Position],
    added: Entry,
    moves: tuple[Move, ...],
    guest: Seat | None,
) -> Turn:
    """Store an entry that is no move, with the boards before and after it. `session` has its other changes already."""
    rules, (before, after) = session.variant.rules, boards
    legal = [] if added.do is Do.GIVE_UP else legal_moves(rules, after)
    at = max(added.at, session.changed_at)
    changed = _count_time(session, at)._replace(
        position=after,
        seq=added.seq + 1,
        status=Status.GIVEN_UP if added.do is Do.GIVE_UP else status_among(rules, after, legal),
    )
    _keep(connection, changed, added.seq, [replace(added, at=at)], guest)
    return Turn(changed, rules, before, after, legal, added.do, moves, guest.name if guest else "")


def _check_length(session: Session) -> None:
    """Raise `Impossible` if the log is so long that it takes only moves."""
    if session.seq >= LONGEST_LOG:
        raise Impossible(
            f"After {LONGEST_LOG:,} moves and undos, you can’t undo or redo any more, but you can play on."
        )


def _check_room(connection: Connection, session: Session, moves: tuple[Move, ...]) -> None:
    """Raise `Impossible` if the game has gone on for too long and one of these moves brings no card home."""
    if session.seq < LONGEST_LOG + LAST_ENTRIES or all(move.target.startswith("f") for move in moves):
        return
    earlier = entries.at(connection, session.id, session.seq - LAST_ENTRIES)
    # A log that grew longer before there were bounds has no links there yet. Its player gets as much room to finish.
    if earlier and earlier.request is not None:
        raise Impossible("This game has gone on for too long, so you can now only bring cards home.")


def _keep(connection: Connection, changed: Session, seen: int, added: list[Entry], guest: Seat | None) -> None:
    # Update the row first: if another request was quicker, this one writes nothing.
    if not sessions.advance(connection, changed, seen):
        raise _stale(connection, check_owner(sessions.find(connection, changed.id), changed.player_id), seen)
    entries.append(connection, changed.id, added)
    if guest:
        seats.note_move(connection, changed.id, guest.player_id, changed.seq)
    occasion_of(changed).played(connection, changed)


def _stale(connection: Connection, session: Session, seen: int) -> Stale:
    entry = entries.at(connection, session.id, seen) if seen < session.seq else None
    return Stale(session, entry.move if entry else None)


def _count_time(session: Session, at: int) -> Session:
    """Count the time played until an entry made at a time; a player who was away counts as back at the table."""
    return session._replace(played_ms=session.played_until(at), changed_at=at, away_since=None, away_ms=0)
