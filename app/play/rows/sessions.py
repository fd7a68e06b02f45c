"""Statements about sessions, and the texts that stand for values there. Only rows see these texts."""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    bindparam,
    case,
    false,
    insert,
    not_,
    or_,
    select,
    text,
    true,
    tuple_,
    update,
)

from app.core.clock import now_ms
from app.core.store.direct import Direct
from app.core.store.ids import first_id
from app.core.store.unreadable import NOT_READ, each, unreadable
from app.people.tables import player
from app.play.tables.games import session
from app.play.values.event import EVENTS, Event, LeftOut
from app.play.values.session import Session
from engine.automatic import Automatic
from engine.caching import cached
from engine.deals import Deck, deck_code, read_code
from engine.games import variant_of
from engine.moves import InvalidMove, Move
from engine.position import restore, snapshot
from engine.record import Status
from engine.rules import Game

deck_of = cached(4096)(read_code)
STATUS = {status.value: status for status in Status}
_AS_THEY_ARE = (
    *("seq", "status", "steps", "undos", "undoable", "redoable"),
    *("played_ms", "changed_at", "top", "ahead", "away_since", "away_ms"),
)
"""The fields that playing changes and that columns hold in the same form."""
_CHANGING = ("snapshot", "last_move", *_AS_THEY_ARE)
_WIDTH = len(session.columns)
# Pages read sessions as often as moves do.
_FIND = select(session).where(session.c.id == bindparam("which"))
_FIND_TO_PLAY = Direct(
    select(session, player.c.automatic, player.c.generation)
    .join(player, player.c.id == session.c.player_id)
    .where(session.c.id == bindparam("which"))
)
_ADVANCE = Direct(
    update(session)
    .where(session.c.id == bindparam("which"), session.c.seq == bindparam("seen"))
    .values({name: bindparam(name) for name in _CHANGING})
)


def whole_game() -> ColumnElement[bool]:
    """Return the condition that a session is a game, not a try at a task: tries never count as games."""
    kinds = (session.c.event.startswith(f"{event.kind} ") for event in EVENTS if event.whole_game)
    return or_(session.c.event.is_(None), *kinds)


def _may_count() -> ColumnElement[bool]:
    """Return the condition that a session may still count for its event, or has none (`Event.over_once_unsealed`)."""
    kinds = (session.c.event.startswith(f"{event.kind} ") for event in EVENTS if event.over_once_unsealed)
    return or_(session.c.event.is_(None), session.c.sealed, not_(or_(*kinds, false())))


def at_task() -> ColumnElement[bool]:
    """Return the condition that a session is a try at a task."""
    return or_(*(session.c.event.startswith(f"{event.kind} ") for event in EVENTS if not event.whole_game), false())


def read(row: Sequence[Any]) -> Session:
    """Return the session in a row of the table."""
    # Every move reads a session, so this does without the call that a decorator adds.
    try:
        variant, event = variant_of(row[2], row[3]), event_of(row[18])
        sealed = row[19] or (event is not None and now_ms() < event.hidden_until)
        values = (
            *row[:2],
            variant,
            row[4],
            None if row[5] is None else int(row[5]),
            deck_of(row[6]),
            restore(variant.rules, row[7]),
            row[8],
            STATUS[row[9]],
            *row[10:14],
            move_of(row[14]),
            *row[15:18],
            event,
            sealed,
            *row[20:],
        )
    except NOT_READ:
        raise unreadable(session, row) from None
    return Session._make(values)


def add(connection: Connection, added: Session) -> None:
    """Add a session."""
    row = {name: value for name, value in added._asdict().items() if name in session.columns} | {
        "game": added.variant.game.slug,
        "options": added.variant.text,
        "rules": added.version,
        "deal": None if added.deal is None else str(added.deal),
        "deck": deck_code(added.deck),
        "snapshot": snapshot(added.variant.rules, added.position),
        "last_move": move_text(added.last_move),
        "event": event_text(added.event),
    }
    connection.execute(insert(session), row)


def find(connection: Connection, session_id: str) -> Session | None:
    """Return the session with that id, or None if there is none."""
    row = connection.execute(_FIND, {"which": session_id}).first()
    return read(row) if row else None


def find_all(connection: Connection, session_ids: Collection[str]) -> dict[str, Session]:
    """Return these sessions by id, without those that do not exist."""
    rows = connection.execute(select(session).where(session.c.id.in_(session_ids))) if session_ids else ()
    return {found.id: found for found in each(read, rows)}


def find_unfinished(connection: Connection, ids: Select[tuple[str]]) -> Session | None:
    """Return a session that is not over, of those with ids that a statement finds; None without one."""
    goes_on = session.c.status.in_((Status.PLAYING, Status.STUCK))
    row = connection.execute(select(session).where(session.c.id.in_(ids), goes_on).limit(1)).first()
    return read(row) if row else None


def find_to_play(connection: Connection, session_id: str) -> tuple[Session, Automatic, int] | None:
    """Return the session with that id, its player's automatic moves and generation; None if there is none."""
    row = _FIND_TO_PLAY.first(connection, {"which": session_id})
    if row is None:
        return None
    try:
        automatic = Automatic(row[_WIDTH])
    except NOT_READ:
        raise unreadable(player, (row[1],)) from None
    return read(row[:_WIDTH]), automatic, row[_WIDTH + 1]


def advance(connection: Connection, changed: Session, seen: int) -> bool:
    """Store what playing changed in a session, if it still has the `seq` that the player saw. Return whether it had.

    If two players act on the same `seq`, one gets False, and nothing of theirs is stored.
    """
    parameters = {name: getattr(changed, name) for name in _AS_THEY_ARE} | {
        "which": changed.id,
        "seen": seen,
        "snapshot": snapshot(changed.variant.rules, changed.position),
        "last_move": move_text(changed.last_move),
    }
    return _ADVANCE.change(connection, parameters) == 1


def any_begun_since(connection: Connection, time_ms: int) -> bool:
    """Return whether any session has begun since a time, whoever plays it."""
    newer = select(session.c.id).where(session.c.id >= first_id(time_ms)).limit(1)
    return connection.execute(newer).first() is not None


def list_unfinished(connection: Connection, player_id: str, limit: int) -> list[Session]:
    """List the player's unfinished sessions that may still count, the most recently changed first."""
    open_now = (session.c.status.in_(("playing", "stuck")), whole_game(), _may_count())
    return _last_changed(connection, player_id, limit, *open_now)


def last_won(connection: Connection, player_id: str) -> list[Session]:
    """Return the player's session that was won last, if there is one, as a list."""
    return _last_changed(connection, player_id, 1, session.c.status == "won", whole_game())


def decks_in_play(connection: Connection, player_id: str, game: Game, limit: int) -> list[Deck]:
    """List the decks of at most `limit` unfinished games of a player, the most recently changed first."""
    theirs = (session.c.game == game.slug, session.c.status.in_(("playing", "stuck")), whole_game())
    return [one.deck for one in _last_changed(connection, player_id, limit, *theirs)]


def latest_of_game(connection: Connection, player_id: str, game: Game, limit: int) -> list[Session]:
    """List a player's latest sessions of a game that no event is played in, the most recently changed first."""
    return _last_changed(connection, player_id, limit, session.c.game == game.slug, session.c.event.is_(None))


def has_begun(connection: Connection, player_id: str, game: Game) -> bool:
    """Return whether a player has ever begun a session of a game, be it a task."""
    theirs = select(session.c.id).where(session.c.player_id == player_id, session.c.game == game.slug)
    return connection.execute(theirs.limit(1)).first() is not None


def has_played_before(connection: Connection, player_id: str, game: Game, deal: int, before: int) -> bool:
    """Return whether a player began a game on a numbered deal, with no task, before a time."""
    theirs = (session.c.player_id == player_id, session.c.deal == str(deal), session.c.game == game.slug)
    earlier = select(session.c.id).where(*theirs, session.c.started_at < before, whole_game())
    return connection.execute(earlier.limit(1)).first() is not None


def list_sealed(connection: Connection, player_id: str, limit: int) -> list[Session]:
    """List those of a player's `limit` most recently changed sessions whose deals are secret."""
    return [one for one in _last_changed(connection, player_id, limit, session.c.event.is_not(None)) if one.sealed]


def in_play_of_all(connection: Connection, limit: int) -> list[tuple[str, int]]:
    """List the ids and `seq` of everybody's unfinished games on secret deals, the most recently changed first."""
    # In these words, SQLite finds the index of them.
    sealed = select(session.c.id, session.c.seq).where(text("sealed"), session.c.status.in_(("playing", "stuck")))
    return [(one.id, one.seq) for one in connection.execute(sealed.order_by(session.c.changed_at.desc()).limit(limit))]


def history(connection: Connection, player_id: str, limit: int, before: tuple[int, str] | None) -> list[Session]:
    """List the player's games, the most recently changed first, from below the `(changed_at, id)` given as `before`."""
    return _from_below(connection, player_id, limit, before, whole_game())


def on_deals(connection: Connection, player_id: str, deals: Sequence[int], limit: int) -> list[Session]:
    """List the player's games on numbered deals, the most recently changed first."""
    return _last_changed(connection, player_id, limit, session.c.deal.in_([str(deal) for deal in deals]), whole_game())


def every(connection: Connection, player_id: str, limit: int, before: tuple[int, str] | None) -> list[Session]:
    """List the player's sessions as `history` does, including those with a task."""
    return _from_below(connection, player_id, limit, before, true())


def _from_below(
    connection: Connection, player_id: str, limit: int, before: tuple[int, str] | None, which: ColumnElement[bool]
) -> list[Session]:
    if before is None:
        return _last_changed(connection, player_id, limit, which)
    # The first condition follows from the second. Without it, PostgreSQL expects far too many rows from a comparison of
    # pairs.
    earlier = (session.c.changed_at <= before[0], tuple_(session.c.changed_at, session.c.id) < before)
    return _last_changed(connection, player_id, limit, which, *earlier)


def last_of_event(connection: Connection, player_id: str, event: Event) -> Session | None:
    """Return the session that a player last began in an event, or None if there is none."""
    theirs = select(session).where(session.c.event == event_text(event), session.c.player_id == player_id)
    row = connection.execute(theirs.order_by(session.c.id.desc()).limit(1)).first()
    return read(row) if row else None


def _last_changed(connection: Connection, player_id: str, limit: int, *where: ColumnElement[bool]) -> list[Session]:
    theirs = select(session).where(session.c.player_id == player_id, *where)
    latest = theirs.order_by(session.c.changed_at.desc(), session.c.id.desc())
    rows = connection.execute(latest.limit(limit)).all()
    found = each(read, rows)
    if len(found) < len(rows):
        # Others take the places of those that cannot be read, so nobody takes a shorter list for the last.
        found = each(read, connection.execute(latest.limit(2 * limit - len(found))))[:limit]
    return found


# A later entry shows that somebody plays there, with or without a stream.
_BEGIN_ABSENCES = (
    update(session)
    .where(
        session.c.id == bindparam("which"),
        session.c.changed_at <= bindparam("left"),
        session.c.away_since.is_(None),
        session.c.event.is_(None),
        or_(session.c.status == "playing", session.c.status == "stuck"),
    )
    .values(away_since=bindparam("left"))
)


def begin_absences(connection: Connection, left: Sequence[tuple[str, int]]) -> None:
    """Note when the players of these sessions left their tables.

    Leave out sessions that are over, belong to an event, or have been played in since.
    """
    connection.execute(_BEGIN_ABSENCES, [{"which": session_id, "left": at} for session_id, at in left])


def end_absence(connection: Connection, session_id: str, back: int, grace: int) -> None:
    """Note that a session's player came back at `back`; up to `grace` milliseconds do not count as an absence."""
    absence = back - session.c.away_since
    counted = session.c.away_ms + case((absence <= grace, 0), else_=absence)
    away = update(session).where(session.c.id == session_id, session.c.away_since.is_not(None))
    connection.execute(away.values(away_ms=counted, away_since=None))


def move_text(move: Move | None) -> str | None:
    """Write a move, if there is one."""
    return None if move is None else str(move)


def move_of(text: str | None) -> Move | None:
    """Read what `move_text` wrote; raise `ValueError`."""
    try:
        return None if text is None else Move.read(text)
    except InvalidMove as wrong:
        # The player did not write that.
        raise ValueError("The text is not a move.") from wrong


def event_text(event: Event | None) -> str | None:
    """Write an event: its kind, a blank and the rest, such as `race ABCDEF`."""
    match event:
        case None:
            return None
        case LeftOut(kind, rest):
            return f"{kind} {rest}"
        case _:
            return f"{event.kind} {event.rest}"


def event_of(text: str | None) -> Event | None:
    """Read what `event_text` wrote."""
    if text is None:
        return None
    kind, _, rest = text.partition(" ")
    for event in EVENTS:
        if event.kind == kind:
            return event.read(rest)
    return LeftOut(kind, rest)
