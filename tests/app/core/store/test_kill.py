import asyncio
import subprocess
import sys

from sqlalchemy import Connection

from app.core.store.opening import open_database
from app.play.rows import entries, sessions
from app.play.values.session import Entry, Session
from tests.app.core.store.writer import SESSIONS


def test_every_acknowledged_move_outlives_a_kill_in_the_middle_of_the_stream(url: str) -> None:
    command = [sys.executable, "-m", "tests.app.core.store.writer", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline() for _ in range(400)]
        writer.kill()
        acknowledged += writer.stdout.readlines()
    assert acknowledged[-1].endswith("\n")

    kept = asyncio.run(read(url))
    for line in acknowledged:
        session_id, seq = line.split()
        assert kept[session_id][1][int(seq)].seq == int(seq), line
    for session, log in kept.values():
        assert session is not None
        assert session.seq == len(log)


async def read(url: str) -> dict[str, tuple[Session | None, list[Entry]]]:
    """Return every session with its log, in one state: PostgreSQL may still be ending the writer's transactions."""

    def transaction(connection: Connection) -> dict[str, tuple[Session | None, list[Entry]]]:
        return {
            session.id: (sessions.find(connection, session.id), entries.all_of(connection, session.id))
            for session in SESSIONS
        }

    async with open_database(url) as database:
        return await database.read(transaction)
