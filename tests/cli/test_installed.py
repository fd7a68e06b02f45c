"""Rampart as pip installs it: a wheel has all it needs, in an environment that knows no checkout."""

import re
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from sysconfig import get_path

import httpx
import httpx2
import pytest

from tests.app.site.test_one_machine import win_a_game
from tests.cli.conftest import CHECKOUT, environment

pytestmark = pytest.mark.long

PIP = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
ALONE = ("--no-deps", "--no-index")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build a wheel from the source archive."""
    place = tmp_path_factory.mktemp("built")
    hatch = [sys.executable, "-m", "hatchling", "build", "-d", str(place)]
    subprocess.run([*hatch, "-t", "sdist"], cwd=CHECKOUT, check=True)
    (archive,) = place.glob("*.tar.gz")
    pip = [*PIP, "wheel", *ALONE, "--no-build-isolation", "-w", str(place), str(archive)]
    subprocess.run(pip, check=True)
    (built,) = place.glob("*.whl")
    return built


def with_pip(wheel: Path, place: Path) -> Path:
    """Install the wheel as pip does; return the command."""
    venv.create(place / "env", with_pip=False)
    python = place / "env" / "bin" / "python"
    subprocess.run([*PIP, "--python", str(python), "install", *ALONE, str(wheel)], check=True)
    return python.with_name("rampart")


def with_uv(wheel: Path, place: Path) -> Path:
    """Install the wheel as `uv tool install` does; return the command."""
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text())["project"]
    names = [re.split(r"[^\w-]", each)[0] for each in project["dependencies"]]
    # A requirement that no Python fulfils is left out.
    left_out = place / "left-out.txt"
    left_out.write_text("".join(f"{name} ; python_version < '3'\n" for name in names))
    folders = {f"UV_{name}": str(place / name.lower()) for name in ("TOOL_DIR", "TOOL_BIN_DIR", "CACHE_DIR")}
    uv = [sys.executable, "-m", "uv", "tool", "install", "--quiet", "--offline", "--no-config"]
    asked = ["--overrides", str(left_out), "--python", sys.executable, str(wheel)]
    subprocess.run([*uv, *asked], check=True, env=environment(**folders))
    return (place / "tool_bin_dir" / "rampart").resolve()


@pytest.fixture(scope="module", params=[with_pip, with_uv], ids=["pip", "uv"])
def rampart(request: pytest.FixtureRequest, wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel; return the command."""
    command: Path = request.param(wheel, tmp_path_factory.mktemp("installed"))
    # What it depends on is lent. A folder named so is no site: the checkout's own entry there has no effect.
    own = subprocess.run(
        [command.with_name("python"), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True, text=True, check=True,
    ).stdout.strip()  # fmt: skip
    Path(own, "lent.pth").write_text(get_path("purelib") + "\n", encoding="utf-8")
    return command


@contextmanager
def served(rampart: Path, home: Path) -> Iterator[str]:
    """Run the server from an empty folder; yield its address."""
    folder = home / "anywhere"
    folder.mkdir()
    given = _at_home(home)
    with subprocess.Popen(
        [rampart, "serve", "--port", "0"], stdout=subprocess.PIPE, text=True, cwd=folder, env=given
    ) as server:
        assert server.stdout
        try:
            yield next(word for line in server.stdout for word in line.split() if word.startswith("http://"))
        finally:
            server.terminate()
            server.stdout.read()


def _at_home(home: Path) -> dict[str, str]:
    return environment(HOME=str(home), XDG_DATA_HOME=str(home / "data"), PYTHONPATH="")


def test_an_installed_rampart_migrates_and_serves_a_game_to_its_win(rampart: Path, tmp_path: Path) -> None:
    migrated = subprocess.run(
        [rampart, "migrate"], capture_output=True, text=True, check=True, cwd=tmp_path, env=_at_home(tmp_path)
    )
    assert "The schema is now up to date." in migrated.stdout
    with served(rampart, tmp_path) as address, httpx2.Client(base_url=address, timeout=60) as player:
        assert win_a_game(player)["status"] == "won"


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
