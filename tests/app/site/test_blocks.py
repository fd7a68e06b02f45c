"""Every block that somebody copies from the README or a page of `PAGES`: it is run, or we say why not."""

import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import NullPool, create_engine, make_url, text

from app.core.store.migrate import OLDEST, downgrade
from tests.app.site.test_one_machine import RECIPE, free_port, needs, visitor, win_a_game
from tests.chromium.proxied import proxy
from tests.cli.conftest import CHECKOUT, environment
from tests.databases import POSTGRES

PAGES = ("README.md", "docs/operating.md", "docs/scale.md", "docs/data.md")
_SITE = "test_on_postgresql_a_site_is_made_played_backed_up_and_updated_as_the_page_says"
RUN = {
    "sudo --user=postgres psql": _SITE,
    "export RAMPART_DATABASE_URL=postgresql://rampart:…@127.0.0.1": _SITE,
    ".venv/bin/rampart copy --to": "test_a_database_is_copied_to_postgresql_as_the_page_says",
    "rule_files: [/opt/rampart": "test_prometheus_takes_the_settings_that_the_page_has",
}
"""How a block begins, and the test here that runs it."""
_CLUSTER = ("It needs a cluster, and one is made of the like.", "tests/cluster/site.py")
NOT_RUN = {
    "make run": ("It fetches packages and waits for you to stop it.", "tests/test_set_up.py"),
    ".venv/bin/python -m hatchling": ("It fetches packages; what it installs is run.", "tests/cli/test_installed.py"),
    ".venv/bin/python -m examples": (
        "It needs a month; one is made.",
        "tests/app/open_data/test_questions.py",
    ),
    ".venv/bin/python -m tests.population": (
        "It takes minutes; a test asks the same of fewer games.",
        "tests/app/open_data/test_questions.py",
    ),
    '{"rampart_data"': ("It is a line of a file, not a command.", "tests/app/open_data/test_files.py"),
    "def ": ("It is code of an example, which a test compares and runs.", "tests/app/open_data/test_questions.py"),
    "fortress": ("It is what the example prints.", "tests/app/open_data/test_questions.py"),
    "under 1 s": ("It is what the example prints.", "tests/app/open_data/test_questions.py"),
    "useradd --system": ("It needs root and systemd; what it starts is run.", "tests/app/site/test_one_machine.py"),
    "SITE=patience.example.org": ("Settings for containers, checked as such.", "tests/app/site/test_deployment.py"),
    "export RAMPART_DATABASE_URL='postgresql://rampart@/rampart?host=db1:5432&host=db2:5432&target": _CLUSTER,
    "archive_mode = on": ("Settings of PostgreSQL, which a test makes its own.", "tests/faults/test_point_in_time.py"),
    "bootstrap:": ("Settings of Patroni, in a cluster.", "tests/cluster/stores.py"),
    "sentinel monitor": ("Settings of Redis, in a cluster.", "tests/cluster/stores.py"),
    "export RAMPART_DATABASE_URL='postgresql://rampart@/rampart?host=db1:5432&host=db2:5432&host": _CLUSTER,
}
"""How a block begins that is not run, why, and where its like is tried."""
_PATIENCE_SECONDS = 120


def blocks() -> list[str]:
    """List the blocks of the pages in their order, as one copies them."""
    pages = [(CHECKOUT / page).read_text() for page in PAGES]
    found = [
        match for page in pages for match in re.findall(r"^( *)```\w*\n(.*?)^ *```$", page, re.DOTALL | re.MULTILINE)
    ]
    return [re.sub(rf"^{indent}", "", block, flags=re.MULTILINE) for indent, block in found]


def block(start: str, values: Mapping[str, str]) -> str:
    """Return the block that begins so, with other values; each has to be in it."""
    [found] = [each for each in blocks() if each.startswith(start)]
    for old, new in values.items():
        assert old in found, old
        found = found.replace(old, new)
    return found


def test_every_block_is_run_or_has_a_reason_and_nothing_else_is_listed() -> None:
    starts = [*RUN, *NOT_RUN]
    for each in blocks():
        assert [start for start in starts if each.startswith(start)], f"Who runs this?\n{each}"
    for start in starts:
        assert [each for each in blocks() if each.startswith(start)], f"There is no block that begins: {start}"
    assert all(callable(globals()[test]) for test in RUN.values())
    assert [path for _, path in NOT_RUN.values() if not (CHECKOUT / path).exists()] == []


def test_what_is_installed_on_one_machine_is_there() -> None:
    [found] = [each for each in blocks() if each.startswith("useradd")]
    named = re.findall(r"\brampart[\w-]*\.(?:env|service|socket|timer)\b", found)
    assert {path.name for path in RECIPE.iterdir()} >= set(named)
    assert len(set(named)) == 5
    assert subprocess.run(["bash", "-n"], input=found, text=True, check=False).returncode == 0


def run(script: str, folder: Path, **settings: str) -> str:
    """Run a block in a shell that ends at the first error, where a checkout is; return what it says."""
    given = environment(**settings)
    ended = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=given, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, f"{script}\n{ended.stderr}"
    return ended.stdout


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a folder in which `.venv/bin/rampart` is the command."""
    command = tmp_path / "opt" / ".venv" / "bin" / "rampart"
    command.parent.mkdir(parents=True)
    command.write_text(f'#!/bin/sh\ncd {CHECKOUT} && exec {sys.executable} -m app.site.commands "$@"\n')
    command.chmod(0o755)
    return tmp_path / "opt"


@dataclass(frozen=True, slots=True)
class Role:
    """A role on PostgreSQL with a database of its name, as the page makes them."""

    name: str
    password: str
    secret: Path

    @property
    def url(self) -> str:
        """Return the address of its database."""
        return self.url_of(self.name)

    def url_of(self, database: str) -> str:
        """Return the address of a database that it may use."""
        server = make_url(POSTGRES)
        return f"postgresql://{self.name}:{self.password}@{server.host}:{server.port or 5432}/{database}"

    @property
    def restored(self) -> str:
        """The name of a second database."""
        return f"{self.name}_restored"


@pytest.fixture
def role(checkout: Path, tmp_path: Path) -> Iterator[Role]:
    """Make a role and a database as the page says, under another name, and drop both afterwards."""
    needs("createdb")
    made = Role(f"rampart_{secrets.token_hex(8)}", secrets.token_hex(8), tmp_path / "etc" / "secret")
    server = make_url(POSTGRES)
    asking = {"PGHOST": server.host or "", "PGPORT": str(server.port or 5432), "PGUSER": server.username or ""}
    values = {
        "sudo --user=postgres ": "",
        "CREATE ROLE rampart ": f"CREATE ROLE {made.name} ",
        "'…'": f"'{made.password}'",
        "--owner=rampart ": f"--owner={made.name} ",
        "UTF8 rampart\n": f"UTF8 {made.name}\n",
        "/etc/rampart": str(made.secret.parent),
    }
    try:
        run(block("sudo --user=postgres psql", values), checkout, **asking, PGPASSWORD=server.password or "")
        yield made
    finally:
        engine = create_engine(POSTGRES, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            for database in (made.name, made.restored):
                connection.execute(text(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)"))
            connection.execute(text(f"DROP ROLE IF EXISTS {made.name}"))


@pytest.mark.long
@pytest.mark.postgres
def test_on_postgresql_a_site_is_made_played_backed_up_and_updated_as_the_page_says(
    role: Role, checkout: Path, tmp_path: Path
) -> None:
    needs("caddy")
    ports = [free_port(), free_port()]
    values = {
        "postgresql://rampart:…@127.0.0.1/rampart": role.url,
        "redis://127.0.0.1:6379/0": os.environ.get("RAMPART_TEST_REDIS_URL", "redis://127.0.0.1:6379/0"),
        "/etc/rampart/secret": str(role.secret),
        "--workers 4": f"--port {ports[0]}",
    }
    written = block("export RAMPART_DATABASE_URL=postgresql://rampart:…@127.0.0.1", values).splitlines()
    *before, serve, work = written
    assert "The schema is now up to date." in run("\n".join(before), checkout)
    settings = [line for line in before if line.startswith("export")]
    (tmp_path / "proxy").mkdir()
    with ExitStack() as started:
        # On two cores, four processes would start one after another; that several serve together has its own tests.
        for last in (serve, serve.replace(str(ports[0]), str(ports[1])), work):
            script = "\n".join([*settings, f"exec {last}"])
            process = subprocess.Popen(
                ["bash", "-euc", script], cwd=checkout, env=environment(RAMPART_SOLVERS="1"), stdout=subprocess.DEVNULL
            )
            started.enter_context(process)
            started.callback(process.terminate)
        for port in ports:
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=60) as asking:
                _wait_for(asking, "/readyz", "ready\n")
        origin = started.enter_context(proxy(tmp_path / "proxy", [f"127.0.0.1:{port}" for port in ports]))
        player = started.enter_context(visitor(origin))
        won = win_a_game(player)
        _back_up_and_restore(role, checkout, settings, tmp_path / "backup", won["id"])
        # An update, while the servers go on: from the oldest schema with which they can.
        downgrade(role.url, OLDEST)
        assert "The schema is now up to date." in run("\n".join([*settings, ".venv/bin/rampart migrate"]), checkout)
        assert player.get(f"/api/v1/sessions/{won['id']}").json() == won
        assert win_a_game(player)["id"] != won["id"]
    assert "Faults" not in run("\n".join([*settings, ".venv/bin/rampart check"]), checkout)


def _back_up_and_restore(role: Role, checkout: Path, settings: list[str], file: Path, session_id: str) -> None:
    """Back up while the servers run, note that, and restore into another database, with all that was played."""
    server = make_url(POSTGRES)
    there = {"PGHOST": server.host or "", "PGPORT": str(server.port or 5432)}
    theirs = {**there, "PGUSER": role.name, "PGPASSWORD": role.password}
    noted = f"pg_dump --format=custom --file={file} {role.name} && .venv/bin/rampart backup --note"
    run("\n".join([*settings, noted]), checkout, **theirs)
    makes = {**there, "PGUSER": server.username or "", "PGPASSWORD": server.password or ""}
    run(f"createdb --owner={role.name} {role.restored}", checkout, **makes)
    run(f"pg_restore --no-owner --dbname={role.restored} {file}", checkout, **theirs)
    restored = role.url_of(role.restored)
    moved = [line.replace(role.url, restored) for line in settings]
    assert moved != settings
    assert "Faults" not in run("\n".join([*moved, ".venv/bin/rampart check"]), checkout)
    engine = create_engine(restored.replace("postgresql:", "postgresql+psycopg:"), poolclass=NullPool)
    with engine.connect() as connection:
        status = connection.execute(text("SELECT status FROM session WHERE id = :id"), {"id": session_id})
        assert status.scalar_one() == "won"


@pytest.mark.long
@pytest.mark.postgres
def test_a_database_is_copied_to_postgresql_as_the_page_says(role: Role, checkout: Path, tmp_path: Path) -> None:
    source = {"RAMPART_DATABASE_URL": f"sqlite:///{tmp_path}/rampart.sqlite3"}
    run(".venv/bin/rampart migrate", checkout, **source)
    copied = run(
        block(".venv/bin/rampart copy", {"postgresql://rampart@127.0.0.1/rampart": role.url}), checkout, **source
    )
    assert "Copied to " in copied
    assert role.password not in copied


def test_prometheus_takes_the_settings_that_the_page_has(tmp_path: Path) -> None:
    needs("promtool")
    (tmp_path / "password").write_text("a password of the operator's")
    values = {"/opt/rampart": str(CHECKOUT), "/etc/prometheus/rampart-password": str(tmp_path / "password")}
    (tmp_path / "prometheus.yml").write_text(block("rule_files", values))
    told = subprocess.run(
        ["promtool", "check", "config", str(tmp_path / "prometheus.yml")], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stderr
    assert "11 rules found" in told.stdout


def _wait_for(player: httpx2.Client, address: str, answer: str) -> None:
    """Wait until an address answers this."""
    until, told = time.monotonic() + _PATIENCE_SECONDS, ""
    while told != answer:
        assert time.monotonic() < until, told
        time.sleep(0.1)
        try:
            told = player.get(address, timeout=5).text
        except httpx2.TransportError as refused:
            told = str(refused)
