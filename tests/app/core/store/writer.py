"""Makes moves until it is killed and prints each after its answer: `python -m tests.app.core.store.writer URL`."""

import asyncio
import os
import sys
from collections.abc import Callable

from sqlalchemy import Connection

from app.core.store.database import Database
from app.core.store.opening import open_database
from app.people.rows import players
from app.play.rows import entries, sessions
from app.play.values.session import Entry
from engine.moves import Move
from engine.record import Do
from tests.rows import PLAYER, SESSION

SESSIONS = [SESSION._replace(id=f"session-{number:08}") for number in range(8)]


def begin(connection: Connection) -> None:
    """Add a player and the sessions."""
    players.add(connection, PLAYER)
    for session in SESSIONS:
        sessions.add(connection, session)


def moving(session_id: str, seq: int) -> Callable[[Connection], None]:
    """Return a transaction that makes the move number `seq`."""

    def transaction(connection: Connection) -> None:
        assert sessions.advance(connection, SESSION._replace(id=session_id, seq=seq + 1), seq)
        entries.append(connection, session_id, [Entry(seq, Do.MOVE, Move.read("t0-t1"), False, seq)])

    return transaction


async def play(database: Database, session_id: str) -> None:
    """Make moves without end."""
    seq = 0
    while True:
        await database.write(moving(session_id, seq))
        os.write(1, f"{session_id} {seq}\n".encode())
        seq += 1


async def main(url: str) -> None:
    """Play all sessions at once."""
    async with open_database(url) as database:
        await database.write(begin)
        await asyncio.gather(*(play(database, session.id) for session in SESSIONS))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
