"""The client as a distribution of its own: built without a network, and used without anything else of Rampart."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from email.parser import Parser
from pathlib import Path
from zipfile import ZipFile

import pytest

import rampart_client
from engine.cards import spell
from rampart_client import calls, documents
from tests.chromium.serving import serving
from tests.engine.verdicts import WINS

CLIENT = Path(rampart_client.__file__).parent
ROOT = CLIENT.parent
NEEDED = ("httpx", "httpcore", "h11", "anyio", "idna", "certifi", "sniffio", "typing_extensions.py")
"""What httpx brings with it."""
WIN = next(win for win in WINS if win.slug == "fortress")
PROGRAM = """
import sys

sys.path += sys.argv[1:3]
from rampart_client import Rampart, calls

with Rampart(sys.argv[3]) as rampart:
    board = rampart.do(calls.begin("fortress", deck=sys.argv[4]))
    for move in sys.argv[5:]:
        if not board.is_over:
            board = rampart.do(board.move(move))
print(board.status)
others = {name.partition(".")[0] for name in sys.modules} & {"app", "engine", "pydantic", "fastapi", "httpx2", "numba"}
print(*others)
"""
TYPED = """
from typing import assert_type

from rampart_client import Rampart, calls, documents

with Rampart("http://127.0.0.1:8000") as rampart:
    found = rampart.do(calls.analyse("fortress", deck="AC"))
    assert_type(found, documents.Analysis)
    assert_type(found.moves[0].at_most, int | None)
    assert_type(rampart.do(calls.ratings("fortress")).rows[0], documents.Rating)
    for news in rampart.listen(calls.events()):
        assert_type(news, documents.GameNews | documents.StageNews | documents.OtherNews)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from a copy of the folder alone, as pip does, and return it."""
    folder = tmp_path_factory.mktemp("client")
    shutil.copytree(CLIENT, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder / "built")]
    subprocess.run(build, cwd=folder / "source", check=True, capture_output=True)
    (built,) = (folder / "built").iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path) -> Path:
    """Install the wheel in a folder of its own, and return the folder."""
    target = wheel.parent.parent / "installed"
    install = ["install", "--quiet", "--no-index", "--no-deps", "--disable-pip-version-check", "--target"]
    subprocess.run([sys.executable, "-m", "pip", *install, target, wheel], check=True, capture_output=True)
    return target


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Serve, and yield the address."""
    with serving(tmp_path) as served:
        yield served


@pytest.mark.long
def test_the_wheel_has_the_whole_client_its_types_and_nothing_else(wheel: Path) -> None:
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        (metadata,) = (packed.read(name).decode() for name in names if name.endswith("METADATA"))
    modules = {f"rampart_client/{path.name}" for path in CLIENT.glob("*.py")}
    assert {name for name in names if ".dist-info/" not in name} == {*modules, "rampart_client/py.typed"}
    told = Parser().parsestr(metadata)
    assert told["Name"] == "rampart-patience-client"
    assert [re.split(r"[<>=]", one)[0] for one in told.get_all("Requires-Dist", [])] == ["httpx"]
    assert told.get_payload() == (CLIENT / "README.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_installed_client_plays_a_game_without_the_packages_of_the_server(
    installed: Path, address: str, tmp_path: Path
) -> None:
    packages, needed = Path(pytest.__file__).parents[1], tmp_path / "needed"
    needed.mkdir()
    for name in NEEDED:
        if (packages / name).exists():
            (needed / name).symlink_to(packages / name)
    # Neither the packages of this environment nor the checkout are on the path.
    told = map(str, (installed, needed, address, spell(WIN.deck), *WIN.line))
    alone = [sys.executable, "-I", "-S", "-c", PROGRAM, *told]
    played = subprocess.run(alone, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (played.stdout, played.stderr) == ("won\n\n", "")


@pytest.mark.long
def test_the_installed_client_tells_mypy_its_types(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(TYPED)
    (tmp_path / "mypy.ini").write_text(f"[mypy]\nstrict = true\nmypy_path = {installed}\n")
    check = [sys.executable, "-m", "mypy", "--cache-dir", "cache", "bot.py"]
    said = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert said.returncode == 0, said.stdout + said.stderr


def test_the_client_has_the_version_and_the_licence_of_rampart() -> None:
    ours, theirs = (tomllib.loads((folder / "pyproject.toml").read_text())["project"] for folder in (CLIENT, ROOT))
    for field in ("version", "requires-python", "license", "authors"):
        assert ours[field] == theirs[field]
    assert (CLIENT / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_the_distribution_is_not_called_like_a_client_that_generators_make() -> None:
    named = tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]["name"]
    assert named not in {"rampart-client", "rampart_client", "rampart-api", "rampart"}


def test_a_line_of_a_stream_is_a_value_of_its_kind_and_a_new_kind_breaks_nothing() -> None:
    read = calls.events().read
    assert read({"type": "game", "session": "k3v9", "seq": 1, "status": "won"}) == documents.GameNews("k3v9", 1, "won")
    assert read({"type": "race", "code": "BCDFGH", "stage": "over"}) == documents.StageNews("BCDFGH", "over")
    for kind in ("heal", "weather"):
        assert read({"type": kind, "rain": True}) == documents.OtherNews(kind)


def test_the_documents_of_the_client_read_what_a_server_has_answered() -> None:
    recorded = json.loads((ROOT / "app/site/words/recorded.json").read_text())["documents"]
    board = documents.DailyBoard.read(recorded["BoardDocument"])
    assert board.me
    assert board.me in board.rows
    assert documents.Analysis.read(recorded["AnalysisDocument"]).moves[0].verdict in {"winnable", "undecided"}
    ratings = documents.Ratings.read(recorded["RatingBoard"])
    assert ratings.me
    assert ratings.me.rank is None
    race = calls.Race.read(recorded["RaceDocument"])
    news = race.news().read
    assert news(recorded["RaceLine"]) == calls.Race.read(recorded["RaceLine"]["race"])
    assert isinstance(news(recorded["RunLine"]), documents.RunNews)
    assert isinstance(news(recorded["ReactionLine"]), documents.ReactionNews)
    assert documents.Who.read(recorded["WhoDocument"]) == documents.Who("Ada", False)
