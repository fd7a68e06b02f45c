import subprocess
import sys

from sqlalchemy import Connection

from app.store import entries, sessions
from tests.store.writer import SESSIONS


def test_every_acknowledged_move_outlives_a_kill_in_the_middle_of_the_stream(url: str, connection: Connection) -> None:
    command = [sys.executable, "-m", "tests.store.writer", url]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        assert writer.stdout is not None
        acknowledged = [writer.stdout.readline() for _ in range(400)]
        writer.kill()
        acknowledged += writer.stdout.readlines()
    assert acknowledged[-1].endswith("\n")

    logs = {session.id: entries.all_of(connection, session.id) for session in SESSIONS}
    for line in acknowledged:
        session_id, seq = line.split()
        assert logs[session_id][int(seq)].seq == int(seq), line
    for session_id, log in logs.items():
        found = sessions.find(connection, session_id)
        assert found is not None
        assert found.seq == len(log)
