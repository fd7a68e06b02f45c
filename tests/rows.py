"""Rows and transactions that the tests of the store begin with."""

from collections.abc import Callable

from sqlalchemy import Connection

from app.people.rows import players
from app.play.rows import entries, sessions
from app.play.values.session import Entry, Session
from engine.deals import shuffled
from engine.games import variant_of
from engine.moves import Move
from engine.record import Do
from tests.factories import a_player, a_session

PLAYER = a_player("player-000000001", made_at=1_000, automatic="safe")
VARIANT, DECK = variant_of("stronghold", "cell=one"), shuffled(17)
SESSION = a_session(
    player_id=PLAYER.id,
    variant=VARIANT,
    deal=12345678901234567890,
    deck=DECK,
    started_at=1_700_000_000_000,
    changed_at=1_700_000_000_000,
)


def begin(connection: Connection) -> None:
    """Add the player and the session."""
    players.add(connection, PLAYER)
    sessions.add(connection, SESSION)


def moved(seen: int, move: str = "t0-t1") -> Session:
    """Return the session after a move that saw `seen` entries."""
    return SESSION._replace(
        seq=seen + 1, steps=seen + 1, last_move=Move.read(move), changed_at=SESSION.changed_at + seen + 1
    )


def moving(seen: int, move: str = "t0-t1") -> Callable[[Connection], bool]:
    """Return a transaction that makes a move if nobody was quicker, and says whether it did."""

    def transaction(connection: Connection) -> bool:
        if not sessions.advance(connection, moved(seen, move), seen):
            return False
        entries.append(connection, SESSION.id, [Entry(seen, Do.MOVE, Move.read(move), False, seen)])
        return True

    return transaction


def appending(seq: int) -> Callable[[Connection], None]:
    """Return a transaction that only adds an entry to the log."""

    def transaction(connection: Connection) -> None:
        entries.append(connection, SESSION.id, [Entry(seq, Do.MOVE, Move.read("t0-t1"), False, 0)])

    return transaction


def log(connection: Connection) -> list[Entry]:
    """Read the session's log."""
    return entries.all_of(connection, SESSION.id)
