"""Rampart as pip installs it: a wheel has all it needs, in an environment that knows no checkout."""

import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sysconfig import get_path

import httpx
import pytest

from tests.cli.conftest import CHECKOUT, environment

pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def rampart(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from the source archive and install it; return the command."""
    place = tmp_path_factory.mktemp("installed")
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(place)]
    subprocess.run([*hatch, "-t", "sdist"], cwd=CHECKOUT, check=True)
    (archive,) = place.glob("*.tar.gz")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    alone = ["--no-deps", "--no-index"]
    subprocess.run([*pip, "wheel", *alone, "--no-build-isolation", "-w", str(place), str(archive)], check=True)
    (wheel,) = place.glob("*.whl")
    venv.create(place / "env", with_pip=False)
    python = place / "env" / "bin" / "python"
    subprocess.run([*pip, "--python", str(python), "install", *alone, str(wheel)], check=True)
    # What it depends on is lent. A folder named so is no site: the checkout's own entry there has no effect.
    own = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    Path(own, "lent.pth").write_text(get_path("purelib") + "\n", encoding="utf-8")
    return python.with_name("rampart")


@contextmanager
def served(rampart: Path, home: Path) -> Iterator[str]:
    """Run the server from an empty folder; yield its address."""
    folder = home / "anywhere"
    folder.mkdir()
    given = environment(HOME=str(home), XDG_DATA_HOME=str(home / "data"), PYTHONPATH="")
    with subprocess.Popen(
        [rampart, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=folder, env=given
    ) as server:
        assert server.stdout
        try:
            yield next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
        finally:
            server.terminate()
            server.stdout.read()


def test_an_installed_rampart_serves_a_game_from_any_folder(rampart: Path, tmp_path: Path) -> None:
    with served(rampart, tmp_path) as address, httpx.Client(base_url=address, timeout=60) as client:
        lobby = client.get("/").raise_for_status().text
        for asset in {part.split('"')[0] for part in lobby.split('"/static/')[1:]}:
            client.get(f"/static/{asset}").raise_for_status()
        begun = client.post("/api/v1/sessions", json={"game": "fortress", "deal": 3}).raise_for_status().json()
        (first, *_) = client.get(f"/api/v1/sessions/{begun['id']}/moves").json()["moves"]
        moved = client.post(f"/api/v1/sessions/{begun['id']}/moves", json={"seq": 0, "move": first})
        assert moved.raise_for_status().json()["steps"] == 1
        assert client.get(f"/sessions/{begun['id']}").status_code == 200
    assert (tmp_path / "data" / "rampart" / "rampart.sqlite3").is_file()
    assert list((tmp_path / "anywhere").iterdir()) == []


def test_an_installed_command_deals_and_names_its_version(rampart: Path, tmp_path: Path) -> None:
    asked = [[str(rampart), "--version"], [str(rampart), "deal", "stonewall", "17", "--json"]]
    version, dealt = (
        subprocess.run(
            each, capture_output=True, text=True, check=True, cwd=tmp_path, env=environment(PYTHONPATH="")
        ).stdout
        for each in asked
    )
    assert version.startswith("rampart ")
    assert dealt.startswith("{")
