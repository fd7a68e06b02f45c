"""Statements about sessions."""

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, insert, select, tuple_, update

from app.store.direct import Direct
from app.store.schema import player, session


class Session(NamedTuple):
    """A row of `session`; the fields stand in the order of the columns."""

    id: str
    player_id: str
    game: str
    """The game's slug."""
    options: str
    """Sorted `k=v` joined by `&`; empty if the game has none."""
    rules: int
    deal: str | None
    """The deal number; None of a hand-made deck."""
    deck: str
    """The deck text without blanks."""
    snapshot: str
    """The board as it stands."""
    seq: int
    """The number of entries in the log."""
    status: str
    steps: int
    undos: int
    undoable: int
    """Requests that undo can take back, one after another."""
    redoable: int
    """Requests that redo can make again."""
    last_move: str | None
    played_ms: int
    started_at: int
    changed_at: int
    event: str | None = None
    """The daily or the race it belongs to, as `daily 2026-11-20` or `race ABCDEF`."""
    sealed: bool = False
    """Whether its deal is nobody's business yet."""
    top: int | None = None
    """The request that undo takes back, by the `seq` of its first entry. None where there is none, or where the log is
    from before entries were linked."""
    ahead: int | None = None
    """The undo that redo answers, by its `seq`; None as `top` is."""
    away_since: int | None = None
    """When its player left the table; None if the player is there or nobody knows."""
    away_ms: int = 0
    """For how long its player was away between the last entry and `away_since` or now."""

    @property
    def told_deal(self) -> str | None:
        """The deal number, or None for a hand-made deck and while the number is secret."""
        return None if self.sealed else self.deal


_WIDTH = len(Session._fields)
_CHANGING = (
    "snapshot",
    "seq",
    "status",
    "steps",
    "undos",
    "undoable",
    "redoable",
    "last_move",
    "played_ms",
    "changed_at",
    "top",
    "ahead",
    "away_since",
    "away_ms",
)

_ADD = insert(session).values({name: bindparam(name) for name in Session._fields})
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
_HISTORY = (
    select(session)
    .where(session.c.player_id == bindparam("whose"))
    .order_by(session.c.changed_at.desc(), session.c.id.desc())
    .limit(bindparam("at_most"))
)
# The first condition follows from the second. PostgreSQL guesses the size of a comparison of pairs far too high
# without it.
_EARLIER = _HISTORY.where(
    session.c.changed_at <= bindparam("time"),
    tuple_(session.c.changed_at, session.c.id) < tuple_(bindparam("time"), bindparam("below")),
)
_UNFINISHED = _HISTORY.where(session.c.status.in_(("playing", "stuck")))


def add(connection: Connection, added: Session) -> None:
    """Add a session."""
    connection.execute(_ADD, added._asdict())


def find(connection: Connection, session_id: str) -> Session | None:
    """Return the session of that id, None if there is none."""
    row = connection.execute(_FIND, {"which": session_id}).first()
    return Session(*row) if row else None


def find_to_play(connection: Connection, session_id: str) -> tuple[Session, str, int] | None:
    """Return the session of that id, its player's choice of automatic moves and generation; None if there is none."""
    row = _FIND_TO_PLAY.first(connection, {"which": session_id})
    return (Session(*row[:_WIDTH]), *row[_WIDTH:]) if row else None


def advance(connection: Connection, changed: Session, seen: int) -> bool:
    """Store what playing changes in a session, if it still has the `seq` that the player saw. Return whether it had.

    Of two requests that saw the same `seq`, one gets False and writes nothing.
    """
    parameters = {
        "which": changed.id,
        "seen": seen,
        "snapshot": changed.snapshot,
        "seq": changed.seq,
        "status": changed.status,
        "steps": changed.steps,
        "undos": changed.undos,
        "undoable": changed.undoable,
        "redoable": changed.redoable,
        "last_move": changed.last_move,
        "played_ms": changed.played_ms,
        "changed_at": changed.changed_at,
        "top": changed.top,
        "ahead": changed.ahead,
        "away_since": changed.away_since,
        "away_ms": changed.away_ms,
    }
    return _ADVANCE.change(connection, parameters) == 1


def unfinished(connection: Connection, player_id: str, limit: int) -> list[Session]:
    """List the player's sessions that can be continued, the last changed first."""
    rows = connection.execute(_UNFINISHED, {"whose": player_id, "at_most": limit})
    return [Session(*row) for row in rows]


def history(connection: Connection, player_id: str, limit: int, before: tuple[int, str] | None) -> list[Session]:
    """List the player's sessions, the last changed first, from below the `(changed_at, id)` of the page before."""
    if before is None:
        rows = connection.execute(_HISTORY, {"whose": player_id, "at_most": limit})
    else:
        time, below = before
        rows = connection.execute(_EARLIER, {"whose": player_id, "at_most": limit, "time": time, "below": below})
    return [Session(*row) for row in rows]
