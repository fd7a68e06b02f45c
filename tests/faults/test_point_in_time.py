"""A database is restored as it was at a moment, by the scripts and the settings that the documentation names."""

import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from app.core.store.migrate import migrate
from tests.cli.conftest import CHECKOUT, environment
from tests.faults.cluster import Cluster, cluster
from tests.faults.steadfast import Count, crowd, play_through, serve

pytestmark = [pytest.mark.postgres, pytest.mark.long]

TABLES = ("session", "entry", "player")
DOCUMENTED = (CHECKOUT / "docs" / "operating.md").read_text(encoding="utf-8")


@pytest.fixture
def backups() -> Iterator[Path]:
    """Return a folder for backups that the database server may enter."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "wal").mkdir()
        Path(folder).chmod(0o755)
        if os.geteuid() == 0:
            shutil.chown(Path(folder) / "wal", "postgres")
        yield Path(folder)


@pytest.fixture
def archiving(backups: Path) -> Iterator[Cluster]:
    """Run a database server with the settings of the documentation."""
    settings = dict(re.findall(r"^(archive_\w+) = '?(.*?)'?$", DOCUMENTED, re.MULTILINE))
    assert set(settings) == {"archive_mode", "archive_timeout", "archive_command"}
    with cluster() as made:
        with psycopg.connect(plain(made), autocommit=True) as connection:
            for name, value in settings.items():
                text = value.replace("/srv/backups", str(backups)).replace("'", "''")
                connection.execute(f"ALTER SYSTEM SET {name} = '{text}'".encode())
        made.stop()
        made.start()
        yield made


def plain(made: Cluster) -> str:
    """Return the address for psycopg."""
    return made.url.replace("+psycopg", "")


def counted(address: str) -> dict[str, int]:
    """Count the rows of some tables."""
    with psycopg.connect(address) as connection:
        return {table: connection.execute(f"SELECT count(*) FROM {table}".encode()).fetchone()[0] for table in TABLES}  # type: ignore[index]


def drill(backups: Path, moment: str) -> subprocess.CompletedProcess[str]:
    """Restore the backups as they were at a moment, and check them."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])
    given = environment(RAMPART=f"{sys.executable} -m app.site.commands", PGPORT=port, PATH=os.environ["PATH"])
    return subprocess.run(
        [CHECKOUT / "deploy" / "restore-drill", backups, moment],
        cwd=CHECKOUT, env=given, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_what_was_acknowledged_before_a_mistake_is_restored_and_sound(archiving: Cluster, backups: Path) -> None:
    migrate(archiving.url)
    host, port = re.findall(r"@(.*):(\d+)/", archiving.url)[0]

    def back_up(count: Count) -> None:
        count.wait_for_acknowledged(40)
        options = ["--host", host, "--port", port, "--username", "postgres"]
        subprocess.run([CHECKOUT / "deploy" / "base-backup", backups, *options], check=True, stdout=subprocess.DEVNULL)
        # A name says the second in which the copy was done.
        time.sleep(1)

    with serve(archiving.url) as server:
        play_through(crowd(server), back_up)
    kept = counted(plain(archiving))
    with psycopg.connect(plain(archiving), autocommit=True) as connection:
        moment = str(connection.execute("SELECT clock_timestamp()").fetchone()[0])  # type: ignore[index]
        connection.execute("DELETE FROM entry")
        segment = str(connection.execute("SELECT pg_walfile_name(pg_switch_wal())").fetchone()[0])  # type: ignore[index]
    until = time.monotonic() + 60
    while not (backups / "wal" / segment).exists():
        assert time.monotonic() < until, "The server does not archive."
        time.sleep(0.1)
    restored = drill(backups, moment)
    assert restored.returncode == 0, restored.stdout + restored.stderr
    assert f"{kept['session']} sessions, {kept['entry']} rows of logs, 0 packed logs" in restored.stdout
    assert kept["entry"] > 40


def test_a_drill_without_a_backup_from_before_the_moment_says_so(backups: Path) -> None:
    (backups / "base" / "20260101T000000Z").mkdir(parents=True)
    refused = drill(backups, "2025-12-31 00:00:00+00")
    assert refused.returncode == 1
    assert "is from before 20251231T000000Z." in refused.stderr
