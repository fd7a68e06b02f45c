"""The recipe for one machine, `deploy/one-machine`: its units, and a site behind each proxy that outlives restarts."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event
from typing import Any

import httpx2
import pytest

from app.core.store.migrate import OLDEST, current, downgrade, newest
from engine.cards import spell
from tests.browser import services_required
from tests.chromium.variants import SHORTEST
from tests.cli.conftest import environment
from tests.cli.test_sockets import kept, started

ROOT = Path(__file__).resolve().parents[3]
RECIPE = ROOT / "deploy" / "one-machine"
RESTARTS = 3
_PATIENCE_SECONDS = 30


def needs(program: str) -> None:
    """Skip the test without a program, or fail where all must be there."""
    if shutil.which(program) is None:
        if services_required():
            pytest.fail(f"{program} was not found.")
        pytest.skip(f"{program} was not found.")


def adapted(name: str, path: Path, values: Mapping[str, str]) -> None:
    """Write a file of the recipe with other values; each has to be in it."""
    text = (RECIPE / name).read_text()
    for old, new in values.items():
        assert old in text, old
        text = text.replace(old, new)
    path.write_text(text)


def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    if shutil.which("systemd-analyze") is None:
        pytest.skip("There is no systemd here.")
    program = tmp_path / "program"
    program.touch(mode=0o755)
    names = ("rampart.socket", "rampart.service", "rampart-backup.service", "rampart-backup.timer")
    for name in names:
        started_by = re.findall(r"^ExecStart=(\S+)", (RECIPE / name).read_text(), re.MULTILINE)
        adapted(name, tmp_path / name, dict.fromkeys(started_by, str(program)))
    units = [str(tmp_path / name) for name in names]
    told = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")


def test_the_units_start_what_is_there() -> None:
    commands = re.findall(r"^ExecStart=/opt/rampart/(.+)", _all_units(), re.MULTILINE)
    assert sorted(commands) == [
        ".venv/bin/rampart serve",
        "deploy/one-machine/backup /var/lib/rampart/backups 14",
    ]
    assert os.access(RECIPE / "backup", os.X_OK)


def _all_units() -> str:
    return "\n".join(path.read_text() for path in RECIPE.iterdir() if path.suffix in {".service", ".socket", ".timer"})


@contextmanager
def caddy(folder: Path, upstream: Path) -> Iterator[str]:
    """Run Caddy as the recipe has it; return the address of the site."""
    needs("caddy")
    origin = f"https://localhost:{free_port()}"
    own = "{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\t# Streams"
    adapted("Caddyfile", folder / "Caddyfile", {"{\n\t# Streams": own})
    homes = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder)}
    given = {"SITE": origin, "SOCKET": f"unix/{upstream}"}
    command = ("caddy", "run", "--config", str(folder / "Caddyfile"), "--adapter", "caddyfile")
    with _running(command, {**os.environ, **homes, **given}, folder):
        yield origin


@contextmanager
def nginx(folder: Path, upstream: Path) -> Iterator[str]:
    """Run nginx as the recipe has it; return the address of the site."""
    needs("nginx")
    port, certificate, key = free_port(), folder / "site.pem", folder / "site.key"
    making = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes")
    files = ("-keyout", str(key), "-out", str(certificate), "-subj", "/CN=localhost")
    subprocess.run([*making, *files], check=True, capture_output=True)
    adapted(
        "nginx.conf",
        folder / "site.conf",
        {
            "unix:/run/rampart/rampart.sock": f"unix:{upstream}",
            "listen 80;": f"listen 127.0.0.1:{free_port()};",
            "listen 443 ": f"listen 127.0.0.1:{port} ",
            "patience.example.org;": "localhost;",
            "/etc/ssl/patience.example.org.pem": str(certificate),
            "/etc/ssl/private/patience.example.org.key": str(key),
        },
    )
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "\n".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
    whole = folder / "nginx.conf"
    whole.write_text(
        f"pid {folder}/pid; daemon off; error_log stderr; user {_owner()};\nevents {{}}\n"
        f"http {{ access_log off; {paths}\ninclude {folder}/site.conf; }}\n"
    )
    with _running(("nginx", "-c", str(whole), "-p", str(folder), "-e", "stderr"), dict(os.environ), folder):
        yield f"https://localhost:{port}"


def _owner() -> str:
    return subprocess.run(["id", "-un"], check=True, capture_output=True, text=True).stdout.strip()


def free_port() -> int:
    """Return a port on which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as one:
        return int(one.getsockname()[1])


@contextmanager
def _running(command: tuple[str, ...], environment: Mapping[str, str], folder: Path) -> Iterator[None]:
    with (folder / "proxy.log").open("w") as log, subprocess.Popen(
        command, stdout=log, stderr=log, env=dict(environment)
    ) as proxy:  # fmt: skip
        try:
            yield
            assert proxy.poll() is None, (folder / "proxy.log").read_text()
        finally:
            proxy.terminate()


def visitor(origin: str) -> httpx2.Client:
    """Return a visitor of a site whose certificate was made a moment ago."""
    return httpx2.Client(base_url=origin, verify=False, timeout=60, headers={"accept": "text/html"})


def wait_for(origin: str) -> None:
    """Wait until a proxy answers."""
    until = time.monotonic() + _PATIENCE_SECONDS
    with visitor(origin) as asking:
        while True:
            try:
                assert asking.get("/healthz").status_code == 200
                return
            except httpx2.TransportError:
                assert time.monotonic() < until, "The proxy does not answer."
                time.sleep(0.05)


Proxy = Callable[[Path, Path], AbstractContextManager[str]]


@pytest.mark.long
@pytest.mark.parametrize("proxy", [caddy, nginx], ids=["caddy", "nginx"])
def test_a_site_on_one_machine_is_played_backed_up_restarted_and_updated_and_nobody_is_refused(
    proxy: Proxy, tmp_path: Path
) -> None:
    upstream, database = tmp_path / "rampart.sock", tmp_path / "state" / "rampart.sqlite3"
    settings = {"RAMPART_DATABASE_URL": f"sqlite:///{database}", "RAMPART_SOLVERS": "0"}
    (tmp_path / "proxy").mkdir()
    with (
        kept(upstream) as listener,
        proxy(tmp_path / "proxy", upstream) as origin,
        visitor(origin) as player,
    ):
        with started(listener, **settings) as server:
            wait_for(origin)
            won = _play_to_a_win(player, origin)
            for inside in ("/metrics", "/operator", "/readyz"):
                assert player.get(inside).status_code == 404
            _restart(server)
        statuses, ended = list[int](), Event()
        with ThreadPoolExecutor(1) as pool:
            asking = pool.submit(_ask_on, origin, statuses, ended)
            for _ in range(RESTARTS):
                with started(listener, **settings) as server:
                    _wait_for_more(statuses)
                    _restart(server)
            with started(listener, **settings):
                _wait_for_more(statuses)
                ended.set()
                asking.result()
        assert set(statuses) == {200}
        _back_up_and_restore(database, tmp_path)
        # The oldest schema from which nobody has to stop anything.
        downgrade(settings["RAMPART_DATABASE_URL"], OLDEST)
        _back_up(tmp_path, database, many=3)
        with started(listener, **settings):
            assert current(settings["RAMPART_DATABASE_URL"]) == newest()
            assert player.get(f"/api/v1/sessions/{won['id']}").json() == won
            assert win_a_game(player)["id"] != won["id"]
    assert "Faults" not in _run(str(_installed(tmp_path)), "check", url=settings["RAMPART_DATABASE_URL"])
    [before] = database.parent.glob(f"{database.name}.{OLDEST}-*.backup")
    assert current(f"sqlite:///{before}") == OLDEST


def _restart(server: "subprocess.Popen[str]") -> None:
    server.send_signal(signal.SIGTERM)
    assert server.wait(_PATIENCE_SECONDS) == -signal.SIGTERM


def _ask_on(origin: str, statuses: list[int], ended: Event) -> None:
    with visitor(origin) as asking:
        while not ended.is_set():
            statuses.append(asking.get(f"/fortress/{len(statuses) + 1}").status_code)
            # Moves have bodies, which a proxy may not send again.
            statuses.append(asking.post("/fortress/4", headers={"origin": origin}, follow_redirects=True).status_code)


def _wait_for_more(statuses: list[int]) -> None:
    """Wait until a server that has just started has answered some requests."""
    before, until = len(statuses), time.monotonic() + _PATIENCE_SECONDS
    while len(statuses) < before + 20:
        assert time.monotonic() < until, "The server does not answer."
        time.sleep(0.05)


def _play_to_a_win(player: httpx2.Client, origin: str) -> Any:
    """Play a game through a proxy: its pages name the site, its forms are taken, and cookies are for TLS alone."""
    page = player.get("/fortress/4")
    assert f"{origin}/fortress/4" in page.text
    begun = player.post("/fortress/4", headers={"origin": origin})
    assert begun.status_code == 303
    assert "secure" in begun.headers["set-cookie"].lower()
    return win_a_game(player)


def win_a_game(player: httpx2.Client) -> Any:
    """Play a game as programs do, and return it won."""
    win = min(SHORTEST, key=lambda each: len(each.line))
    asked = {"game": win.slug, "options": win.options, "deck": spell(win.deck)}
    session = player.post("/api/v1/sessions", json=asked).json()["id"]
    for seq, move in enumerate(win.line):
        made = player.post(f"/api/v1/sessions/{session}/moves", json={"seq": seq, "move": str(move)})
        assert made.status_code == 200, made.text
    assert made.json()["status"] == "won"
    return made.json()


def _back_up_and_restore(database: Path, folder: Path) -> None:
    """Back up as the timer does, so often that the oldest goes, and restore the newest."""
    rampart, backups = _installed(folder), folder / "backups"
    for _ in range(3):
        _back_up(folder, database, many=2)
        time.sleep(1.1)
    last = max(backups.glob("*.sqlite3"))
    assert sorted(path.suffix for path in backups.iterdir()) == [".secret", ".secret", ".sqlite3", ".sqlite3"]
    restored = f"sqlite:///{folder}/restored.sqlite3"
    _run(str(rampart), "restore", str(last), url=restored)
    assert "Faults" not in _run(str(rampart), "check", url=restored)


def _back_up(folder: Path, database: Path, many: int) -> None:
    """Run what the timer runs, and what an update begins with."""
    script = _installed(folder).parents[2] / "deploy" / "one-machine" / "backup"
    _run(str(script), str(folder / "backups"), str(many), url=f"sqlite:///{database}")


def _installed(folder: Path) -> Path:
    """Return the command of what stands for `/opt/rampart`."""
    installed = folder / "opt"
    rampart = installed / ".venv" / "bin" / "rampart"
    if not rampart.exists():
        rampart.parent.mkdir(parents=True)
        shutil.copytree(RECIPE, installed / "deploy" / "one-machine")
        rampart.write_text(f'#!/bin/sh\ncd {ROOT} && exec {sys.executable} -m app.site.commands "$@"\n')
        rampart.chmod(0o755)
    return rampart


def _run(*command: str, url: str) -> str:
    done = subprocess.run(
        command, env=environment(RAMPART_DATABASE_URL=url), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
